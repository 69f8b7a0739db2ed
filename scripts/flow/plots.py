# SPDX-License-Identifier: Apache-2.0
"""Measures the mean delay of broadcast requests by load, for every scheme, and plots it beside the
theorem of Varvarigos and Bertsekas (docs/theory/dynamic.md).

    scripts/flow.py plots                # build/dynamic/delay_d4.svg to delay_d10.svg, and data
    scripts/flow.py plots --dims 4..6    # the first three, in a minute or two; d = 10 takes an hour
    scripts/flow.py plots --dims 10..10 --cycles 30000    # less than half: it ends undecided runs

Exit status: 0; 1: a run did not verify; 2: bad use.
"""
import os
import tempfile
from pathlib import Path

from flow import interruption
from flow.options import BadUse
from flow.tools import built, cubecast, folder, place_in, take_build

SUMMARY = 'delay of broadcast requests by load (docs/theory/dynamic.md)'
USAGE = '[--dims A..B] [--cycles N] [--out DIR] [--build DIR]'


def add_options(options):
    options.take_dims(1, 16, default='4..10')
    options.take('--cycles', metavar='N', must='1 to 100000', like='[1-9][0-9]{0,4}|100000', default='100000',
                 help='of a run that does not reach its precision before, 1 to 100000 (%(default)s)')
    options.take('--out', metavar='DIR', to=Path, help='the folder of the plots (DIR/dynamic)')
    take_build(options)


def files_of(d):
    return f'delay_d{d}.svg', f'delay_d{d}.dat'


def execute(options, words):
    if words:
        raise BadUse(f'{words[0]}: unknown; known are --dims, --cycles, --out, --build, --help')
    build = built(options.build, 'cubecast')
    out = folder('--out', options.out or place_in(build, 'dynamic'))
    for d in options.dims:
        for name in files_of(d):
            if (out / name).is_dir():
                raise BadUse(f'--out {out}: has a folder {name}, the name of a file to be written; move it away')
    for d in options.dims:
        with tempfile.TemporaryDirectory(prefix='.cubecast-', dir=out) as work:
            plot, data = (Path(work) / name for name in files_of(d))
            cubecast(build, 'dynamic', '--dim', d, '--load', '0.1..0.9', '--cycles', options.cycles, '--plot', plot,
                     '--data', data, stdout=None)
            with interruption.held():  # both are there, or none
                for file in (plot, data):
                    os.replace(file, out / file.name)
