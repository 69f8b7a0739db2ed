# SPDX-License-Identifier: Apache-2.0
"""A command that a signal ends, or a full disk, leaves nothing half made. A stand-in for cubecast
says on which signal it ends, and with which files."""
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from flow.tools import ROOT

# Its first plot comes to its end; the second waits for a signal in a process that says what came.
# It is called as: dynamic --dim D ... --plot FILE --data FILE.
CUBECAST = '''#!/usr/bin/python3
import os, signal, sys, time

def end(number, _):
    time.sleep(0.2)
    os.unlink(data)
    print(number, file=open('ended', 'a'))
    if os.path.exists('talks'):
        print('cubecast: interrupted', file=sys.stderr, flush=True)
        os._exit(128 + number)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)

plot, data = sys.argv[-3], sys.argv[-1]
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(number) != signal.SIG_IGN:
        signal.signal(number, end)
open(data, 'w').write('numbers')
if sys.argv[3] == '4':
    open(plot, 'w').write('curves')
    sys.exit()
if os.path.exists('full'):
    print(f'cubecast: --plot {plot}: No space left on device', file=sys.stderr)
    sys.exit(2)
open('begun', 'w').close()
time.sleep(60)
os.unlink(data)
'''
PLOTS = [ROOT / 'scripts/flow.py', 'plots', '--dims', '4..5', '--out', 'out', '--build', '.']


class Interruption(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for number in (signal.SIGINT, signal.SIGHUP):  # whatever nohup, or a shell's &, makes of them
            self.addCleanup(signal.signal, number, signal.signal(number, signal.default_int_handler))
        (self.folder / 'cubecast').write_text(CUBECAST)
        (self.folder / 'cubecast').chmod(0o755)

    def expect_whole_plots(self):
        self.assertEqual(sorted(os.listdir(self.folder / 'out')), ['delay_d4.dat', 'delay_d4.svg'])

    def ended_by(self, number, **how):
        """The exit status and what is said, where the signal comes to the command alone."""
        program = subprocess.Popen(PLOTS, cwd=self.folder, stderr=subprocess.PIPE, text=True, start_new_session=True, **how)
        while not (self.folder / 'begun').exists():
            self.assertIsNone(program.poll())
            time.sleep(0.01)
        program.send_signal(number)
        said = program.communicate()[1]
        self.assertEqual((self.folder / 'ended').read_text(), f'{int(number)}\n')  # when the command has ended
        self.expect_whole_plots()
        return program.returncode, said

    def test_signals_reach_programs_which_are_waited_for(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.assertEqual(self.ended_by(number), (128 + number, 'plots: interrupted\n'))
                (self.folder / 'begun').unlink()
                (self.folder / 'ended').unlink()

    def test_is_told_once(self):
        (self.folder / 'talks').touch()
        self.assertEqual(self.ended_by(signal.SIGINT), (130, 'cubecast: interrupted\n'))

    def flow(self, text):
        """Python that has the modules of flow.py."""
        return subprocess.Popen(['python3', '-c', text], cwd=self.folder, env={**os.environ, 'PYTHONPATH': ROOT / 'scripts'})

    def wait_for(self, name, *programs):
        while not (self.folder / name).exists():
            for program in programs:
                self.assertIsNone(program.poll())
            time.sleep(0.01)

    def test_a_signal_reaches_what_a_program_runs(self):
        # The shell waits for its child, like CMake.
        program = self.flow('''
from flow import interruption
interruption.watch_signals()
interruption.run(['sh', '-c', 'trap : TERM; (touch begun; exec sleep 100); touch ended'])''')
        self.wait_for('begun', program)
        program.send_signal(signal.SIGTERM)
        self.assertNotEqual(program.wait(timeout=50), 0)
        self.assertTrue((self.folder / 'ended').exists())

    def test_two_in_one_folder_take_turns(self):
        work = '''
from pathlib import Path
from time import sleep
from flow.tools import alone_in
with alone_in(Path('work')):
    Path(NAME).touch()
    sleep(1)
    assert not Path(OTHER).exists() or Path(OTHER + '.done').exists()
    Path(NAME + '.done').touch()'''
        first = self.flow(work.replace('NAME', "'a'").replace('OTHER', "'b'"))
        self.wait_for('a', first)
        second = self.flow(work.replace('NAME', "'b'").replace('OTHER', "'a'"))
        self.assertEqual((first.wait(), second.wait()), (0, 0))

    def test_a_full_disk_leaves_both_files_of_a_plot_or_none(self):
        (self.folder / 'full').touch()
        result = subprocess.run(PLOTS, cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn('No space left on device', result.stderr)
        self.assertEqual(result.stderr.count('\n'), 1)
        self.expect_whole_plots()


if __name__ == '__main__':
    unittest.main()
