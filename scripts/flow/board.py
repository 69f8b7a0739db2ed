# SPDX-License-Identifier: Apache-2.0
"""Makes the bitstream of a cube (hls/board) for the iCE40-HX8K breakout board: stepc, Yosys,
nextpnr and icepack.

    scripts/board.sh                             # build/board/board.bin
    scripts/board.sh --dim 1 --payload-bits 13   # of other nodes
    iceprog build/board/board.bin                # into the board
    build/cubecast board --port /dev/ttyUSB1     # run everything on it

Prints what it needs of the FPGA and its clock, which must reach the board's 12 MHz. The nodes are
said as to `cubecast rtl`; those of a 2-cube as large as the FPGA holds, if they are left out, and
options alone change those. All files are in DIR/board, or in board of the current folder where DIR cannot be
written to.
Exit status: 0; 1: a tool failed, the FPGA is too small, or the clock is missed; 2: bad use.
"""
import logging
import re
import shutil

from flow.configuration import Configurations
from flow.options import BadUse, Failed
from flow.place import ICE40_CELLS, clock_of, used_of
from flow.tools import ROOT, built, cubecast, place_in, require, run, stepc, take_build, yosys

SUMMARY = 'the bitstream of a cube for the iCE40-HX8K breakout board'
USAGE = '[NAME|FILE] [--MEMBER VALUE]... [OPTION]...'

MEGAHERTZ = 12
# The board forgets half a request after 2^20 cycles, 87 ms, without a byte.
SILENCE = '1u<<20'


def bauds():
    """The speeds that the host's terminal can be set to; 12 MHz is near a multiple of each."""
    return re.findall(r'\bB([1-9]\d*)', (ROOT / 'testbench/runs/board/serial_port.cpp').read_text())


def add_options(options):
    options.take('--baud', metavar='N', default='115200',
                 help='of the serial line, one that `cubecast board` takes too (%(default)s)')
    options.take_seeds(default=3, help='placements to try until one fits (%(default)s)')
    take_build(options)


def place(work, seeds):
    """The first placement that meets the clock."""
    for seed in range(1, seeds + 1):
        try:
            return run(work / 'nextpnr.log', 'nextpnr-ice40', '--hx8k', '--package', 'ct256', '--json', work / 'board.json',
                       '--pcf', ROOT / 'hls/board/hx8k_breakout.pcf', '--freq', MEGAHERTZ, '--seed', seed,
                       '--asc', work / 'board.asc', '--report', work / 'timing.json')
        except Failed as failure:
            logging.error('%s', failure)
    raise Failed


def execute(options, words):
    chosen = Configurations(words)
    baud = options.baud
    if baud not in bauds():
        raise BadUse(f'--baud {baud}: must be one of {", ".join(bauds())}')
    require('yosys', 'nextpnr-ice40', 'icepack')
    build = built(options.build, 'cubecast')
    name = chosen.name(build, '--board')
    work = place_in(build, 'board')
    work.mkdir(parents=True, exist_ok=True)
    (work / 'board.cpp').write_text(cubecast(build, 'configuration', '--board', name, '--source'))
    cycles_per_bit = (MEGAHERTZ * 1000000 + int(baud) // 2) // int(baud)
    run(work / 'stepc.log', stepc(build), work / 'board.cpp', '--module', 'board', '-o', work / 'board.sv', '--',
        f'-I{ROOT}', f'-DCYCLES_PER_BIT={cycles_per_bit}', f'-DSILENCE={SILENCE}')
    shutil.copy(ROOT / 'hls/board/cubecast_board.v', work)
    yosys(work / 'yosys.log', 'read_verilog -sv board.sv cubecast_board.v; '
                              'synth_ice40 -abc9 -device hx -top cubecast_board -json board.json')
    place(work, options.seeds)
    run(work / 'icepack.log', 'icepack', work / 'board.asc', work / 'board.bin')
    report = work / 'timing.json'
    print(f'board: {name}: {used_of(report, ICE40_CELLS)}; {clock_of(report)} MHz of the {MEGAHERTZ} '
          f'that it runs at; {baud} baud; bitstream {work / "board.bin"}')
