# SPDX-License-Identifier: Apache-2.0
"""Facts about a netlist of Yosys: its cells by kind, the LUTs on its longest path; and the same
netlist in another order."""
import random
import re
from graphlib import TopologicalSorter

LUT = re.compile(r'SB_LUT4|LUT[1-6]|INV|LUT6_2')
LUT_RAM = re.compile(r'RAM(32M|32M16|64M|64M8|32X1D|64X1D|128X1D)|TRELLIS_DPR16X4')
# A path through a memory of LUTs goes from the read address to the data.
READ_ADDRESS = re.compile(r'ADDR[A-H]|RAD|A\d*|DPRA\d*')
UNCOUNTED = re.compile(r'SB_CARRY|CARRY[48]|CCU2C|MUXF[789]|PFUMX|L6MUX21|MUXCY|XORCY')

# Kind -> its cells, and the weight of each. LUT RAM counts as the LUTs that it consists of.
KINDS = {
    'lut': {r'SB_LUT4|LUT[1-6]': 1},
    'ff': {r'SB_DFF.*|FD[RCPS]E|TRELLIS_FF': 1},
    'lut_ram': {r'RAM32M16|RAM64M8': 8, r'RAM(32|64)M|RAM128X1D|TRELLIS_DPR16X4': 4, r'RAM(32|64)X1D': 2},
    'block_ram': {r'SB_RAM40_4K.*|RAMB.*|DP16KD|PDPW16KD': 1},
    'carry': {r'SB_CARRY|CARRY[48]|CCU2C': 1},
    'dsp': {r'SB_MAC16|DSP48E[12]|MULT18X18D': 1},
}


def cells_by_kind(by_type):
    """{'SB_LUT4': 12, ...} as {'lut': 12, ...}."""
    return {kind: sum(factor * count for pattern, factor in weights.items() for name, count in by_type.items()
                      if re.fullmatch(pattern, name)) for kind, weights in KINDS.items()}


def level_of(cell):
    """1 for a cell that counts as a level, 0 for one that a path goes through for nothing, None for
    one that ends it."""
    if LUT.fullmatch(cell['type']) or LUT_RAM.fullmatch(cell['type']):
        return 1
    return 0 if UNCOUNTED.fullmatch(cell['type']) else None


def inputs(cell):
    """The nets from which a path leads through the cell."""
    is_memory = LUT_RAM.fullmatch(cell['type'])
    for port, bits in cell['connections'].items():
        if cell['port_directions'][port] == 'input' and (not is_memory or READ_ADDRESS.fullmatch(port)):
            yield from (bit for bit in bits if isinstance(bit, int))


def levels(cells):
    """LUTs and LUT RAMs on the longest path between flip-flops, block RAM and pins.

    `cells`: of a flattened top, as Yosys's JSON has them, for iCE40, Xilinx 7 or UltraScale+, or
    ECP5. Carry cells and multiplexers behind LUTs are on the path and count nothing."""
    on_paths = {name: cell for name, cell in cells.items() if level_of(cell) is not None}
    driver = {bit: name for name, cell in on_paths.items() for port, bits in cell['connections'].items()
              if cell['port_directions'][port] == 'output' for bit in bits}
    behind = {name: {driver[bit] for bit in inputs(cell) if bit in driver} for name, cell in on_paths.items()}
    found = {}
    for name in TopologicalSorter(behind).static_order():
        found[name] = level_of(on_paths[name]) + max((found[before] for before in behind[name]), default=0)
    return max(found.values(), default=0)


SHUFFLED = ('wire', 'cell')
ORDER = ('parameter', 'wire', 'memory', 'cell', 'connect')


def statements(lines):
    """A module's statements with their attributes: (keyword, lines)."""
    lines = iter(lines)
    statement = []
    for line in lines:
        statement.append(line)
        keyword = line.split(maxsplit=1)[0]
        if keyword == 'attribute':
            continue
        if keyword not in ORDER:
            raise ValueError(f'{line.strip()}: neither of {", ".join(ORDER)}; processes are gone after proc')
        if keyword == 'cell':
            for inner in lines:
                statement.append(inner)
                if inner.strip() == 'end':
                    break
        yield keyword, statement
        statement = []


def shuffled(lines, seed):
    """The lines of a netlist in RTLIL (write_rtlil), with the cells and wires of every module in
    another order.

    A mapper's result depends on the order of the cells, and so on nothing that a designer decides;
    the median over several orders says more than any one of them."""
    generator = random.Random(seed)
    output = []
    module = None  # the lines of the current module
    for line in lines:
        if module is None:
            output.append(line)
            if line.startswith('module '):
                module = []
        elif line == 'end':
            found = list(statements(module))
            for keyword in ORDER:
                group = [statement for kind, statement in found if kind == keyword]
                if keyword in SHUFFLED:
                    generator.shuffle(group)
                output += [inner for statement in group for inner in statement]
            output.append(line)
            module = None
        else:
            module.append(line)
    return output
