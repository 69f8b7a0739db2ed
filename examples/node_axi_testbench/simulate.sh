# SPDX-License-Identifier: Apache-2.0
# Compiles $files in the current folder, with `testbench` as the top, by the simulator $1, and runs it. `fail`: ends with a message.
case $1 in
  verilator)
    # Verilator 5.006 folds some trees of bits wrongly, hence -fno-const-bit-op-tree. The C++
    # compiler need not optimise a program that runs for a moment.
    verilator --binary --assert --output-split 0 -fno-const-bit-op-tree -Wno-lint --timescale 1ns/1ps \
      -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --Mdir . -o simulate --top-module testbench $files > compile.log 2>&1 ||
      { tail -n 20 compile.log >&2; exit 1; } ;;
  icarus)
    iverilog -g2012 -s testbench -o simulate $files ;;
  *) fail "$1: must be verilator or icarus" ;;
esac
./simulate > run.log 2>&1 || true
cat run.log
grep -q '^PASSED' run.log && ! grep -Eqi 'error|failed' run.log
