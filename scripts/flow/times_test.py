# SPDX-License-Identifier: Apache-2.0
"""The readers of times.py on logs as ninja, ctest and stage.sh write them."""
import unittest

from flow.times import by_folder, by_program, jobs_of, shown, stages_of, tests_of

NINJA = '''# ninja log v5
0\t4000\t1\ttestbench/cli/CMakeFiles/cli.dir/a.cpp.o\taaa
9000\t11500\t2\ttestbench/cli/CMakeFiles/cli.dir/a.cpp.o\taab
100\t600\t1\tfifo/fifo.sv\tbbb
100\t600\t1\t/build/fifo/fifo.json\tbbb
600\t700\t1\tcubecast\tccc
0\t9000\t1\tgone.o\tddd
'''
JUNIT = '''<testsuite>
<testcase name="system_tests.Boot.Ends" status="run" time="2.5"/>
<testcase name="system_tests.Soc.Ends" status="run" time="1"/>
<testcase name="proof_link" status="run" time="4"/>
<testcase name="proof_core" status="notrun" time="0"/>
</testsuite>'''


class Times(unittest.TestCase):
    def test_a_job_counts_once_as_it_ran_last(self):
        known = {'testbench/cli/CMakeFiles/cli.dir/a.cpp.o', 'fifo/fifo.sv', '/build/fifo/fifo.json', 'cubecast'}
        self.assertEqual(by_folder(jobs_of(NINJA, known, '/build')), {'testbench/cli': 2.5, 'fifo': 0.5, 'programs': 0.1})

    def test_tests_are_of_their_program(self):
        self.assertEqual(by_program(tests_of(JUNIT)), {'system_tests': 3.5, 'proof_*': 4})

    def test_the_last_run_of_a_stage_counts(self):
        self.assertEqual(stages_of('tidy\t9\t1\t5\ntidy\t8\t0.5\t4.5\n'), {'tidy, processor': 8.5, 'tidy, clock': 4.5})

    def test_the_record_stands_beside(self):
        table = shown('jobs', {'a': 2.0, 'b': 3.5}, {'b': 3.0}, most=1).splitlines()
        self.assertEqual([line.split() for line in table],
                         [['jobs', 'seconds', 'before'], ['b', '3.5', '3.0'], ['in', 'all', '5.5', '3.0']])


if __name__ == '__main__':
    unittest.main()
