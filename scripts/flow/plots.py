# SPDX-License-Identifier: Apache-2.0
"""Measures the mean delay of broadcast requests by load, for every scheme, and plots it beside the
theorem of Varvarigos and Bertsekas (docs/theory/dynamic.md).

    scripts/flow.py plots                # build/dynamic/delay_d4.svg to delay_d10.svg, and data
    scripts/flow.py plots --dims 4..6    # the first three, in a minute or two; d = 10 takes an hour
    scripts/flow.py plots --dims 10..10 --cycles 30000    # less than half: it ends undecided runs

Exit status: 0; 1: a run did not verify; 2: bad use.
"""
from pathlib import Path

from flow.options import BadUse
from flow.tools import built, run_or_fail, take_build

SUMMARY = 'delay of broadcast requests by load (docs/theory/dynamic.md)'
USAGE = '[--dims A..B] [--cycles N] [--out DIR] [--build DIR]'


def add_options(options):
    options.take_dims(1, 16, default='4..10')
    options.take('--cycles', metavar='N', must='a number from 1', like='[1-9][0-9]*', default='100000',
                 help='of a run at most, and 100000 at most (%(default)s)')
    options.take('--out', metavar='DIR', to=Path, help='the folder of the plots (DIR/dynamic)')
    take_build(options)


def execute(options, words):
    if words:
        raise BadUse(f'{words[0]}: unknown; known are --dims, --cycles, --out, --build, --help')
    build = built(options.build, 'cubecast')
    out = options.out or build / 'dynamic'
    out.mkdir(parents=True, exist_ok=True)
    for d in options.dims:
        run_or_fail(build / 'cubecast', 'dynamic', '--dim', d, '--load', '0.1..0.9', '--cycles', options.cycles,
                    '--plot', out / f'delay_d{d}.svg', '--data', out / f'delay_d{d}.dat')
