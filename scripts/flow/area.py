# SPDX-License-Identifier: Apache-2.0
"""LUTs of generated routers beside the handwritten one of the same function
(rtl_sim/reference/router.sv).

    scripts/area.sh router_d3_w32_all_q4 router_d4_w32_all_q4
    scripts/area.sh --kind router --dim 3 --payload-bits 13 --port-model all

By Yosys for Lattice iCE40 and Xilinx 7. The mapper's result depends on the order of the cells, by
as much as thirty percent: the numbers are medians over N orders, and the smallest and largest. A
LUT RAM counts as the LUTs it is made of; the slices' wide multiplexers, which are no LUTs, are not
used.

Routers are said as to `cubecast rtl`; router_d3_w32_all_q4 if left out. The handwritten one is of
cubes, all-port, with one cycle a hop and all rules.
Exit status 1: a generated router is more than 10 % larger, or a tool failed; 2: bad use.
"""
import re
import shutil

from flow.configuration import Configurations, members_of, name_of
from flow.netlist import cells_by_kind, shuffled
from flow.options import BadUse, Failed
from flow.tools import ROOT, alone_in, built, cubecast, place_in, require, run_once, take_build, yosys_once

SUMMARY = 'LUTs of generated routers beside the handwritten one'
USAGE = '[NAME|FILE]... [--MEMBER VALUE]... [OPTION]...'

REFERENCE = ROOT / 'rtl_sim/reference/router.sv'
SYNTHESES = {'ice40': 'synth_ice40', 'xilinx': 'synth_xilinx -flatten -family xc7 -nowidelut'}
# The handwritten router has only one value of these members.
SAME = '--kind router --port-model all --hop-cycles 1 --sequence-bits 16 --memory-waits on --rules all'.split()


def add_options(options):
    options.take('--orders', must='an odd number below 100', like='[1-9]?[13579]', to=int, metavar='N', default=5,
                 help='orders of the cells, an odd number below 100 (%(default)s)')
    take_build(options)


def stop_latency():
    header = ROOT / 'hls/network/link.hpp'
    found = re.search(r'kStopLatency = (\d+);', header.read_text())
    if not found:
        raise BadUse('hls/network/link.hpp: kStopLatency is not there')
    return found[1]


def luts(netlist, synthesis):
    """LUTs that it maps the netlist to."""
    log = netlist.with_suffix('.log')
    run_once(log, [netlist], [], 'yosys', '-Q', '-p', f'read_rtlil {netlist.name}; {synthesis} -top router -run map_luts:')
    statistics = log.read_text().rpartition('Printing statistics')[2]
    by_type = {name: int(count) for name, count in re.findall(r'^ +(\w+) +(\d+)$', statistics, re.M)}
    kinds = cells_by_kind(by_type)
    if not kinds['lut'] + kinds['lut_ram']:
        raise Failed(f'no LUTs in what {synthesis} makes')
    return kinds['lut'] + kinds['lut_ram']


def sizes(work, text, synthesis, commands, orders):
    """The median, the least and the most LUTs over some orders. The steps before the mapper are
    done once."""
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(text, work / 'router.sv')
    yosys_once(work / 'log', ['router.sv'], ['mapped.il'],
               f'read_verilog -sv router.sv; {commands}; rename -top router; '
               f'{synthesis} -top router -run begin:map_luts; write_rtlil mapped.il')
    lines = (work / 'mapped.il').read_text().splitlines()
    found = []
    for seed in range(1, orders + 1):
        netlist = work / f'netlist_{seed}.il'
        netlist.write_text('\n'.join(shuffled(lines, seed)) + '\n')
        found.append(luts(netlist, synthesis))
    found.sort()
    return found[orders // 2], found[0], found[-1]


def execute(options, words):
    require('yosys')
    chosen = Configurations(words)
    build = built(options.build, 'cubecast')
    names = chosen.names(build, ['router_d3_w32_all_q4'])
    for name in names:
        if name_of(build, name, *SAME) != name or not re.match('router_d[2-9]', name):
            raise BadUse(f'{name}: the handwritten router is of a cube of 2 to 9 dimensions, all-port, with one cycle a hop, '
                         'sequences of 16 bits and all rules, such as router_d3_w32_all_q4')
    stop = stop_latency()
    work = place_in(build, 'area')
    print(f'{"router":24} {"family":7} {"handwritten (from, to)":>24} {"generated (from, to)":>24} {"difference":>11}',
          flush=True)
    larger = False
    with alone_in(work):
        for name in names:
            cubecast(build, 'rtl', name, '--output', work / name)
            members = members_of(build, name)
            parameters = (f'-set D {members["dim"]} -set PAYLOAD {members["payload_bits"]} '
                          f'-set DEPTH {members["queue_depth"]} -set STOP {stop}')
            for family, synthesis in SYNTHESES.items():
                place = work / f'{name}_{family}'
                by_hand = sizes(place / 'by_hand', REFERENCE, synthesis,
                                f'chparam {parameters} reference_router; hierarchy -auto-top', options.orders)
                by_stepc = sizes(place / 'by_stepc', work / name / f'{name}.sv', synthesis, f'hierarchy -top {name}',
                                 options.orders)
                shown = ['{} ({}, {})'.format(*found) for found in (by_hand, by_stepc)]
                difference = 100 * (by_stepc[0] - by_hand[0]) / by_hand[0]
                print(f'{name:24} {family:7} {shown[0]:>24} {shown[1]:>24} {difference:+10.1f}%', flush=True)
                larger |= 10 * by_stepc[0] > 11 * by_hand[0]
    if larger:
        raise Failed
