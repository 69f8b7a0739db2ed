#!/bin/sh
# other_tools.sh MODULE A.sv [LOCKSTEP]: reads a translation with Yosys and Icarus; with LOCKSTEP, a lockstep program of
# the same top, runs its stimulus in Icarus too and compares the outputs of every cycle.
set -eu
module=$1 text=$(realpath "$2") lockstep=${3:+$(realpath "$3")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
yosys -q -p "read_verilog -sv $text; hierarchy -check -top $module; proc; check -assert" || exit 1
if [ -z "$lockstep" ]; then
  iverilog -g2012 -s "$module" -o compiled "$text"
  exit
fi
"$lockstep" --cycles 2000 --testbench . > log || { cat log; exit 1; }
iverilog -g2012 -s testbench -o compiled "$text" testbench.sv
./compiled > log
cat log
grep -q '2000 cycles: the same outputs' log
