# SPDX-License-Identifier: Apache-2.0
"""Checks that take too long to be tests, for hours.

    scripts/soak.sh
    scripts/flow.py soak --tops       # every top of hls/tops beside its C++, register by register

Every collective in RTL beside C++ on cubes of --dims, register by register, with two cycles a hop,
stalls and several packets; every proof for d = 2 and 3, the rules to d = 6; every
proof of links and of the core and their faults; the core beside Unicorn and QEMU for longer; the area of generated
routers beside handwritten ones, in more orders and a size more than in the tests; every row of
docs/guides/fpga.md; what nodes of rings cost; every collective on the netlist of the whole board; every test at its larger size.

--tops: in place of all that, those tops too that the tests leave out, in a build directory of their
own, build-tops. CUBECAST_TEST_SEED=n gives them other random inputs.
Exit status: 0; 1: something is not as it should be; 2: bad use.
"""
from pathlib import Path

from flow import core_proof, faults, interruption, proof
from flow.options import BadUse, Failed
from flow.tools import ROOT, built, require, run_or_fail, take_build

SUMMARY = 'checks that take too long to be tests'
USAGE = '[--dims A..B] [--tops] [--build DIR]'

DIMS = range(2, 8)
LOCKSTEPS = ['', '--pipelined', '--stall 0.3 --seeds 2', '--packets 3',
             *[f'--collective allreduce --type {of} --combine-stages 2' for of in ('uint8', 'int32', 'float32', 'bfloat16', 'float64')]]
LONG_FAULTS = [fault.name for fault in faults.every() if fault.proof.router == 'core' or proof.is_of_link(fault.proof.kind)]
TOPS = r'^(node|router|node_axi)_d[0-9]_w[0-9]*_(all|gated)(_r2)?_lockstep$'


def add_options(options):
    options.take_dims(1, 16, default=None)
    options.add_argument('--tops', action='store_true', help='every top of hls/tops, and nothing else')
    take_build(options)


def checks(build, dims):
    """The programs to run."""
    flow = [ROOT / 'scripts/flow.py']
    for words in LOCKSTEPS:
        yield [build / 'cubecast', 'measure', '--dims', f'{dims[0]}..{dims[-1]}', '--lockstep', *words.split()]
    yield [*flow, 'prove', '--dims', '2..3', '--build', build]
    # Wires of up to two cycles.
    for router in ('all', 'all_r2', 'gated', 'gated_r2'):
        yield [*flow, 'prove', f'router_d2_w2_{router}_lat2_q8_b2', '--proof', 'data', '--build', build]
    for dim in (4, 5, 6):
        yield [*flow, 'prove', f'router_d{dim}_w2_all', '--proof', 'rules', '--build', build]
    # Links whose headers, packets and checksums have one word; several; buffers of their full size.
    for link, words in (('link24_frame2', ''), ('link6_frame2', ''), ('link24_frame4', '--buffer 16')):
        yield [*flow, 'prove', f'node_d1_w1_gated_{link}_crc16_b1', '--proof', 'link', *words.split(), '--build', build]
    for link, kind in (('link6_frame2', 'link_progress'), ('link24_lat1_frame2', 'link_delayed')):
        yield [*flow, 'prove', f'node_d1_w1_gated_{link}_crc16_b1', '--proof', kind, '--build', build]
    for kind in core_proof.PROOFS:
        yield [*flow, 'prove', '--proof', kind, '--build', build]
    for emulator in ('unicorn', 'qemu'):
        if (program := build / f'core_beside_{emulator}').exists():
            yield [program, '1000000', '7']
    yield [*flow, 'mutate', '--against', 'proofs', *LONG_FAULTS, '--build', build]
    yield [*flow, 'area', 'router_d3_w32_all_q4', 'router_d4_w32_all_q4', '--build', build]
    yield [*flow, 'rows', '--build', build]
    yield [ROOT / 'examples/ring_node/compare.sh', build, '5']
    # The netlist of the whole board; the tests use that of the smallest one.
    yield ['cmake', '-B', build, '-DCUBECAST_NETLIST_NODES=']
    yield ['cmake', '--build', build, '--target', 'board_simulation_tests']
    yield ['ctest', '--test-dir', build, '--tests-regex', 'OnTheNetlist', '--output-on-failure']
    yield ['cmake', '-B', build, '-UCUBECAST_NETLIST_NODES']
    # The tests in their larger sizes (test_support/sizes.hpp).
    yield ['env', 'CUBECAST_SOAK=1', 'ctest', '--test-dir', build, '--label-regex', 'unit|long', '--output-on-failure']
    # ctest does not know the larger parameters of these tests.
    for tests, cases in (('system_tests', '*CayleyNetworks*:OfNetworks/Engines*'), ('rtl_sim_tests', 'Dimensions/RtlServers*')):
        yield ['env', 'CUBECAST_SOAK=1', f'CUBECAST_CACHE={build}/models', build / tests, f'--gtest_filter={cases}']


def soak_tops(build):
    for words in (['cmake', '--preset', 'default', '-B', build, '-DCUBECAST_ALL_LOCKSTEPS=ON'],
                  ['cmake', '--build', build, '--target', 'cubecast_locksteps'],
                  ['ctest', '--test-dir', build, '--tests-regex', TOPS, '--output-on-failure']):
        run_or_fail(*words, cwd=ROOT)


def execute(options, words):
    if words:
        raise BadUse(f'{words[0]}: unknown; known are --dims, --tops, --build, --help')
    if options.tops:
        if options.dims:
            raise BadUse(f'--dims {options.dims[0]}..{options.dims[-1]}: is not of --tops; leave one of them out')
        return soak_tops(Path('build-tops') if options.build == ROOT / 'build' else options.build.resolve())
    require('yosys', 'yosys-abc', 'verilator')
    build = built(options.build, 'cubecast', 'stepc')
    # All checks run, even if some fail.
    if any([interruption.run(words, cwd=ROOT).returncode for words in checks(build, options.dims or DIMS)]):
        raise Failed
