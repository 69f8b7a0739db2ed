"""shuffle.py on a netlist of a few cells."""
import unittest

from shuffle import shuffled

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
