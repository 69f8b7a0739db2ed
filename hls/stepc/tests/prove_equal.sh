#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove_equal.sh MODULE A.sv B.sv: proves with Yosys that two translations of one top are the same
# machine.
# Registers and memory words of the same name become inputs and outputs, so that the proof is
# combinational: from any state and any inputs, both compute the same next state and the same
# outputs. Wires that are no registers lose their names first: a wire may be a memory word under
# another name.
set -eu
module=$1
# The copies have plain names, without characters that Yosys would interpret.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$2" "$work/gold.sv"
cp "$3" "$work/gate.sv"
cd "$work"
side() {
  echo "read_verilog -sv $1.sv; prep -top $module -flatten; rename -hide w:* t:\$*dff* %co1:+[Q] %d;"
  echo "memory_map; opt -noff -full -purge; dffunmap; opt_clean -purge;"
  echo "expose -evert-dff -dff; rename $module $1; design -stash $1;"
}
yosys -q -p "
  $(side gold)
  $(side gate)
  design -copy-from gold -as gold gold; design -copy-from gate -as gate gate;
  miter -equiv -flatten -make_assert -ignore_gold_x gold gate proof; hierarchy -top proof; opt -full;
  sat -verify -prove-asserts -show-inputs proof"
