#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# odd_path_test.sh: runs commands from a checkout whose path contains spaces, a pattern, quotes, a
# percent sign and a line break. They are called by a symbolic link, while CDPATH sends `cd`
# elsewhere. The stand-ins for stepc and cubecast write a small circuit, so that the real Yosys and
# nextpnr have little to do.
set -euo pipefail
source_root=$(dirname "$(dirname "$(realpath "$0")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
odd=$'a [b] * \'c" %d\ne'
checkout="$work/$odd"
mkdir -p "$checkout/build" "$work/elsewhere/scripts" "$work/links"
for folder in scripts hls/board hls/stepc/tests testbench/runs/board; do
  mkdir -p "$checkout/$folder"
  cp -r "$source_root/$folder/." "$checkout/$folder"
done
cat >"$checkout/build/stepc" <<'STEPC'
#!/bin/sh
# SOURCE --module board -o FILE ...
[ -r "$1" ] || exit 1
echo "module board(input wire clk, rst, rx, output reg tx, output wire [3:0] done, output wire damaged, restart);
  assign done = 0; assign damaged = 0; assign restart = 0; always @(posedge clk) tx <= rx ^ rst;
endmodule" >"$5"
STEPC
cat >"$checkout/build/cubecast" <<'CUBECAST'
#!/bin/sh
# models --build stepc, configuration NAME [--json], configuration --board [NAME --source], or rtl NAME --output DIR
[ "$1" != models ] || { echo "$(dirname "$(realpath "$0")")/stepc"; exit; }
[ "$2" != --board ] || set -- "$1" a_board
[ "$1" = rtl ] || { [ "$3" = --json ] && echo '{"dim": 2, "payload_bits": 1}' || echo "$2"; exit; }
mkdir -p "$4"
echo "$2.sv" >"$4/$2.f"
echo "module $2(input wire clk, rst, rx, output reg tx); always @(posedge clk) tx <= rx ^ rst; endmodule" >"$4/$2.sv"
CUBECAST
chmod +x "$checkout/build/stepc" "$checkout/build/cubecast"
"$checkout/build/cubecast" rtl a_board --output "$work/links"

failures=0
# expect TEXT SCRIPT ARGUMENT...: the script succeeds and prints the text.
expect() {
  local text=$1 script=$2 said status=0
  shift 2
  ln -sf "$checkout/scripts/$script" "$work/links/$script"
  said=$(cd "$work/elsewhere" && CDPATH=.:$work/elsewhere "../links/$script" "$@" 2>&1) || status=$?
  if [[ $status != 0 || $said != *"$text"* ]]; then
    echo "$script $*: exit status $status, without '$text', said: $said" >&2
    failures=$((failures + 1))
  fi
}
expect "bitstream $checkout/build/board/board.bin" board.sh --seeds 1
[[ -s $checkout/build/board/board.bin ]] || { echo "board.sh: no bitstream" >&2; failures=$((failures + 1)); }
expect "bitstream" board.sh --seeds 1 --build "../$odd/build"
expect "bitstream $checkout/build/synth" synth.sh router_d2_w1_all --seeds 1
expect "router_d2_w1_all xc7: " synth.sh router_d2_w1_all --target xc7
expect " of 7680 cells, 0 of 32 block RAMs; bitstream $checkout/build/synth/a_board" synth.sh --seeds 1 "$work/links/a_board.sv"
expect "flow.py table" flow.py table --help
expect "| \`router_d2_w1_all\` |" flow.py table fpga --keep router_d2_w1_all
expect "prove.sh" prove.sh --help
expect "package.sh" package.sh --help
mkdir "$work/before *" "$work/after *"
echo "module one(input wire clk, input wire a, output reg b); always @(posedge clk) b <= a & a; endmodule" >"$work/before */one.sv"
echo "module one(input wire clk, input wire a, output reg b); always @(posedge clk) b <= a; endmodule" >"$work/after */one.sv"
expect "proved    one" compare_rtl.sh "$work/before *" "$work/after *"
"$checkout/hls/stepc/tests/assertions/same_netlist.sh" one "$work/before */one.sv" "$work/after */one.sv" ||
  { echo "same_netlist.sh: not the same" >&2; failures=$((failures + 1)); }
exit $failures
