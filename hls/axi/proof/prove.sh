#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh BUILD PART [with-mutants]: proves the rules of AXI on a node with AXI or on a link_stream, for all time, by induction
# (Yosys, Z3); shows that each of them can be put to the test (cover); and, if told to, that each mutant of the RTL, a line of
# KIND_mutants.sed, is refuted. PART: the name of a configuration; proved in the tests is a small one of 8 bits. BUILD: the
# build directory with cubecast in it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(dirname "$(realpath "$0")")
node=$2 mutants=${3-}
kind=${node%%_d[0-9]*}
"$1/cubecast" rtl "$node" --output "$work/rtl" > /dev/null
# Under names without anything that Yosys would take for more than a name.
ln -s "$(dirname "$here")/rules" "$work/rules"
ln -s "$here" "$work/proof"
cd "$work"
core=${node}_core
smtbmc() { yosys-smtbmc -s z3 --unroll "$@"; }

# What a node's rule units answer is left open, which is more than they do, and the assertions of the router's parts about their
# neighbours are not proved here: these do anything too.
opens=
[ "$kind" != node_axi ] || opens="cutpoint */t:*${core}_RuleUnit*
    chformal -assert -remove *${core}_Router* *${core}_OutputPort* *${core}_Ejector* *${core}_Injector*"
# model CORE.sv OUT: the part and the rules as one formula. Its memories answer anything. (Yosys gives a module with parameters
# a name that has theirs in it.)
model() {
  yosys -q -p "
    read_verilog -sv -formal $1 rtl/$node.v rules/axi_stream_rules.sv rules/axi_lite_rules.sv
    read_verilog -sv -formal -DNODE=$node proof/${kind}_proof.sv
    prep -top ${kind}_proof; $opens
    flatten; delete t:\$mem_v2; setundef -undriven -anyseq; opt -full; async2sync; dffunmap; write_smt2 -wires $2"
}
model rtl/$core.sv node.smt2
{ smtbmc -t 4 node.smt2 && smtbmc -i -t 4 node.smt2; } > log 2>&1 || { tail -n 20 log; echo "the $kind breaks a rule"; exit 1; }
echo "the $kind keeps every rule"
smtbmc -c -t 16 node.smt2 > log 2>&1 || { tail -n 20 log; echo "a rule holds emptily"; exit 1; }
echo "no rule holds emptily"

[ "$mutants" = with-mutants ] || exit 0
grep -v '^#' proof/${kind}_mutants.sed | while IFS= read -r mutant; do
  sed -E "$mutant" rtl/$core.sv > mutant.sv
  ! cmp -s rtl/$core.sv mutant.sv || { echo "no such line: $mutant"; exit 1; }
  model mutant.sv mutant.smt2
  if smtbmc -t 12 mutant.smt2 > log 2>&1; then echo "not refuted: $mutant"; exit 1; fi
  grep -q 'Assert failed' log || { tail -n 5 log; exit 1; }
  echo "refuted: $mutant"
done
