# SPDX-License-Identifier: Apache-2.0
"""against_tests.py on programs that are not run: what each would say, and after how many
seconds."""
import contextlib
import io
import unittest
from unittest import mock

from flow import against_tests
from flow.options import Failed

LEAST = 15
HANGS = float('inf')


class Programs:
    """In the place of run: by program and mutant the status and the seconds of each run in turn,
    the last for ever."""

    def __init__(self, runs):
        self.runs = {key: list(these) for key, these in runs.items()}

    def __call__(self, program, number, limit=HANGS):
        these = self.runs[program, number]
        status, seconds = these.pop(0) if len(these) > 1 else these[0]
        return (None, limit) if seconds > limit else (status, seconds)


def judged(runs):
    """The program that notices mutant 7, and the output."""
    programs = list(dict.fromkeys(program for program, _ in runs))
    said = io.StringIO()
    with mock.patch('flow.against_tests.run', Programs(runs)), contextlib.redirect_stdout(said):
        return against_tests.killer(programs, 7, against_tests.Limits(programs, LEAST, jobs=1)), said.getvalue()


class Judging(unittest.TestCase):
    def test_names_the_first_program_that_notices(self):
        cases = [
            ('nobody', {('a', 0): [(0, 1)], ('a', 7): [(0, 1)], ('b', 0): [(0, 1)], ('b', 7): [(0, 1)]}, None),
            ('the second fails', {('a', 0): [(0, 1)], ('a', 7): [(0, 1)], ('b', 0): [(0, 1)], ('b', 7): [(1, 1)]}, 'b'),
            ('a crash', {('a', 0): [(0, 1)], ('a', 7): [(-11, 1)]}, 'a'),
            ('no end', {('a', 0): [(0, 1)], ('a', 7): [(0, HANGS)]}, 'a (time)'),
            ('as slow as allowed', {('a', 0): [(0, 1)], ('a', 7): [(0, LEAST)]}, None),
        ]
        for name, runs, by in cases:
            with self.subTest(name):
                self.assertEqual(judged(runs)[0], by)

    def test_gives_a_slow_program_more_than_the_limit(self):
        longest = against_tests.PATIENCE * 20
        self.assertIsNone(judged({('a', 0): [(0, 20)], ('a', 7): [(0, longest)]})[0])
        self.assertEqual(judged({('a', 0): [(0, 20)], ('a', 7): [(0, longest + 1)]})[0], 'a (time)')

    def test_gives_more_where_the_machine_has_become_slower(self):
        slower = {('a', 0): [(0, 4), (0, 40)], ('a', 7): [(0, 40)]}
        self.assertIsNone(judged(slower)[0])
        slower['a', 7] = [(1, 40)]
        self.assertEqual(judged(slower)[0], 'a', 'the test fails, late')
        slower['a', 7] = [(0, HANGS)]
        self.assertEqual(judged(slower)[0], 'a (time)')


class Building(unittest.TestCase):
    def test_names_the_first_program_that_fails_with_the_fault_in_it(self):
        cases = [
            ('nobody', {('a', 0): [(0, 1)], ('b', 0): [(0, 1)]}, None),
            ('the second fails', {('a', 0): [(0, 1)], ('b', 0): [(0, 1), (1, 1)]}, 'b'),
            ('no end', {('a', 0): [(0, 1), (0, HANGS)], ('b', 0): [(0, 1)]}, 'a (time)'),
        ]
        for name, runs, by in cases:
            programs = [program for program, _ in runs]
            with self.subTest(name), mock.patch('flow.against_tests.run', Programs(runs)), \
                    contextlib.redirect_stdout(io.StringIO()):
                limits = against_tests.Limits(programs, LEAST, jobs=1)
                self.assertEqual(against_tests.first_to_fail(programs, limits), by)

    def test_finds_the_programs_of_every_folder_where_cmake_does(self):
        found = dict(against_tests.test_programs('firmware', ['rules_tests', 'trees_tests']))
        self.assertEqual(list(found.items()), [('firmware/trees', 'trees_tests'), ('firmware/rules', 'rules_tests')])
        self.assertIn(('hls/router', 'router_tests'), list(against_tests.test_programs('hls', ['router_tests'])))
        self.assertEqual(list(against_tests.test_programs('testbench', ['system_tests'])), [], 'which is no unit test')


class Baseline(unittest.TestCase):
    def test_says_how_long_each_program_takes(self):
        said = judged({('a', 0): [(0, 100)], ('a', 7): [(0, 1)], ('b', 0): [(0, 0.25)], ('b', 7): [(0, 1)]})[1]
        self.assertEqual(said, 'a: 100.0 s without a mutant\nb: 0.2 s without a mutant\n')

    def test_names_what_fails_without_a_mutant(self):
        with self.assertRaises(Failed) as end:
            judged({('a', 0): [(0, 100)], ('b', 0): [(1, 1)], ('c', 0): [(0, 1)]})
        self.assertEqual(str(end.exception), 'b: fails without a mutant')


if __name__ == '__main__':
    unittest.main()
