#!/usr/bin/env bash
# dynamic_plots.sh [--dims A..B] [--cycles N] [--out DIR] [--build DIR]
#
#     scripts/dynamic_plots.sh                # build/dynamic/delay_d4.svg to delay_d10.svg, and their data
#     scripts/dynamic_plots.sh --dims 4..6    # the first three, in a minute or two; d = 10 takes an hour
#     scripts/dynamic_plots.sh --dims 10..10 --cycles 30000    # a run that is not decided by then ends: less than half of it
#
# Measures the mean delay of broadcast requests by load, for every scheme, and plots it beside the theorem of Varvarigos and
# Bertsekas (docs/theory/dynamic.md). N: 100000 at most. The build's DIR: `build`, with
# cubecast in it; without --out plots go to `dynamic` there.
# Exit status: 0; 1: a run did not verify; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
dims=4..10 cycles=100000 out= build=$root/build

while [[ $# -gt 0 ]]; do
  case $1 in
    --dims | --cycles | --out | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *) fail "$1: unknown; known are --dims, --cycles, --out, --build, --help" ;;
  esac
done
[[ $dims =~ ^([0-9]+)\.\.([0-9]+)$ ]] || fail "--dims $dims: must be A..B with 1 <= A <= B <= 16"
first=${BASH_REMATCH[1]} last=${BASH_REMATCH[2]}
((first >= 1 && first <= last && last <= 16)) || fail "--dims $dims: must be A..B with 1 <= A <= B <= 16"
[[ $cycles =~ ^[1-9][0-9]*$ ]] || fail "--cycles $cycles: must be a number from 1"
[[ -x $build/cubecast ]] || fail "$build: there is no cubecast in it; build it first"
out=${out:-$build/dynamic}
mkdir -p "$out"
for ((d = first; d <= last; ++d)); do
  "$build/cubecast" dynamic --dim "$d" --load 0.1..0.9 --cycles "$cycles" \
    --plot "$out/delay_d$d.svg" --data "$out/delay_d$d.dat"
done
