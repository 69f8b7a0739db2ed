# SPDX-License-Identifier: Apache-2.0
"""Prints a table of the documents, as Markdown.

    scripts/flow.py table fpga router_d2_w8_all         # docs/guides/fpga.md
    scripts/flow.py table models node_d2_w64_gated      # docs/guides/rtl.md
    scripts/flow.py table networks ring:12 torus:4x6    # docs/guides/networks.md
    scripts/flow.py table families torus:8x8            # docs/guides/networks.md
    scripts/flow.py table widths random:16,3,1          # docs/guides/links.md
    scripts/flow.py table deadlock ring:12              # docs/theory/plans.md

Without names the rows are those of the document; for fpga that takes hours.

  fpga      The cost of configurations, said as to `cubecast rtl`, on Xilinx 7 and iCE40, and the
            placed clock on the HX8K where they fit, as of `flow.py synth`.
  models    The seconds that a model takes to build, one after the other on one processor, in an
            empty store of its own.
  networks  Cycles beside the lower bound, for one packet and root 0; all-port, and one-port where
            the head says so.
  families  Cycles of every collective beside the lower bound, all ports, for one packet and for
            eight, on three networks of each family.
  widths    Cycles over the lower bound, all ports and 64 packets, where each link has all, half, a
            quarter or an eighth of 48 wires: in the mean of the networks, and the worst.
  deadlock  Cycles of alltoall and allgather with 20 packets: on routes with cyclic channel
            dependencies, with the depth of queues that these take; and on routes without, with
            queues that never fill and with queues of 8.

Exit status: 0; 1: a tool failed; 2: bad use.
"""
import json
import math
import os
import random
import re
import subprocess
import tempfile

from flow import interruption, place, synth
from flow.configuration import Configurations, members_of
from flow.options import BadUse, Failed
from flow.tools import built, cubecast, number, require, take_build

SUMMARY = 'a table of the documents: fpga, models, networks, families, widths or deadlock'
USAGE = 'fpga|models|networks|families|widths|deadlock [NAME]... [--MEMBER VALUE]... [OPTION]...'


def add_options(options):
    options.take_seeds(help='fpga: placements to try (3)')
    options.add_argument('--keep', action='store_true',
                         help='fpga: take the figures that DIR has from an earlier run instead of making them again')
    take_build(options)


def check_names(build, kind, names):
    """Refuses what is no configuration or network, before the table begins."""
    for name in names:
        cubecast(build, kind, name)


def rounded(value):
    return number(math.floor(value * 10 + 0.5) / 10)


def row(*cells):
    print('| ' + ' | '.join(map(str, cells)) + ' |', flush=True)


def head(titles):
    row(*titles)
    print('|' + '---|' * len(titles), flush=True)


# The rows vary one thing after another: dimension, payload, ports, rules, hop.
FPGA = [f'{part}_{rest}{hop}' for part in ('router', 'node')
        for rest in ('d2_w32_all', 'd3_w32_all', 'd4_w32_all', 'd5_w32_all', 'd6_w32_all', 'd3_w8_all', 'd3_w64_all',
                     'd3_w32_gated', 'd2_w8_all')
        for hop in ('', '_r2')]
FPGA += ['router_d4_w1_all', 'router_d4_w1_all_r2']
FPGA += [f'router_d3_w32_all_rules_{rules}' for rules in ('ecube', 'sbt', 'table', 'ecube_ring')]


def figures(build, name, target, device, options):
    """The result of the configuration, made if it is not there or not to be kept."""
    result = synth.place_of(build, name, device or target) / 'result.json'
    if not (options.keep and result.exists()):
        result.unlink(missing_ok=True)
        try:
            top = synth.synthesise(build, name, target, device)
            if device:
                place.place(top, device, options.seeds or 3)
        except Failed:
            if not result.exists():  # a configuration that does not fit has one
                raise
    return json.loads(result.read_text())


def fpga(options, words):
    chosen = Configurations(words)
    require('yosys', *place.programs('hx8k'))
    build = built(options.build, 'cubecast')
    names = chosen.names(build, FPGA)
    head(['configuration', 'LUT', 'LUT RAM', 'block RAM', 'FF', 'carry', 'levels', 'a port and bit', 'iCE40 LUT', 'FF',
          'block RAM', 'carry', 'levels', 'HX8K, MHz'])
    for name in names:
        xc7 = figures(build, name, 'xc7', None, options)
        ice40 = figures(build, name, 'ice40', 'hx8k', options)
        members = members_of(build, name)
        lines = (members.get('dim') or members['ports']) * members['payload_bits']
        row(f'`{name}`', *[xc7[kind] for kind in ('lut', 'lut_ram', 'block_ram', 'ff', 'carry', 'levels')],
            rounded((xc7['lut'] + xc7['lut_ram']) / lines),
            *[ice40[kind] for kind in ('lut', 'ff', 'block_ram', 'carry', 'levels')], ice40['mhz'] or '-')


