# SPDX-License-Identifier: Apache-2.0
"""Synthesises a node or router of any configuration by Yosys.

    scripts/synth.sh router_d2_w8_all                       # cells, placed clock, bitstream
    scripts/synth.sh node_d4_w32_gated --target xc7
    scripts/synth.sh --dim 3 --payload-bits 13 --queue-depth 32 --target xc7
    scripts/synth.sh soc_d1_w64_gated_stack4_mem8 --cube --target ecp5    # a cube of systems
    scripts/synth.sh build/hls/core/core_small/core_small.sv --target ecp5

Prints the cells and the LUTs on the longest path. For ice40 and ecp5 also places and routes it by
nextpnr with the seeds 1 to N, behind a wrapper that shifts inputs in and folds outputs
(scripts/flow/place.py), prints the best clock and what it takes of the device, and makes the
bitstream. Debian has no nextpnr for ecp5: where nextpnr-ecp5 or ecppack is not on PATH, and neither
--device nor --seeds asks for a placement, its cells are counted alone.

The configuration is said as to `cubecast rtl` (its --help has the members): by a name, by a JSON
file, by options; node_d2_w32_all if left out. For a node with AXI it is the part that stepc makes,
without the Verilog around it. FILE.sv is RTL that stepc has made: a module FILE with clk and rst.

All files are in DIR/synth/NAME/D, of what is not placed in DIR/synth/NAME/TARGET, the figures of
what has come to its end in result.json. Where DIR cannot be written to, synth is in the current folder.
Exit status: 0; 1: a tool failed, or the node does not fit; 2: bad use.
"""
import json
import re
import shutil
from collections import namedtuple
from pathlib import Path

from flow import cube, netlist, place
from flow.configuration import Configurations
from flow.options import BadUse
from flow.tools import alone_in, built, place_in, require, run, take_build, write_json, yosys_once

SUMMARY = "a configuration's cells, placed clock and bitstream"
USAGE = '[NAME|FILE|FILE.sv] [--MEMBER VALUE]... [OPTION]...'

# Target -> Yosys's command.
SYNTHESIS = {
    'ice40': 'synth_ice40 -abc9 -device hx',
    'ecp5': 'synth_ecp5 -abc9 -nowidelut',
    'xc7': 'synth_xilinx -family xc7 -flatten -abc9 -nowidelut',
    'xcup': 'synth_xilinx -family xcup -flatten -abc9 -nowidelut',
}

# A synthesised top: its configuration's name, its module, the folder of its files, Yosys's command,
# its cells by kind.
Top = namedtuple('Top', 'name module work synthesis cells')


def synthesis_of(name, target, device, module):
    if device == 'up5k':
        return SYNTHESIS[target].replace('-device hx', '-device u')
    # With floats the flat netlist has so many adders that Yosys looks for hours for ones to share,
    # and ABC9 gives up; it fails at the block RAMs of systems. These tops are synthesised module by module,
    # and by ABC.
    if target.startswith('xc') and ('_floats' in name or name.startswith('soc_')):
        begin = f'synth_xilinx -family {target} -nowidelut'
        return f'{begin} -top {module} -run begin:map_memory; flatten; opt; opt_clean; {begin} -run map_memory:'
    return SYNTHESIS[target]


def place_of(build, name, device):
    """The folder of what is made of a top."""
    return place_in(build, 'synth') / name / device


def synthesise(build, name, target, device=None, write_rtl=None):
    """The top in Yosys's cells. `write_rtl(folder, log)`: writes the RTL and its file list in place
    of `cubecast rtl`."""
    work = place_of(build, name, device or target)
    work.mkdir(parents=True, exist_ok=True)
    if write_rtl:
        write_rtl(work / 'rtl', work / 'rtl.log')
    else:
        run(work / 'rtl.log', build / 'cubecast', 'rtl', name, '--output', work / 'rtl')
    sv, = (file for file in (work / 'rtl' / f'{name}.f').read_text().split() if file.endswith('.sv'))
    module = sv.removesuffix('.sv')
    shutil.copy(work / 'rtl' / sv, work)
    synthesis = synthesis_of(name, target, device, module)
    yosys_once(work / 'yosys.log', [sv], ['ports.json', 'stat.json', 'netlist.json'], f'''
        read_verilog -sv {sv}; hierarchy -top {module}; proc; write_json ports.json
        design -reset; read_verilog -sv {sv}; {synthesis} -top {module}; tee -o stat.json stat -json
        write_json netlist.json''')
    by_type = json.loads((work / 'stat.json').read_text())['design']['num_cells_by_type']
    cells = json.loads((work / 'netlist.json').read_text())['modules'][module]['cells']
    result = {'top': name, 'target': target, **netlist.cells_by_kind(by_type), 'levels': netlist.levels(cells)}
    if not device:
        write_json(work / 'result.json', result)
    return Top(name, module, work, synthesis, result)


def rtl_of(words):
    """The file that the words name, and the function that puts it where `cubecast rtl` would; None
    twice if they say a configuration."""
    files = [word for word in words if word.endswith('.sv')]
    if not files:
        return None, None
    file = Path(files[0])
    if len(words) > 1:
        raise BadUse(f'{file}: is RTL, whose configuration is settled; give it alone')
    try:
        text = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BadUse(f'{file}: cannot be read: {getattr(error, "strerror", "is no text")}; give a file of stepc') from error
    header = re.search(rf'^module {re.escape(file.stem)}\b.*?;', text, re.MULTILINE | re.DOTALL)
    if not header or not all(re.search(rf'\b{port}\b', header[0]) for port in ('clk', 'rst')):
        raise BadUse(f'{file}: has no module {file.stem} with clk and rst; give a file of stepc, named as its top')

    def write(folder, _):
        folder.mkdir(exist_ok=True)
        (folder / file.name).write_text(text)
        (folder / f'{file.stem}.f').write_text(f'{file.name}\n')
    return file.stem, write


def described(cells):
    return (f'{cells["lut"]} LUT, {cells["ff"]} FF, {cells["lut_ram"]} LUT RAM, {cells["block_ram"]} block RAM, '
            f'{cells["carry"]} carry, {cells["dsp"]} DSP, {cells["levels"]} LUTs on the longest path')


def add_options(options):
    options.take('--target', metavar='ice40|ecp5|xc7|xcup', must='ice40, ecp5, xc7 or xcup', like='|'.join(SYNTHESIS),
                 default='ice40', help='the family of FPGAs (%(default)s)')
    options.take('--device', metavar='D', help='of ice40 hx8k or up5k, of ecp5 lfe5u-25f, lfe5u-45f or lfe5u-85f; '
                                               'the first if left out')
    options.add_argument('--cube', action='store_true', help='all systems of a cube in one top (scripts/flow/cube.py)')
    options.take_seeds(help='placements to try (3)')
    take_build(options)


def execute(options, words):
    chosen = Configurations(words)
    device = place.choose(options.target, options.device, options.seeds)
    require('yosys', *place.programs(device))
    name, write_rtl = rtl_of(chosen.words)
    if name and options.cube:
        raise BadUse(f'--cube: is of a configuration, not of RTL; leave it or {name}.sv out')
    build = built(options.build, *([] if name else ['cubecast']))
    name = name or chosen.name(build, default='node_d2_w32_all')
    if options.cube:
        name, write_rtl = cube.rtl_of(build, name)
    with alone_in(place_of(build, name, device or options.target)):
        top = synthesise(build, name, options.target, device, write_rtl)
        print(f'{name} {options.target}: {described(top.cells)}', flush=True)
        if device:
            print(place.described(place.place(top, device, options.seeds or 3)))
