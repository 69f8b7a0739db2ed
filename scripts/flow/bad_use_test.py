# SPDX-License-Identifier: Apache-2.0
"""Commands refuse bad use in one line that names the value, with exit status 2. The line about a
configuration is that of `cubecast configuration`. CUBECAST_BUILD: the build directory, with
cubecast in it."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from flow import command, guides
from flow.tools import ROOT

BUILD = os.environ.get('CUBECAST_BUILD', str(ROOT / 'build'))
LONG = 300 * 'x'
# Commands without --build.
UNBUILT = ('compare-rtl', 'guides', 'history', 'nothing')

CONFIGURED = ['synth', 'prove', 'area', 'package', 'board', 'table fpga']
# Rows for all these commands: (part of the message, arguments).
COMMON = [
    ('--tops x: configuration has no option --tops', '--tops x'),
    ('node_d17_w32_all: dim 17: must be 1 to 16', 'node_d17_w32_all'),
    ('--payload-bits 65: must be 1 to 64', 'router_d3_w8_all --payload-bits 65'),
    ('--payload-bits 65: must be 1 to 64', '--payload-bits=65 router_d3_w8_all'),
    ('--dim: needs a value', '--dim'),
    ('--dim: needs a value', f'--dim --build {shlex.quote(BUILD)}'),
    ('--nope: configuration has no option --nope', '--nope'),
    ('--nope: configuration has no option --nope', '--nope --dim 3'),
    ('--build: needs a value', '--build'),
    ('--json: unknown', 'node_d2_w8_all --json'),
    ('-x: unknown', '-x'),
    ('--build /nowhere: not configured', '--build /nowhere router_d2_w2_all'),
    ('--build /a b: not configured', '--build "/a b" router_d2_w2_all'),
    (f'--build {LONG}: cannot be read: File name too long; give a build directory', f'--build {LONG} router_d2_w2_all'),
]

# A configuration that fits a board; options derive others from it.
BOARD = 'node_d2_w8_gated_q128_e4_b6_nowaits'
# (Part of the message, command and arguments).
ROWS = [
    ('give a command: synth, ', ''),
    ("invalid choice: 'nothing' (choose from 'synth'", 'nothing'),

    ('rules ecube,xyz: must be all, or of ecube, ascending', 'synth node_d3_w8_all_rules_ecube_xyz'),
    ('none.json: cannot be read', 'synth none.json'),
    ('cubecast: node_d2_w8_all', 'synth node_d3_w8_all node_d2_w8_all'),
    ('--target: needs a value', 'synth --target'),
    ("--target '': needs a value", 'synth --target ""'),
    ('--target asic: must be', 'synth --target asic'),
    ('--device lp1k: must be one of hx8k up5k for ice40', 'synth --device lp1k'),
    ('--device hx8k: must be one of lfe5u-25f', 'synth --target ecp5 --device hx8k'),
    ('--device hx8k up5k: must be one of', 'synth --device "hx8k up5k"'),
    ('--device up5k: of ice40 and ecp5 only', 'synth --target xc7 --device up5k'),
    ('--seeds 2: of ice40 and ecp5 only', 'synth --target xcup --seeds 2'),
    ('--seeds 0: must be', 'synth --target ecp5 --seeds 0'),
    ('--seeds -1: must be', 'synth --seeds -1'),
    ('--seeds 1e3: must be', 'synth --seeds 1e3'),
    ('--cube: is of systems, and the kind of node_d2_w8_all is node', 'synth node_d2_w8_all --cube'),
    ('--cube: is of a configuration', 'synth top.sv --cube'),
    ('none.sv: cannot be read: No such file', 'synth none.sv'),
    ('binary.sv: cannot be read: is no text', 'synth binary.sv'),
    ('clockless.sv: has no module clockless with clk and rst', 'synth clockless.sv'),
    ('other.sv: has no module other with clk and rst', 'synth other.sv'),
    ('top.sv: is RTL, whose configuration is settled; give it alone', 'synth top.sv --dim 3'),
    ('top.sv: is RTL, whose configuration is settled; give it alone', 'synth node_d2_w8_all top.sv'),

    ('--dims: needs a value', 'prove --dims'),
    ('--dims 2..7: must be A..B', 'prove --dims 2..7'),
    ('--dims 3..2: must be A..B', 'prove --dims 3..2'),
    ('--dims 2..3: is of many routers; leave it or router_d2_w2_all out', 'prove --dims 2..3 router_d2_w2_all'),
    ('kind node: must be router', 'prove node_d2_w8_all'),
    ('ports 4: proved are routers of cubes', 'prove router_p4_w8_all'),
    ('dim 1: must be 2 or more', 'prove router_d1_w8_all'),
    ('rules ecube: must be all', 'prove router_d2_w8_all_rules_ecube'),
    ('memory_waits False: must be true', 'prove router_d2_w8_all --memory-waits off'),
    ('payload_bits 1: must be 2 or more for the proof data', 'prove router_d2_w1_all'),
    ('port_model all: must be gated for the proof half_duplex', 'prove router_d2_w2_all --proof half_duplex'),
    ('--proof x: must be one of rules, control', 'prove --proof x'),
    ('--proof rules: is of one router', 'prove --proof rules'),
    ('kind node: must be router, or node with link_wires', 'prove node_d2_w8_all --proof link'),
    ('link_check none: must be crc16 or crc32', 'prove node_d2_w8_gated_link8 --proof link'),
    ('frame_packets 16: must be at most 4', 'prove node_d2_w8_gated_link8_crc16 --proof link'),
    ('--buffer 5: must be 4, 8 or 16', 'prove node_d2_w8_gated_link8_crc16 --buffer 5'),
    ('--buffer 4: is of the proofs of links', 'prove router_d2_w2_all --buffer 4'),
    ('--from 1: is of the proof data alone', 'prove router_d2_w2_all --proof rules --from 1'),
    ('--from 4: must be 0 to 3 for router_d2_w2_all', 'prove router_d2_w2_all --proof data --from 4'),

    ('--orders 2: must be an odd number', 'area --orders 2'),
    ('node_d2_w8_all: the handwritten router is of a cube', 'area node_d2_w8_all'),
    ('router_p4_w8_all: the handwritten router is of a cube', 'area router_p4_w8_all'),
    ('router_d3_w8_all_r2: the handwritten router is of a cube', 'area router_d3_w8_all_r2'),

    ('no configuration is given', 'package'),
    ('--output: needs', 'package --output'),
    ('axi_rules: no name of a configuration', 'package axi_rules'),
    ('node_d2_w8_gated: named twice', 'package node_d2_w8_all node_d2_w8_gated --port-model gated'),
    ('--output x.zip: must end with .tar.gz', 'package --output x.zip node_d2_w8_all'),
    ('--output folder.tar.gz: is no regular file', 'package --output folder.tar.gz node_d2_w8_all'),
    ('--output fifo.tar.gz: is no regular file', 'package --output fifo.tar.gz node_d2_w8_all'),
    ('--output none/x.tar.gz: none is no folder', 'package --output none/x.tar.gz node_d2_w8_all'),

    ('--bauds 9600: configuration has no option --bauds', 'board --bauds 9600'),
    ('--board: unknown', 'board --board'),
    ('cubecast: node_d1_w8_gated', 'board node_d2_w8_gated node_d1_w8_gated'),
    ('--kind router: a board has injectors and memories; must be node', 'board router_d2_w8_gated'),
    ('--ports 3: the nodes of a board are those of a cube; give --dim', 'board --ports 3'),
    ('--dim 5: requests have 4 bits for the number of a node; must be 1 to 4', 'board --dim 5'),
    ('--payload-bits 16: what has come over 2 ports', f'board {BOARD} --payload-bits 16'),
    ('with a bit for each port; must be 1 to 9 on a board', 'board --dim 3 --payload-bits 10'),
    ('--port-model all: a board runs one-port', 'board --port-model all'),
    ('--operators integers: the nodes of a board combine no packets', 'board node_d2_w8_gated_integers'),
    ('--memory-waits on: the memory of a board takes a packet', 'board node_d2_w8_gated'),
    ('--sequence-bits 11: a memory has at most 4096 places', 'board --sequence-bits 11'),
    ('--queue-depth 64: ', 'board --queue-depth 64'),
    ('--program-depth 2: ', 'board --program-depth 2'),
    ('none.json: cannot be read', 'board none.json'),
    ('--baud: needs a value', 'board --baud'),
    *[(f'--baud {baud}: must be', f'board --baud {baud}') for baud in ('fast', 2000, 921600000, 5000000, 1600000)],
    ('--seeds 0: must be', 'board --seeds 0'),

    ('--what: unknown; known are --dims', 'soak --what'),
    ('--dims 0..2: must be A..B with 1 <= A', 'soak --dims 0..2'),
    ('--dims 2..3: is not of --tops', 'soak --tops --dims 2..3'),
    ('usage: compare_rtl.sh [-r RENAMES]', 'compare-rtl'),
    ('-p x: must be a number of lines', 'compare-rtl -p x .'),
    ('-r none: cannot be read', 'compare-rtl -r none .'),
    ('-r folder.tar.gz: cannot be read', 'compare-rtl -r folder.tar.gz .'),
    ('-r broken.json: is no sed script: ', 'compare-rtl -r broken.json .'),
    ('-r zero: is no text; give a sed script', 'compare-rtl -r zero .'),
    ('none: must be a folder', 'compare-rtl none .'),
    ('folder.tar.gz: has no .sv files', 'compare-rtl folder.tar.gz folder.tar.gz'),
    ('no table: must be one of fpga', 'table'),
    ('x: must be one of fpga', 'table x'),
    ('--keep: is of the table fpga', 'table networks --keep'),
    ('--what: unknown', 'table networks --what'),
    ('x: has no row in docs/guides/fpga.md; give one of its names', 'rows x'),
    ('node_d2_w32_all:asic: the target must be one of xc7, ecp5, ice40', 'rows node_d2_w32_all:asic'),
    ('node_d1_w32_all:ecp5: has no such row', 'rows node_d1_w32_all:ecp5'),
    ('--dims 0..2: must be A..B', 'plots --dims 0..2'),
    ('nope: no name of a configuration', 'table models nope'),
    ('nope: no name of a configuration', 'table models node_d2_w64_gated nope'),
    (': no name of a configuration', 'table models ""'),
    ('ring:2: must be ring:N', 'table networks ring:5 ring:2'),
    ('nope:3: must be KIND:PARAMETERS', 'table deadlock ring:5 nope:3'),
    ('--cycles 0: must be 1 to 100000', 'plots --cycles 0'),
    ('--cycles 100001: must be 1 to 100000', 'plots --cycles 100001'),
    ('--out broken.json: is no folder; give a folder', 'plots --dims 2..2 --out broken.json'),
    ('--out broken.json/x: cannot be made or written to: Not a directory', 'plots --dims 2..2 --out broken.json/x'),
    ('--out /proc/x: cannot be made or written to: ', 'plots --dims 2..2 --out /proc/x'),
    ('--out taken: has a folder delay_d3.dat', 'plots --dims 2..3 --out taken'),
    ('--work broken.json: is no folder', 'prove router_d2_w2_all --work broken.json'),
    ('x: give a name, such as router_d3_w8_all, and commits', 'history x'),
    ('/nowhere: is no file; give a page', 'guides /nowhere'),
    ('--limit 0: must be 1 to 9999', 'guides --limit 0'),
    ('--against x: must be tests, lockstep or proofs', 'mutate --against x'),
    ('no_fault: must be a folder or a file of the sources, or one of late_stop, ', 'mutate no_fault'),
    ('no_fault: must be a folder or a file of the sources, or one of late_stop, ', 'mutate --against proofs no_fault'),
    *[(f'{outside}: must be a folder or a file of the sources', f'mutate {outside}') for outside in ('/etc', '..', "''")],
    ('..: must be a folder or a file of the sources', 'mutate --against lockstep ..'),
    ('x: unknown; see --help', 'times x'),
    ('/nowhere/.ninja_log: is not there; scripts/run.sh makes it', 'times --build /nowhere'),
    ('lazy_port hls/router: must be folders of the sources, or faults of the list', 'mutate lazy_port hls/router'),
]
# Stub -> command.
STUBS = {'synth.sh': 'synth', 'prove.sh': 'prove', 'area.sh': 'area', 'board.sh': 'board', 'package.sh': 'package',
         'compare_rtl.sh': 'compare-rtl', 'soak.sh': 'soak'}


def words_of(text):
    """The words of a row, with --build where it is an option, in front of what may lack a value."""
    words = shlex.split(text)
    if words and words[0] not in UNBUILT and '--build' not in words[1:]:
        words[1:1] = ['--build', BUILD]
    return words


def ended(words):
    """The exit status of a command in a process of its own, and what it and its programs say."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            status = 70
            try:
                status = command.main('', words)
            except SystemExit as end:
                status = end.code
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return status, said.read().decode()