MODELS = [*[f'node_d{d}_w64_gated' for d in range(2, 9)], 'node_d3_w13_gated',
          *[f'node_d3_w64_gated_{rest}' for rest in ('r2', 'integers', 'floats', 's2_floats')], 'node_d6_w64_gated_floats',
          *[f'labelled_p{ports}_w64_gated' for ports in (2, 4, 7)], 'broadcast_d3_w64', 'broadcast_d5_w64']


def models(options, words):
    build = built(options.build, 'cubecast')
    check_names(build, 'configuration', words)
    with tempfile.TemporaryDirectory() as store:
        environment = {**os.environ, 'CUBECAST_CACHE': store}

        def said(*words):
            result = interruption.run([*words], env=environment, stdout=subprocess.PIPE, text=True)
            if result.returncode:
                raise Failed
            return result.stdout
        # Builds in parallel would each report the time of all.
        for name in words or MODELS:
            said('taskset', '-c', '0', build / 'cubecast', 'models', '--build', name)
        entries = json.loads(said(build / 'cubecast', 'models', '--json'))
    texts = {entry['name']: entry['build_seconds'] for entry in entries if entry['kind'] == 'text'}
    head(['model', 'text, s', 'compiled, s', 'MiB'])
    for entry in entries:
        seconds, size = rounded(entry['build_seconds']), rounded(entry['bytes'] / 2**20)
        if entry['kind'] == 'support':
            print(f'| `support`, once for all | | {seconds} | {size} |')
        elif entry['kind'] == 'rtl':
            row(f'`{entry["name"]}`', rounded(texts[entry['name']]), seconds, size)


NETWORKS = ('cube:5 ring:12 circulant:13:1,5 complete:8 torus:4x6 torus:3x3x3 hamming:3x4 ccc:4 butterfly:4 star:5 pancake:5 '
            'bubblesort:4 folded:5 cyclic:3,4 macrostar:2,2 product:ccc:3*ring:4 mesh:3x5 mesh:4x4 path:7 debruijn:4').split()
COLUMNS = [('broadcast', 'all'), ('scatter', 'all'), ('allgather', 'all'), ('alltoall', 'all'), ('allgather', 'one'),
           ('allgather', 'half'), ('alltoall', 'one')]


def span(of):
    return of['most'] if of['least'] == of['most'] else f'{of["least"]}..{of["most"]}'


def fewest(runs, collective, ports):
    """The fewest cycles of its algorithms, and the bound where that is less."""
    of = [run for run in runs if run['collective'] == collective and run['ports'] == ports]
    if not of:
        return '-'
    best = min(of, key=lambda run: run['cycles'])
    return best['cycles'] if best['cycles'] == best['lower_bound'] else f'{best["cycles"]} ({best["lower_bound"]})'


def networks(options, words):
    build = built(options.build, 'cubecast')
    check_names(build, 'network', words)
    head(['network', 'n', 'degree', 'diameter', 'sum of distances', 'broadcast', 'scatter', 'allgather', 'alltoall', 'allgather, one',
          'half', 'alltoall, one'])
    for network in words or NETWORKS:
        facts = json.loads(cubecast(build, 'network', network, '--json'))
        lines = cubecast(build, 'measure', '--network', network, '--json').splitlines()
        runs = [json.loads(line) for line in lines]
        row(f'`{network}`', facts['nodes'], span(facts['degree']), facts['diameter'], span(facts['status']),
            *[fewest(runs, collective, ports) for collective, ports in COLUMNS])


# Three sizes of each.
FAMILIES = ('cube:3 cube:4 cube:6 folded:3 folded:4 folded:6 twisted:3 twisted:5 twisted:7 crossed:3 crossed:4 crossed:6 moebius:3 moebius:4 '
            'moebius:6 ring:8 ring:16 ring:64 path:4 path:8 path:32 circulant:8:1,3 circulant:13:1,5 circulant:64:1,8 complete:4 complete:8 '
            'complete:16 torus:3x3 torus:4x6 torus:8x8 mesh:3x3 mesh:4x5 mesh:8x8 hyperx:3x3 hyperx:4x6 hyperx:8x8 ccc:3 ccc:4 ccc:5 '
            'butterfly:3 butterfly:4 butterfly:5 cyclic:3,2 cyclic:3,3 cyclic:4,2 star:3 star:4 star:5 pancake:3 pancake:4 pancake:5 '
            'bubblesort:3 bubblesort:4 bubblesort:5 macrostar:2,1 macrostar:3,1 macrostar:2,2 debruijn:3 debruijn:4 debruijn:6 kautz:2,2 '
            'kautz:2,3 kautz:2,5 dragonfly:2,1 dragonfly:4,1 dragonfly:4,2 leafspine:2,3,2 leafspine:4,4,2 fattree:4 '
            'random:10,3,1 random:20,4,1 random:64,6,1 product:ring:4*path:3 product:star:3*ring:4 product:ccc:3*ring:3').split()
