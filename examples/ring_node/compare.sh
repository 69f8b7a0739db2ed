#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare.sh [BUILD [NODES...]]: compares the cost of a ring node whose forwarding rules are logic
# with the cost of a node with stored words. Yosys synthesises both for Xilinx 7 (LUT RAM counted as
# the LUTs it is made of). BUILD: the build directory with cubecast in it, build if left out. Exit
# status 1: a tool failed; 2: bad use.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=${here%/examples/*}
build=$(realpath "${1:-$root/build}")
stepc=$("$build/cubecast" models --build stepc) || exit 2
[[ $# -ge 2 ]] || set -- "$build" 12 32 1000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%6s %-7s %5s %8s\n' nodes rules LUT 'LUT RAM'
for nodes in "${@:2}"; do
  for rules in logic words; do
    flags=("-I$root" "-DNODES=$nodes")
    [[ $rules == logic ]] || flags+=(-DWORDS)
    "$stepc" "$here/node_of_config.cpp" --module node -o "$work/node.sv" -- "${flags[@]}"
    (cd "$work" && yosys -q -p 'read_verilog -sv node.sv; synth_xilinx -flatten -family xc7 -abc9 -nowidelut -top node; tee -o node.txt stat' > node.log 2>&1) ||
      { cat "$work/node.log" >&2; exit 1; }
    awk -v n="$nodes" -v r="$rules" '
      $1 ~ /^LUT[1-6]$/ { lut += $2 }
      $1 ~ /^RAM(32|64)M$/ || $1 == "RAM128X1D" { ram += 4 * $2 }
      $1 ~ /^RAM(32|64)X1D$/ { ram += 2 * $2 }
      END { printf "%6d %-7s %5d %8d\n", n, r, lut, ram }' "$work/node.txt"
  done
done