class BadUse(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        os.mkdir('folder.tar.gz')
        os.mkfifo('fifo.tar.gz')
        os.makedirs('taken/delay_d3.dat')
        Path('broken.json').write_text('{"a":')
        Path('zero').write_text('\0')
        Path('binary.sv').write_bytes(b'\xff')
        for name, module in (('top', 'top'), ('other', 'top')):
            Path(f'{name}.sv').write_text(f'module {module}(input clk, rst); endmodule\n')
        Path('clockless.sv').write_text('module clockless(input rst); wire clk; endmodule\n')

    def expect(self, text, outcome):
        status, said = outcome
        self.assertEqual(status, 2, said)
        self.assertIn(text, said)
        self.assertEqual(said.count('\n'), 1, said)

    def test_is_refused(self):
        for text, words in ROWS:
            with self.subTest(words):
                self.expect(text, ended(words_of(words)))

    def test_is_refused_wherever_configurations_are_given(self):
        for name in CONFIGURED:
            for text, words in COMMON:
                with self.subTest(f'{name} {words}'):
                    self.expect(text, ended(words_of(f'{name} {words}')))

    def test_of_a_tool_that_is_not_there(self):
        path = os.environ['PATH']
        self.addCleanup(os.environ.__setitem__, 'PATH', path)
        os.environ['PATH'] = '/nowhere'
        for asked in ('--seeds 2', '--device lfe5u-85f'):
            self.expect('nextpnr-ecp5 and ecppack not on PATH, and not in a package of Debian 12 (docs/guides/fpga.md says where); '
                        'without --device and --seeds Yosys synthesises for ecp5 and counts cells',
                        ended(words_of(f'synth --target ecp5 {asked}')))
        with tempfile.TemporaryDirectory() as folder:
            os.environ['PATH'] = folder
            there = Path(folder) / 'nextpnr-ecp5'
            there.touch(0o755)
            self.expect(': ecppack not on PATH, and not', ended(words_of('synth --target ecp5 --seeds 2')))
        os.environ['PATH'] = '/nowhere'
        self.expect('yosys is not on PATH; scripts/setup.sh installs it', ended(words_of('synth --target xc7')))

    def test_of_a_standard_output_that_takes_nothing(self):
        networks = f'table networks ring:5 --build {shlex.quote(BUILD)}'
        for words in (networks, 'synth --help', '--help'):
            for to, text in (('>/dev/full', 'cannot be written to its end: No space left on device; the result is lost'),
                             ('>&-', 'is closed; send it to a file, or to /dev/null')):
                with self.subTest(words + to):
                    flow = shlex.quote(str(ROOT / 'scripts/flow.py'))
                    result = subprocess.run(['sh', '-c', f'{flow} {words} {to}'], stderr=subprocess.PIPE, text=True)
                    self.expect(f': standard output: {text}', (result.returncode, result.stderr))

    @unittest.skipIf(subprocess.run(['unshare', '--mount', 'true'], stderr=subprocess.DEVNULL).returncode, 'no mounts here')
    def test_of_a_folder_that_cannot_be_written_to(self):
        for words in ('board.sh', 'synth.sh', 'area.sh', 'prove.sh router_d2_w2_all', 'package.sh router_d2_w2_all', 'run.sh',
                      'test.sh --quick', 'flow.py plots --dims 2..2', 'flow.py mutate', 'flow.py mutate --against proofs',
                      'flow.py history router_d3_w8_all HEAD'):
            with self.subTest(words):
                result = subprocess.run(guides.sandbox(f'scripts/{words}')(ROOT, 60), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
                self.expect(': cannot be written to', (result.returncode, result.stdout))
                self.assertIn(' a folder of yours', result.stdout)

    def test_of_the_scripts_that_call_commands(self):
        for stub, name in STUBS.items():
            with self.subTest(stub):
                result = subprocess.run([ROOT / 'scripts' / stub, '--no', '/a b'], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
                direct = ended([name, '--no', '/a b'])
                self.assertEqual((result.returncode, result.stdout), direct)
                self.assertEqual(result.returncode, 2)

    def test_of_what_the_main_job_knows_before_it_builds(self):
        said = subprocess.run([f'{BUILD}/cubecast', 'measure', '--help-all'], stdout=subprocess.PIPE, text=True).stdout
        options = re.findall(r'^  (--[a-z-]+)', said, re.MULTILINE)
        self.assertIn('--dims', options)
        for words in (['--nope'], ['--trace'], ['broadcast'], ['--report', '3'], [*options, '--nope=3']):
            with self.subTest(words):
                result = subprocess.run([ROOT / 'scripts/run.sh', *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, timeout=20)
                self.expect(f'run.sh: {words[-1]}: must be ', (result.returncode, result.stdout))

    def test_leaves_every_option_to_its_own_help(self):
        for name in command.COMMANDS:
            status, said = ended([name, '--help'])
            self.assertEqual(status, 0, said)
            self.assertTrue(re.match(f'usage: flow.py {name} ', said), said)


if __name__ == '__main__':
    unittest.main()
