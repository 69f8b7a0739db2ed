#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh BUILD SOURCE TOP: ABC proves the assertions of a top of SOURCE for all time (property-directed reachability), and
# refutes each mutant of it, a line of mutants.txt beside SOURCE. BUILD: the build directory with stepc in it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=$1 source=$2 top=$3
root=$(realpath "$(dirname "$0")/../../..")

# prove INCLUDE: with the headers there before the project's. The reset lasts for the first cycle. The top has no outputs,
# which would be taken for assertions.
prove() {
  "$build/stepc" "$source" --top "$top" --module top -o "$work/rtl.sv" -- -std=c++20 "-I$1" "-I$root"
  awk '
    $1 == "module" && $2 == "top" { header = 1 }
    header && $1 == "output" { sub(/output +/, ""); sub(/,$/, ""); inner = inner $0 ";\n"; next }
    header && $1 == "input" && $3 == "rst," { next }
    header && /^\);/ {
      sub(/,\n$/, "\n", ports)
      printf "%s);\n%s  reg rst = 1;\n  always @(posedge clk) rst <= 0;\n", ports, inner
      header = 0
      next
    }
    header { ports = ports $0 "\n"; next }
    { print }' "$work/rtl.sv" > "$work/top.sv"
  (cd "$work"
   yosys -q -p '
     read_verilog -sv -formal top.sv; prep -top top -flatten; memory_map; opt -full; async2sync; dffunmap
     setundef -undriven -anyseq; techmap; opt; dffunmap; dfflegalize -cell $_DFF_P_ 01 -mince 1000000 -minsrst 1000000
     aigmap; clean; write_aiger -zinit top.aig'
   yosys-abc -c 'read_aiger top.aig; orpos; pdr -T 300') > "$work/log" 2>&1
}

prove "$root"
grep -q 'Property proved' "$work/log" || { tail -n 5 "$work/log"; exit 1; }
echo "$top: proved"
grep "^$top " "$(dirname "$source")/mutants.txt" | while read -r _ file mutant; do
  mkdir -p "$work/mutant/$(dirname "$file")"
  sed -E "$mutant" "$root/$file" > "$work/mutant/$file"
  ! cmp -s "$root/$file" "$work/mutant/$file" || { echo "no such line: $mutant"; exit 1; }
  prove "$work/mutant"
  grep -q 'was asserted' "$work/log" || { echo "not refuted: $mutant"; tail -n 5 "$work/log"; exit 1; }
  echo "refuted: $mutant"
done
