#!/usr/bin/env bash
# prove.sh [--dims A..B] [--build DIR]
#
#     scripts/prove.sh --dims 2..3
#
# Every proof on the RTL of the routers (docs/proofs.md), all-port and gated, with one cycle a hop and with two, for every
# source of data; of the data from d = 3 on with queues of 4 packets. A and B: 2 to 6; 2..2 if left out. DIR: the build
# directory, `build`, with stepc in it.
# Prints a line for each. Exit status: 0; 1: something is not proved; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
dims=2..2 build=$root/build

while [[ $# -gt 0 ]]; do
  case $1 in
    --dims | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *) fail "$1: unknown; known are --dims, --build, --help" ;;
  esac
done
[[ $dims =~ ^([2-6])\.\.([2-6])$ && ${BASH_REMATCH[1]} -le ${BASH_REMATCH[2]} ]] ||
  fail "--dims $dims: must be A..B with 2 <= A <= B <= 6"
first=${BASH_REMATCH[1]} last=${BASH_REMATCH[2]}
check_build yosys yosys-abc python3

status=0
prove() { "$root/rtl_sim/proofs/prove.py" --stepc "$build/stepc" --work "$build/proofs" "$@" || status=1; }
for ((d = first; d <= last; ++d)); do
  prove --top "router_d${d}_all" --proof rules
  for variant in "" _r2; do
    prove --top "router_d${d}_gated$variant" --proof half_duplex
    for ports in all gated; do
      top=router_d${d}_$ports
      prove --top "$top$variant" --proof control
      [[ $d -eq 2 ]] || top+=_q4
      for ((from = 0; from < 2 * d; ++from)); do prove --top "$top$variant" --proof data --from "$from"; done
    done
  done
done
exit $status
