# SPDX-License-Identifier: Apache-2.0
"""run_once() with a program that counts its runs."""
import tempfile
import unittest
from pathlib import Path

from flow.tools import run_once


class RunOnce(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.input = self.work / 'input'
        self.input.write_text('a')

    def runs_after(self, script='cp input output', wanted=''):
        run_once(self.work / 'log', [self.input], [self.work / 'output'], 'sh', '-c', f'echo run >> runs; {script}',
                 wanted=wanted)
        return len((self.work / 'runs').read_text().split())

    def test_the_same_inputs_are_one_run(self):
        self.assertEqual(self.runs_after(), 1)
        self.assertEqual(self.runs_after(), 1)
        self.input.write_text('a')
        self.assertEqual(self.runs_after(), 1)

    def test_other_inputs_commands_and_lost_outputs_are_more(self):
        self.runs_after()
        self.input.write_text('b')
        self.assertEqual(self.runs_after(), 2)
        self.input.write_text('a')
        self.assertEqual(self.runs_after(), 3)
        self.assertEqual(self.runs_after('cp input output; true'), 4)
        (self.work / 'output').unlink()
        self.assertEqual(self.runs_after('cp input output; true'), 5)

    def test_a_failure_and_another_answer_are_not_kept(self):
        with self.assertRaises(Exception):
            self.runs_after('false')
        self.assertEqual(self.runs_after(), 2)
        self.assertEqual(self.runs_after('cp input output; echo no', wanted='yes'), 3)
        self.assertEqual(self.runs_after('cp input output; echo no', wanted='yes'), 4)
        self.assertEqual(self.runs_after('cp input output; echo yes', wanted='yes'), 5)
        self.assertEqual(self.runs_after('cp input output; echo yes', wanted='yes'), 5)


if __name__ == '__main__':
    unittest.main()
