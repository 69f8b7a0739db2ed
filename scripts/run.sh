#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Set-up, build, and the main job: measures every collective and algorithm, prints the fewest cycles and
# writes one JSON object a run to results/measure.jsonl. Arguments go to `cubecast measure`, for
# example: scripts/run.sh --dims 2..10 --packets 3
# A program of that command alone is built first, for the table. Then build/cubecast is, with all commands, from
# the same objects.
#   scripts/run.sh --report ...   also makes results/report.html of them, with d3 and Observable Plot from npm
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

# What is no option of measure is refused before the build; values are known to the program alone.
known=$(awk -v RS='(option|seldom)[(]' '/[{]"([a-z ]* )?measure[ "]/ && match($0, /"--[a-z-]+"/) {
  print substr($0, RSTART + 1, RLENGTH - 2) }' testbench/tool/request/options.cpp)
report='' words=()
for word; do
  case $word in
    -h | --help) sed -n "3,/^set/s/^# //p" scripts/run.sh; exit ;;
    --report) report=yes; continue ;;
    --help-all | --schema) ;;
    -*) grep -qxFe "${word%%=*}" <<<"$known" ;;
    *) [[ ${#words[@]} != 0 ]] ;;
  esac || {
    echo "run.sh: $word: must be --report or an option of measure, like --dims 2..4; scripts/run.sh --help says more" >&2
    exit 2
  }
  words+=("$word")
done
. scripts/stage.sh
stage 'first table: set-up' scripts/setup.sh ${report:+report=pages}
stage 'first table: configuration' cmake --preset default >/dev/null
stage 'first table: build' cmake --build --preset default --target cubecast_measure
mkdir -p results
stage 'first table: measurement' build/cubecast_measure measure --results results/measure.jsonl "${words[@]}"
echo 'building the other commands into build/cubecast' >&2
stage 'other commands: build' cmake --build --preset default --target cubecast -- --quiet
[[ -z $report ]] || stage 'report' build/cubecast report results/measure.jsonl -o results/report.html
