"""levels.py on netlists of a few cells."""
import unittest

from levels import longest


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
        self.assertEqual(longest(cells), 2)
        cells["end"]["type"] = "LUT1"
        self.assertEqual(longest(cells), 3)

    def test_goes_from_the_address_of_a_lut_ram_to_its_data_and_not_from_what_is_written(self):
        cells = {
            "lut": cell("LUT2", {"I0": 2}, {"O": 3}),
            "ram": cell("RAM32M", {"ADDRA": 2, "DIA": 3}, {"DOA": 4}),
            "behind": cell("LUT2", {"I0": 4}, {"O": 5}),
        }
        self.assertEqual(longest(cells), 2)
        cells["ram"]["connections"]["ADDRA"] = [3]
        self.assertEqual(longest(cells), 3)

    def test_is_nothing_without_luts(self):
        self.assertEqual(longest({"ff": cell("SB_DFF", {"D": 2}, {"Q": 2})}), 0)


if __name__ == "__main__":
    unittest.main()
