#!/bin/sh
# same_netlist.sh TOP A.sv B.sv: synthesis makes the same netlist of both.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for side in 2 3; do
  eval file=\$$side
  yosys -q -p "read_verilog -sv $file; synth -flatten -top $1; write_verilog -noattr $work/$side.v"
done
cmp "$work/2.v" "$work/3.v"
