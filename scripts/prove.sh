#!/usr/bin/env bash
# prove.sh [NAME|FILE] [--MEMBER VALUE]... [--dims A..B] [--build DIR]
#
#     scripts/prove.sh --dims 2..3
#     scripts/prove.sh --kind router --dim 3 --payload-bits 13 --queue-depth 32
#
# Every proof on the RTL of routers (docs/guides/proofs.md), for every source of data: of the one that is said as to `cubecast rtl`;
# or of those of the dimensions A to B, 2..2 if left out: all-port and gated, with one cycle a hop and with two; of the data
# from d = 3 on with queues of 4 packets. B: 6 at most. DIR: the build directory, `build`, in which cubecast and stepc are
# built if they are not there.
# Prints a line for each. Exit status: 0; 1: something is not proved; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
dims= build=$root/build

while [[ $# -gt 0 ]]; do
  case $1 in
    --dims | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
one=("${sources[@]}" "${members[@]}")
[[ -z $dims || ${#one[@]} -eq 0 ]] || fail "--dims $dims: is of many routers; leave it or ${one[0]} out"
[[ ${dims:=2..2} =~ ^([2-6])\.\.([2-6])$ && ${BASH_REMATCH[1]} -le ${BASH_REMATCH[2]} ]] ||
  fail "--dims $dims: must be A..B with 2 <= A <= B <= 6"
first=${BASH_REMATCH[1]} last=${BASH_REMATCH[2]}
check_tools yosys yosys-abc python3 jq
check_build cubecast stepc

# prove ROUTER PROOF [option...]
status=0
prove() {
  local failed=0
  "$root/rtl_sim/proofs/prove.py" --build "$build" --work "$build/proofs" "$1" --proof "${@:2}" || failed=$?
  [[ $failed -ne 2 ]] || exit 2
  [[ $failed -eq 0 ]] || status=1
}
# data ROUTER DIM: from every link and every port's own packets.
data() {
  for ((from = 0; from < 2 * $2; ++from)); do prove "$1" data --from "$from"; done
}

if [[ ${#one[@]} -gt 0 ]]; then
  name=$(name_of "${one[@]}")
  data "$name" "$("$build/cubecast" configuration "$name" --json | jq '.dim // 1')"
  prove "$name" control
  prove "$name" rules
  [[ $name != *_gated* ]] || prove "$name" half_duplex
  exit $status
fi
for ((d = first; d <= last; ++d)); do
  prove "router_d${d}_w2_all_b2" rules
  for hop in "" _r2; do
    prove "router_d${d}_w2_gated${hop}_b2" half_duplex
    for ports in all gated; do
      prove "router_d${d}_w2_${ports}${hop}_b2" control
      queue=
      [[ $d -eq 2 ]] || queue=_q4
      data "router_d${d}_w2_${ports}${hop}${queue}_b2" "$d"
    done
  done
done
exit $status