COLLECTIVES = ('broadcast reduce scatter gather allgather reduce-scatter alltoall allreduce scan exscan barrier').split()


def families(options, words):
    build = built(options.build, 'cubecast')
    check_names(build, 'network', words)
    head(['network', 'n', 'ports', *COLLECTIVES])
    for network in words or FAMILIES:
        said = cubecast(build, 'measure', '--network', network, '--ports', 'all', '--packets', '1..8', '--factor', 8, '--json')
        runs = [json.loads(line) for line in said.splitlines()]
        facts = json.loads(cubecast(build, 'network', network, '--json'))

        def cell(collective):
            return ', '.join(str(fewest([run for run in runs if run['packets'] == packets], collective, 'all'))
                             for packets in (1, 8) if (collective, packets) != ('barrier', 8))
        row(f'`{network}`', facts['nodes'], facts['ports'], *map(cell, COLLECTIVES))


WIDTHS = [f'random:{n},3,{seed}' for n in range(6, 16, 2) for seed in range(6)]


def widths(options, words):
    build = built(options.build, 'cubecast')
    check_names(build, 'network', words)
    ratios = {collective: [] for collective in COLLECTIVES if collective != 'barrier'}
    with tempfile.NamedTemporaryFile('w') as file:
        for network in words or WIDTHS:
            links = json.loads(cubecast(build, 'network', network, '--links', '--json'))['links']
            chance = random.Random(network)
            lines = [f'{node} {other} {chance.choice((48, 24, 12, 6))}\n' for node, _, other, _ in links if node < other]
            file.truncate(0)
            file.seek(0)
            file.writelines(['48\n', *lines])
            file.flush()
            for collective in ratios:
                run = json.loads(cubecast(build, 'run', collective, '--network', network, '--link-wires', file.name,
                                          '--packets', 64, '--json'))
                ratios[collective].append(run['cycles'] / run['lower_bound'])
    head(['collective', 'in the mean', 'worst'])
    for collective, found in ratios.items():
        row(collective, f'{sum(found) / len(found):.2f}', f'{max(found):.2f}')


DEADLOCK = 'ring:12 torus:4x6 torus:8x8 mesh:8x8 star:4 star:5 ccc:4 butterfly:4 debruijn:5 folded:5'.split()


def enough(build, collective, network, algorithm):
    """The depth that no queue fills, or "any" where there is no cycle."""
    said = interruption.run([build / 'cubecast', 'deadlock', '--network', network, '--collective', collective, '--algorithm',
                             algorithm, '--packets', '20', '--queue-depth', '4'], stdout=subprocess.PIPE, text=True).stdout
    for line in said.splitlines():
        if found := re.search(r'queues of ([0-9]*) are enough', line):
            return found[1]
        if 'none: in this order' in line:
            return 'any'
    return ''


def deadlock(options, words):
    build = built(options.build, 'cubecast')
    check_names(build, 'network', words)
    head(['network', 'alltoall `shortest`', 'queues', '`acyclic`', 'queues of 8', 'allgather `tree`', 'queues', '`acyclic`',
          'queues of 8'])
    for network in words or DEADLOCK:
        cells = []
        for collective, algorithm in (('alltoall', 'shortest'), ('allgather', 'tree')):
            def cycles(algorithm, *rest):
                return json.loads(cubecast(build, 'run', collective, '--network', network, '--algorithm', algorithm,
                                           '--packets', 20, '--json', *rest))['cycles']
            cells += [cycles(algorithm), enough(build, collective, network, algorithm), cycles('acyclic'),
                      cycles('acyclic', '--queue-depth', 8)]
        row(f'`{network}`', *cells)


TABLES = {'fpga': fpga, 'models': models, 'networks': networks, 'families': families, 'widths': widths, 'deadlock': deadlock}


def execute(options, words):
    if not words or words[0] not in TABLES:
        raise BadUse(f'{words[0] if words else "no table"}: must be one of {", ".join(TABLES)}')
    name, *rest = words
    if name != 'fpga':
        for word in rest:
            if word.startswith('-'):
                raise BadUse(f'{word}: unknown; see --help')
        if options.keep or options.seeds:
            raise BadUse(f'{"--keep" if options.keep else "--seeds"}: is of the table fpga; leave it out for {name}')
    TABLES[name](options, rest)
