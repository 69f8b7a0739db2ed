# SPDX-License-Identifier: Apache-2.0
"""cube.py around a stand-in for a system, whose links say whose they are and whose status says what
comes in. Yosys works the wiring out."""
import json
import tempfile
import unittest
from pathlib import Path

from flow.cube import cube_of
from flow.tools import yosys

# A link: number of the node, then the port.
SYSTEM = """package a_pkg;
typedef struct packed { logic [4:0] links_0; logic [4:0] links_1; logic [4:0] links_2; logic done; } out_t;
typedef struct packed { logic [1:0] word; } load_t;
endpackage
module a (
  input logic clk, rst, run, rx, rx_ends, input a_pkg::load_t load, input logic [2:0] number, barrier,
  input logic [4:0] links_0, links_1, links_2,
  output a_pkg::out_t node, output logic [2:0] barrier_out, output logic tx, exited, rx_ready, output logic [31:0] status);
  assign node.links_0 = {number, 2'd0};
  assign node.links_1 = {number, 2'd1};
  assign node.links_2 = {number, 2'd2};
  assign node.done = 1'b1;
  assign barrier_out = {number == 3'd6, number == 3'd7, number == 3'd4};
  assign {tx, exited, rx_ready} = {rx, run, rx_ends};
  assign status = {11'd0, load, rst, links_2, links_1, links_0, barrier};
endmodule
"""
# Node -> the nodes behind its ports.
NEIGHBOURS = {0: (1, 2, 4), 1: (0, 3, 5), 2: (3, 0, 6), 3: (2, 1, 7), 4: (5, 6, 0), 5: (4, 7, 1), 6: (7, 4, 2), 7: (6, 5, 3)}


class Cube(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            (work / 'cube.sv').write_text(SYSTEM + cube_of('a', 3, 'links'))
            yosys(work / 'log', 'read_verilog -sv cube.sv; hierarchy -check -top a_cube; proc; flatten; opt; '
                                'check -assert; write_json cube.json')
            cls.ports = json.loads((work / 'cube.json').read_text())['modules']['a_cube']['ports']

    def status(self, node, low, width):
        bits = self.ports['status']['bits'][32 * node + low:][:width]
        self.assertLessEqual(set(bits), {'0', '1'}, 'a link is driven by a node')
        return int(''.join(reversed(bits)), 2)

    def test_links_go_to_the_neighbours_of_the_cube(self):
        for node, neighbours in NEIGHBOURS.items():
            for port, there in enumerate(neighbours):
                self.assertEqual(self.status(node, 3 + 5 * port, 5), there << 2 | port, f'node {node}, port {port}')

    def test_wires_of_the_barrier_go_the_way_of_the_links(self):
        # Node 4 drives the wire of port 0 and node 7 that of port 1, both to node 5; node 6 that of port 2, to node 2.
        self.assertEqual([self.status(node, 0, 3) for node in range(8)], [0, 0, 4, 0, 0, 3, 0, 0])

    def test_each_node_has_its_serial_line_and_its_exit_and_all_are_loaded_alike(self):
        self.assertEqual(self.ports['tx']['bits'], self.ports['rx']['bits'])
        self.assertEqual(self.ports['exited']['bits'], self.ports['run']['bits'])
        self.assertEqual(self.ports['rx_ready']['bits'], self.ports['rx_ends']['bits'])
        shared = self.ports['rst']['bits'] + self.ports['load']['bits']
        for node in range(8):
            self.assertEqual(self.ports['status']['bits'][32 * node + 18:][:3], shared)


if __name__ == '__main__':
    unittest.main()
