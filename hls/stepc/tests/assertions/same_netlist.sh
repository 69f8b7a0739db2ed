#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# same_netlist.sh TOP A.sv B.sv: synthesis makes the same netlist of both.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Under names without anything that Yosys would take for more than a name.
cp "$2" "$work/a.sv"
cp "$3" "$work/b.sv"
cd "$work"
for side in a b; do yosys -q -p "read_verilog -sv $side.sv; synth -flatten -top $1; write_verilog -noattr $side.v"; done
cmp a.v b.v
