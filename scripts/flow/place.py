# SPDX-License-Identifier: Apache-2.0
"""Places and routes a synthesised top on a device, by nextpnr, and says its clock and its longest
path."""
import json
import logging
import math
import re
import shutil
from collections import namedtuple

from flow.options import BadUse, Failed
from flow.tools import number, run, write_json, yosys

# `placer`: nextpnr and its options. `program`: the option for the file from which `packer` makes a
# bitstream. `cells`: what a device has, in words, and nextpnr's name of it.
Device = namedtuple('Device', 'target placer program packer cells')
ICE40 = ['--pcf-allow-unconstrained']
ICE40_CELLS = {'cells': 'ICESTORM_LC', 'block RAMs': 'ICESTORM_RAM', 'DSPs': 'ICESTORM_DSP'}
ECP5 = ['--package', 'CABGA381', '--speed', '6', '--lpf-allow-unconstrained']
ECP5_CELLS = {'LUT4s': 'TRELLIS_COMB', 'flip-flops': 'TRELLIS_FF', 'block RAMs': 'DP16KD', 'DSPs': 'MULT18X18D'}
DEVICES = {
    'hx8k': Device('ice40', ['nextpnr-ice40', '--hx8k', '--package', 'ct256', *ICE40], '--asc', 'icepack', ICE40_CELLS),
    'up5k': Device('ice40', ['nextpnr-ice40', '--up5k', '--package', 'sg48', *ICE40], '--asc', 'icepack', ICE40_CELLS),
    **{f'lfe5u-{size}f': Device('ecp5', ['nextpnr-ecp5', f'--{size}k', *ECP5], '--textcfg', 'ecppack', ECP5_CELLS)
       for size in (25, 45, 85)},
}
# Programs of which Debian 12 has no package.
UNPACKAGED = ('nextpnr-ecp5', 'ecppack')


def choose(target, device, seeds):
    """The name of the device, the first of the target if None is given; None where nothing is
    placed."""
    known = [name for name, of in DEVICES.items() if of.target == target]
    if not known:
        for flag, value in (('--device', device), ('--seeds', seeds)):
            if value is not None:
                raise BadUse(f'{flag} {value}: of ice40 and ecp5 only, which alone are placed; leave it out for {target}')
        return None
    chosen = known[0] if device is None else device
    if chosen not in known:
        raise BadUse(f'--device {device}: must be one of {" ".join(known)} for {target}')
    if missing := [program for program in programs(chosen) if program in UNPACKAGED and not shutil.which(program)]:
        lacks = f'{" and ".join(missing)} not on PATH, and not in a package of Debian 12 (docs/guides/fpga.md says where)'
        if device is not None or seeds is not None:
            raise BadUse(f'{lacks}; without --device and --seeds Yosys synthesises for {target} and counts cells')
        logging.warning('not placed: %s', lacks)
        return None
    return chosen


def programs(device):
    """The programs that place on a device; none for None."""
    return [DEVICES[device].placer[0], DEVICES[device].packer] if device else []


def wrapper(top, ports):
    """A wrapper of four pins in Verilog, for tops that have more ports than a package has pins.

    Inputs come from a shift register, outputs go into registers that fold them into one: every path
    from, to and within the top ends in a flip-flop, and nothing of it can be left out. `ports`:
    those of the top in Yosys's JSON."""
    connections, width = [], {}
    for direction, net in (('input', 'shifted'), ('output', 'driven')):
        low = 0
        for name, port in ports.items():
            if port['direction'] == direction and name not in ('clk', 'rst'):
                high = low + len(port['bits'])
                connections.append(f'    .{name}({net}[{high - 1}:{low}]),')
                low = high
        width[net] = low
    return '\n'.join([
        'module wrapper (input wire clk, input wire reset_pin, input wire in_pin, output reg out_pin);',
        '  reg rst;',
        f'  reg [{width["shifted"] - 1}:0] shifted;',
        f'  wire [{width["driven"] - 1}:0] driven;',
        f'  reg [{width["driven"] - 1}:0] folded;',
        '  always @(posedge clk) begin',
        '    rst <= reset_pin;',
        '    shifted <= {shifted, in_pin};',
        "    folded <= driven ^ {folded, 1'b0};",
        f'    out_pin <= folded[{width["driven"] - 1}];',
        '  end',
        f'  {top} top (',
        *connections,
        '    .clk(clk),',
        '    .rst(rst)',
        '  );',
        'endmodule', ''])


# `result`: the top's cells by kind, and its clock. `seed`: of the fastest placement, which the
# bitstream contains. `used`: of the device, by top and wrapper.
Placement = namedtuple('Placement', 'result seed used bitstream')


