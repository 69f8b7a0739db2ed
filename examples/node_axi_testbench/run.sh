#!/bin/sh
# run.sh verilator|icarus RTL [WORK]: compiles the testbench with RTL/node_axi_d2_w32_all and the rules of AXI in
# RTL/axi_rules, each by its file list, and runs it. RTL: build/hls/tops, or the folder rtl of an archive of
# scripts/package.sh. WORK: where to compile, a temporary folder if left out.
# Exit status: 0, the testbench passed; 1, it did not; 2, bad use.
set -eu
fail() { echo "run.sh: $1" >&2; exit 2; }
[ $# -ge 2 ] || fail "usage: run.sh verilator|icarus RTL [WORK]"
here=$(dirname "$(realpath "$0")")
for name in axi_rules node_axi_d2_w32_all; do
  [ -r "$2/$name/$name.f" ] || fail "$2: has no $name/$name.f"
done
rtl=$(realpath -- "$2")
work=${3-$(mktemp -d)}
[ $# -ge 3 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
CDPATH= cd -- "$work"
files=$(for name in axi_rules node_axi_d2_w32_all; do sed "s|^|$rtl/$name/|" "$rtl/$name/$name.f"; done)
# A name a line, whatever is in it.
set -f
IFS='
'
case $1 in
  verilator)
    # Verilator 5.006 folds some trees of bits wrongly, hence -fno-const-bit-op-tree; and what runs for a moment need not be
    # optimised by the C++ compiler.
    verilator --binary --assert --output-split 0 -fno-const-bit-op-tree -Wno-lint -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" \
      --Mdir . -o simulate --top-module testbench $files "$here/memory.sv" "$here/testbench.sv" > compile.log 2>&1 ||
      { tail -n 20 compile.log >&2; exit 1; } ;;
  icarus)
    iverilog -g2012 -s testbench -o simulate $files "$here/memory.sv" "$here/testbench.sv" ;;
  *) fail "$1: must be verilator or icarus" ;;
esac
./simulate > run.log 2>&1 || true
cat run.log
grep -q '^PASSED' run.log && ! grep -Eqi 'error|failed' run.log
