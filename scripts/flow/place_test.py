# SPDX-License-Identifier: Apache-2.0
"""place.py on reports as nextpnr writes them."""
import json
import tempfile
import unittest
from pathlib import Path

from flow.place import DEVICES, clock_of, used_of

ECP5 = {'fmax': {'$glbnet$clk': {'achieved': 61.239, 'constraint': 12}, 'other': {'achieved': 70.5, 'constraint': 12}},
        'utilization': {'DCCA': {'used': 1, 'available': 56}, 'DP16KD': {'used': 39, 'available': 56},
                        'MULT18X18D': {'used': 0, 'available': 28}, 'TRELLIS_COMB': {'used': 3200, 'available': 24288},
                        'TRELLIS_FF': {'used': 1500, 'available': 24288}}}
HX8K = {'utilization': {'ICESTORM_DSP': {'used': 0, 'available': 0}, 'ICESTORM_LC': {'used': 7, 'available': 7680},
                        'ICESTORM_RAM': {'used': 32, 'available': 32}}}


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.report = Path(folder.name) / 'timing.json'

    def test_says_what_is_used_of_what_the_device_has(self):
        self.report.write_text(json.dumps(ECP5))
        self.assertEqual(used_of(self.report, DEVICES['lfe5u-25f'].cells),
                         '3200 of 24288 LUT4s, 1500 of 24288 flip-flops, 39 of 56 block RAMs, 0 of 28 DSPs')
        self.report.write_text(json.dumps(HX8K))
        self.assertEqual(used_of(self.report, DEVICES['hx8k'].cells), '7 of 7680 cells, 32 of 32 block RAMs')

    def test_says_the_slowest_clock_rounded_down(self):
        self.report.write_text(json.dumps(ECP5))
        self.assertEqual(clock_of(self.report), 61.23)


if __name__ == '__main__':
    unittest.main()