def used_of(report, cells):
    """What a placement takes of a device, from a report of nextpnr's: "12 of 32 block RAMs, ...".

    `cells`: a Device's. Kinds that the device lacks are left out."""
    counts = json.loads(report.read_text())['utilization']
    return ', '.join(f'{counts[cell]["used"]} of {counts[cell]["available"]} {kind}'
                     for kind, cell in cells.items() if counts.get(cell, {}).get('available'))


def clock_of(report):
    """MHz of a report of nextpnr's: of the slowest clock, rounded down to two places."""
    clocks = [clock['achieved'] for clock in json.loads(report.read_text())['fmax'].values()]
    return number(math.floor(min(clocks) * 100) / 100)


def place(top, device, seeds):
    """Places the top (synth.Top) with the seeds 1 to `seeds` and makes the bitstream of the
    fastest.

    Returns a Placement. Its result is in result.json too. A top that has no room is Failed, and has
    a result without a clock."""
    work, of = top.work, DEVICES[device]
    ports = json.loads((work / 'ports.json').read_text())['modules'][top.module]['ports']
    (work / 'wrapper.v').write_text(wrapper(top.module, ports))
    yosys(work / 'wrapper.log',
          f'read_verilog -sv {top.module}.sv wrapper.v; {top.synthesis} -top wrapper -json wrapper.json')
    result = {**top.cells, 'mhz': None, 'seeds': seeds, 'device': device}
    clocks = {}
    for seed in range(1, seeds + 1):
        log = work / f'nextpnr_{seed}.log'
        try:
            run(log, *of.placer, of.program, work / f'{seed}.asc', '--json', work / 'wrapper.json', '--seed', seed,
                '--timing-allow-fail', '--report', work / f'timing_{seed}.json')
        except Failed:
            if re.search('no BELs remaining|Unable to find legal placement', log.read_text(errors='replace')):
                write_json(work / 'result.json', result)
            raise
        clocks[seed] = clock_of(work / f'timing_{seed}.json')
    best = max(clocks, key=clocks.get)
    bitstream = work / f'{top.name}.bin'
    run(work / f'{of.packer}.log', of.packer, work / f'{best}.asc', bitstream)
    result['mhz'] = clocks[best]
    write_json(work / 'result.json', result)
    return Placement(result, best, used_of(work / f'timing_{best}.json', of.cells), bitstream)


def described(placement):
    result = placement.result
    return (f'{result["top"]} {result["device"]}: {result["mhz"]} MHz (seed {placement.seed} of 1 to {result["seeds"]}); '
            f'{placement.used}; bitstream {placement.bitstream}')


def begin_of(net, wrapper_text):
    """The register's name, or the input's that the wrapper's shift register drives."""
    if shifted := re.fullmatch(r'shifted\[(\d+)\]', net):
        for port, high, low in re.findall(r'\.(\w+)\(shifted\[(\d+):(\d+)\]\)', wrapper_text):
            if int(low) <= int(shifted[1]) <= int(high):
                return f'{port}[{int(shifted[1]) - int(low)}]'
    return net.removeprefix('top.')


def end_of(cell):
    """The register's name, without what Yosys puts behind it for the cell, and the cell's pin."""
    name = re.sub(r'(_SB_|_TRELLIS_|_DPR16X4|_DFFLC|_LC|_RDATA).*', '', cell['cell'].removeprefix('top.'))
    return name + (' (enable)' if cell['port'] in ('CEN', 'CE') else '')


def longest_path(report):
    """In a line the longest path between flip-flops of a placement: the register or input where it
    begins, the one before whose input or enable it ends, its clock, the logic cells on it and the
    part of the time that wires take. Cells between have names that ABC gave, which say little.
    `report`: nextpnr's, beside which wrapper.v lies."""
    paths = [path['path'] for path in json.loads(report.read_text(encoding='utf-8'))['critical_paths']
             if path['from'].startswith('posedge') and path['to'].startswith('posedge')]
    path = max(paths, key=lambda path: sum(part['delay'] for part in path))
    whole = sum(part['delay'] for part in path)
    wires = [part for part in path if part['type'] == 'routing']
    begin = begin_of(wires[0]['net'], (report.parent / 'wrapper.v').read_text(encoding='utf-8'))
    cells = sum(part['type'] == 'logic' for part in path)
    return (f'{1000 / whole:.1f} MHz: {begin} to {end_of(path[-1]["to"])}, {cells} cells, '
            f'wires {sum(part["delay"] for part in wires) / whole:.0%}')
