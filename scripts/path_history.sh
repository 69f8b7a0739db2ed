#!/usr/bin/env bash
# path_history.sh TOP COMMIT...
#
#     scripts/path_history.sh router_d3_w8_all a33f25f HEAD
#
# What a top cost at commits of this repository, and its longest path: stepc and the RTL are those of the commit, Yosys and
# nextpnr run as by today's synth.sh, with three seeds on the HX8K. TOP: <node|router>_d<2 to 6>_w<1 to 64>_<all|gated>. The
# commits' trees and all files are in build/history. Exit status: 0; 1: a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
[[ ${1:-} != -h && ${1:-} != --help ]] || show_help
[[ $# -ge 2 && $1 =~ ^(node|router)_d[2-6]_w[0-9]+_(all|gated)$ ]] || fail "${1:-}: give a top, such as router_d3_w8_all, and commits"
top=$1
history=$root/build/history
mkdir -p "$history"
for name in "${@:2}"; do
  commit=$(git -C "$root" rev-parse --short --verify --quiet "$name^{commit}") || fail "$name: no commit"
  tree=$history/$commit
  if [[ ! -x $tree/build/stepc ]]; then
    [[ -d $tree ]] || git -C "$root" worktree add --quiet --detach "$tree" "$commit"
    (cd "$tree" && cmake --preset default && cmake --build build --target stepc --parallel 2) >"$history/$commit.log" 2>&1 ||
      { tail -n 5 "$history/$commit.log" >&2; exit 1; }
  fi
  # What synth.sh calls: the commit's stepc on the commit's sources. Older configurations have neither rules nor hops.
  mkdir -p "$history/as_$commit"
  cat >"$history/as_$commit/stepc" <<STEPC
#!/bin/sh
# SOURCE --module NAME -o FILE -- -I...
grep -q WithRules '$tree/hls/tops/node_top.hpp' ||
  sed -i 's/tops::WithRules<\(tops::[A-Za-z]*<[^,]*,[^,]*,[^,>]*\)[^>]*>>/\1>/' "\$1"
exec '$tree/build/stepc' "\$1" --module "\$3" -o "\$5" -- '-I$tree'
STEPC
  chmod +x "$history/as_$commit/stepc"
  rm -rf "$history/as_$commit/synth/$top"
  said=$("$root/scripts/synth.sh" --top "$top" --build "$history/as_$commit" --seeds 3 2>&1) || said+=$'\n'"not placed"
  work=$history/as_$commit/synth/$top/hx8k
  echo "$commit $(tail -n 1 <<<"$said")"
  jq --raw-output '"  \(.lut) LUT, \(.ff) FF, \(.block_ram) block RAM, \(.levels) LUTs on the longest path"' "$work/cells.json"
  [[ ! -e $work/result.json || ! -e $work/timing_1.json ]] || python3 "$root/scripts/synth/longest_path.py" "$work"/timing_*.json
done
