#!/usr/bin/env bash
# soak.sh [--dims A..B] [--build DIR]
#
# Checks that take too long to be tests: every collective in RTL beside C++ on cubes of `--dims` (2..7), register by register, with
# two cycles a hop, stalls and several packets; every proof for d = 2 and 3, the rules to d = 6; the area of generated routers
# beside handwritten ones, in more orders and a size more than in the tests; what nodes of rings cost. Hours. DIR: the build
# directory, `build`.
# Exit status: 0; 1: something is not as it should be; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build dims=2..7

while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --dims)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *) fail "$1: unknown; known are --dims, --build, --help" ;;
  esac
done
check_tools yosys yosys-abc python3 jq verilator
check_build cubecast stepc

status=0
soak() { "$@" || status=1; }
for options in '' --pipelined '--stall 0.3 --seeds 2' '--packets 3'; do
  # shellcheck disable=SC2086  # several options
  soak "$build/cubecast" measure --dims "$dims" --lockstep $options
done
for type in uint8 int32 float32 bfloat16; do
  soak "$build/cubecast" measure --dims "$dims" --lockstep --collective allreduce --type $type --combine-stages 2
done
soak "$root/scripts/prove.sh" --dims 2..3 --build "$build"
for dim in 4 5 6; do
  soak "$root/rtl_sim/proofs/prove.py" --build "$build" --work "$build/proofs" --proof rules "router_d${dim}_w2_all"
done
soak "$root/scripts/area.sh" router_d{3,4}_w32_all_q4 --build "$build"
soak "$root/examples/ring_node/compare.sh" "$build" 5
exit $status
