"""levels.py NETLIST TOP: LUTs and LUT RAMs on the longest path between flip-flops of a synthesised top.

NETLIST: Yosys's JSON of the flattened top in cells of iCE40, Xilinx 7 or UltraScale+, or ECP5. Carry cells and
multiplexers behind LUTs are on the path and count nothing; paths begin and end at flip-flops, block RAM and pins.
"""
import json
import re
import sys
from graphlib import TopologicalSorter

LUT = re.compile(r"SB_LUT4|LUT[1-6]|INV|LUT6_2")
# Of a memory of LUTs, a path leads from the address that is read to the data.
LUT_RAM = re.compile(r"RAM(32M|32M16|64M|64M8|32X1D|64X1D|128X1D)|TRELLIS_DPR16X4")
READ_ADDRESS = re.compile(r"ADDR[A-H]|RAD|A\d*|DPRA\d*")
UNCOUNTED = re.compile(r"SB_CARRY|CARRY[48]|CCU2C|MUXF[789]|PFUMX|L6MUX21|MUXCY|XORCY")


def kind(cell):
    """1 for what counts as a level, 0 for what a path goes through for nothing, None for what ends it."""
    if LUT.fullmatch(cell["type"]) or LUT_RAM.fullmatch(cell["type"]):
        return 1
    return 0 if UNCOUNTED.fullmatch(cell["type"]) else None


def inputs(cell):
    """The nets from which a path leads through the cell."""
    is_memory = LUT_RAM.fullmatch(cell["type"])
    for port, bits in cell["connections"].items():
        if cell["port_directions"][port] == "input" and (not is_memory or READ_ADDRESS.fullmatch(port)):
            yield from (bit for bit in bits if isinstance(bit, int))


def longest(cells):
    """Levels of the longest path through the cells."""
    on_paths = {name: cell for name, cell in cells.items() if kind(cell) is not None}
    driver = {
        bit: name
        for name, cell in on_paths.items()
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "output"
        for bit in bits
    }
    behind = {name: {driver[bit] for bit in inputs(cell) if bit in driver} for name, cell in on_paths.items()}
    levels = {}
    for name in TopologicalSorter(behind).static_order():
        levels[name] = kind(on_paths[name]) + max((levels[before] for before in behind[name]), default=0)
    return max(levels.values(), default=0)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as netlist:
        print(longest(json.load(netlist)["modules"][sys.argv[2]]["cells"]))
