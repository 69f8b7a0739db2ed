# SPDX-License-Identifier: Apache-2.0
"""Compares rows of docs/guides/fpga.md with what Yosys makes of the configurations now.

    scripts/flow.py rows node_d2_w32_all router_d2_w8_all    # the rows of these
    scripts/flow.py rows node_d2_w32_all:ecp5                # those of one target alone: xc7, ecp5 or ice40
    scripts/flow.py rows                                     # all of them, in an hour
    scripts/flow.py rows --update                            # and writes what is otherwise now

A row begins with the name of a configuration, and the lines above its table name the target: "Xilinx
7", "ECP5" or "HX8K". Cells and levels are compared, and what follows from them. A clock takes a
placement (`flow.py table fpga`, `flow.py synth`), and is left as it is.
Exit status: 0; 1: a row is otherwise, or a tool failed; 2: bad use.
"""
import math
import re

from flow import synth
from flow.configuration import members_of
from flow.options import BadUse, Failed
from flow.tools import ROOT, built, require, take_build

SUMMARY = 'are the tables of docs/guides/fpga.md as Yosys says'
USAGE = '[--update] [NAME]... [OPTION]...'

DOCUMENT = ROOT / 'docs/guides/fpga.md'
TARGETS = {'Xilinx 7': 'xc7', 'ECP5': 'ecp5', 'HX8K': 'ice40'}
KINDS = {'LUT': 'lut', 'LUT RAM': 'lut_ram', 'block RAM': 'block_ram', 'FF': 'ff', 'carry': 'carry', 'levels': 'levels'}


def add_options(options):
    options.add_argument('--update', action='store_true', help='write the rows as they are now')
    take_build(options)


def tenths(value):
    return f'{math.floor(value * 10 + 0.5) / 10:.1f}'


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip('|').split('|')]


class Measured:
    """Figures of configurations, each made once."""

    def __init__(self, build):
        self.build = build
        self.known = {}

    def figures(self, name, target):
        if (name, target) not in self.known:
            self.known[name, target] = synth.synthesise(self.build, name, target).cells
        return self.known[name, target]

    def luts(self, name, target):
        figures = self.figures(name, target)
        return figures['lut'] + figures['lut_ram']

    def cell(self, title, name, target):
        """The cell of a column, or None for one that takes more than Yosys."""
        if title in KINDS:
            return str(self.figures(name, target)[KINDS[title]])
        members = members_of(self.build, name)
        if title == 'a port and bit':
            return tenths(self.luts(name, target) / (members['dim'] * members['payload_bits']))
        if title == 'a link':
            plain = re.sub('_link.*', '', name)
            links = (self.luts(name, target) - self.luts(plain, target)) / members['dim']
            return '-' if name == plain else str(round(links))
        if title == 'LUT, times':
            plain = re.sub('_(integers|floats)$', '', name)
            return tenths(self.figures(name, target)['lut'] / self.figures(plain, target)['lut'])
        return None


def target_of(lines, heading, column, titles):
    """Yosys's target of a column. A table with both has Xilinx 7 before iCE40."""
    if 'iCE40 LUT' in titles:
        return 'xc7' if column < titles.index('iCE40 LUT') else 'ice40'
    for line in reversed(lines[:heading]):
        found = [target for words, target in TARGETS.items() if words in line]
        if found:
            return found[0]
        if line.startswith('#'):
            break
    raise BadUse(f'{DOCUMENT.name}:{heading + 1}: no line above the table names one of {", ".join(TARGETS)}; name it')


def execute(options, words):
    require('yosys')
    build = built(options.build, 'cubecast')
    lines = DOCUMENT.read_text().split('\n')
    rows = [i for i, line in enumerate(lines) if re.match(r'\| `(node|router|broadcast|soc)_\w+` \|', line)]
    names = {cells_of(lines[i])[0].strip('`') for i in rows}
    wanted = dict(word.partition(':')[::2] for word in words)
    for name, target in wanted.items():
        if name not in names:
            raise BadUse(f'{name}: has no row in {DOCUMENT.relative_to(ROOT)}; give one of its names')
        if target and target not in TARGETS.values():
            raise BadUse(f'{name}:{target}: the target must be one of {", ".join(TARGETS.values())}')
    measured = Measured(build)
    changed = 0
    found = set()
    for i in rows:
        name, *cells = cells_of(lines[i])
        name = name.strip('`')
        if words and name not in wanted:
            continue
        heading = next(k for k in range(i, 0, -1) if lines[k].startswith('|---')) - 1
        titles = cells_of(lines[heading])[1:]
        now = []
        for column, (title, cell) in enumerate(zip(titles, cells)):
            target = target_of(lines, heading, column, titles)
            found.add((name, target))
            is_wanted = cell != '-' and wanted.get(name) in (None, '', target)
            now.append(measured.cell(title.removeprefix('iCE40 '), name, target) if is_wanted else None)
            if now[-1] is not None and now[-1] != cell:
                print(f'{DOCUMENT.name}:{i + 1}: {name}: {title} is {now[-1]}, not {cell}', flush=True)
        row = '| ' + ' | '.join([f'`{name}`', *[new or old for new, old in zip(now, cells)]]) + ' |'
        if row == lines[i]:
            continue
        changed += 1
        lines[i] = row
        if options.update:
            DOCUMENT.write_text('\n'.join(lines))
    for name, target in wanted.items():
        if target and (name, target) not in found:
            raise BadUse(f'{name}:{target}: has no such row; leave :{target} out')
    print(f'{changed} rows are otherwise' if changed else 'all rows are so')
    if changed and not options.update:
        raise Failed
