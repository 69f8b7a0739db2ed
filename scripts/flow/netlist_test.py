# SPDX-License-Identifier: Apache-2.0
"""netlist.py on netlists of a few cells."""
import unittest

from flow.netlist import cells_by_kind, levels, shuffled


class Kinds(unittest.TestCase):
    def test_count_lut_ram_as_the_luts_that_it_is_made_of(self):
        self.assertEqual(cells_by_kind({"LUT6": 3, "LUT2": 1, "RAM32M": 2, "RAM64X1D": 1, "FDRE": 5, "OBUF": 9}),
                         {"lut": 4, "ff": 5, "lut_ram": 10, "block_ram": 0, "carry": 0, "dsp": 0})

    def test_of_an_ecp5(self):
        self.assertEqual(cells_by_kind({"LUT4": 7, "TRELLIS_FF": 5, "TRELLIS_DPR16X4": 2, "DP16KD": 3, "PDPW16KD": 1,
                                        "CCU2C": 6, "MULT18X18D": 4, "PFUMX": 9}),
                         {"lut": 7, "ff": 5, "lut_ram": 8, "block_ram": 4, "carry": 6, "dsp": 4})


def cell(kind, inputs, outputs):
    """Ports of one bit each."""
    return {
        "type": kind,
        "port_directions": {port: "input" for port in inputs} | {port: "output" for port in outputs},
        "connections": {port: [bit] for port, bit in (inputs | outputs).items()},
    }


class Levels(unittest.TestCase):
    def test_counts_luts_and_not_what_is_between_them(self):
        cells = {
            "start": cell("FDRE", {"D": 9}, {"Q": 2}),
            "first": cell("LUT4", {"I0": 2, "I1": "0"}, {"O": 3}),
            "carry": cell("CARRY4", {"S": 3}, {"O": 4}),
            "second": cell("LUT6", {"I0": 4, "I1": 2}, {"O": 5}),
            "end": cell("FDRE", {"D": 5}, {"Q": 6}),
        }
        self.assertEqual(levels(cells), 2)
        cells["end"]["type"] = "LUT1"
        self.assertEqual(levels(cells), 3)

    def test_goes_from_the_address_of_a_lut_ram_to_its_data_and_not_from_what_is_written(self):
        cells = {
            "lut": cell("LUT2", {"I0": 2}, {"O": 3}),
            "ram": cell("RAM32M", {"ADDRA": 2, "DIA": 3}, {"DOA": 4}),
            "behind": cell("LUT2", {"I0": 4}, {"O": 5}),
        }
        self.assertEqual(levels(cells), 2)
        cells["ram"]["connections"]["ADDRA"] = [3]
        self.assertEqual(levels(cells), 3)

    def test_is_nothing_without_luts(self):
        self.assertEqual(levels({"ff": cell("SB_DFF", {"D": 2}, {"Q": 2})}), 0)


NETLIST = """attribute \\top 1
module \\main
  wire width 2 \\a
  attribute \\src "x.sv:1"
  wire \\b
  wire \\c
  cell $not \\first
    parameter \\WIDTH 1
    connect \\A \\b
  end
  attribute \\keep 1
  cell $not \\second
    connect \\A \\c
  end
  cell $not \\third
  end
  connect \\c \\b
end""".splitlines()


class Shuffled(unittest.TestCase):
    def test_has_the_same_statements_in_another_order(self):
        orders = {tuple(shuffled(NETLIST, seed)) for seed in range(1, 20)}
        self.assertGreater(len(orders), 5)
        for order in orders:
            self.assertEqual(sorted(order), sorted(NETLIST))
            self.assertEqual(order[:2] + order[-2:], tuple(NETLIST[:2] + NETLIST[-2:]))

    def test_keeps_attributes_and_bodies_with_what_they_belong_to(self):
        for seed in range(1, 20):
            order = shuffled(NETLIST, seed)
            self.assertEqual(order[order.index("  wire \\b") - 1], '  attribute \\src "x.sv:1"')
            second = order.index("  cell $not \\second")
            self.assertEqual(order[second - 1 : second + 3], NETLIST[10:14])

    def test_is_the_same_for_the_same_seed(self):
        self.assertEqual(shuffled(NETLIST, 3), shuffled(NETLIST, 3))

    def test_refuses_what_it_does_not_know(self):
        with self.assertRaisesRegex(ValueError, "process"):
            shuffled(["module \\main", "  process $p", "end"], 1)


if __name__ == "__main__":
    unittest.main()
