#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# other_tools.sh MODULE A.sv LOCKSTEP: reads a translation with Yosys, and runs it in Icarus with
# the stimulus of LOCKSTEP, a lockstep program of the same top. The outputs must be the same in
# every cycle.
set -eu
module=$1 lockstep=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The copy has a plain name, without characters that Yosys would interpret.
cp "$2" "$work/top.sv"
cd "$work"
yosys -q -p "read_verilog -sv top.sv; hierarchy -check -top $module; proc; check -assert" || exit 1
"$lockstep" --cycles 2000 --testbench . > log || { cat log; exit 1; }
iverilog -g2012 -s testbench -o compiled top.sv testbench.sv
./compiled > log
cat log
grep -q '2000 cycles: the same outputs' log
