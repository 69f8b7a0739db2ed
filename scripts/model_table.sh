#!/usr/bin/env bash
# model_table.sh [NAME]...
#
# The table of docs/guides/rtl.md: the seconds that a model takes to build, one after the other on one processor, in a store of its
# own that is empty. NAME: configurations in place of the document's.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

names=("$@")
[[ ${#names[@]} -gt 0 ]] || names=(node_d{2,3,4,5,6,7,8}_w64_gated node_d3_w13_gated node_d3_w64_gated_{r2,integers,floats,s2_floats}
  node_d6_w64_gated_floats labelled_p{2,4,7}_w64_gated broadcast_d{3,5}_w64)
CUBECAST_CACHE=$(mktemp -d)
export CUBECAST_CACHE
trap 'rm -rf "$CUBECAST_CACHE"' EXIT
# One after the other: side by side each would be told the time of all.
for name in "${names[@]}"; do taskset -c 0 build/cubecast models --build "$name" >/dev/null; done
echo '| model | text, s | compiled, s | MiB |'
echo '|---|---|---|---|'
build/cubecast models --json | jq -r '
  def seconds: . * 10 | round / 10;
  (map(select(.kind == "text") | {(.name): .build_seconds}) | add) as $text
  | (.[] | select(.kind == "support") | "| `support`, once for all | | \(.build_seconds | seconds) | \(.bytes / 1048576 | seconds) |"),
    (.[] | select(.kind == "rtl")
     | "| `\(.name)` | \($text[.name] | seconds) | \(.build_seconds | seconds) | \(.bytes / 1048576 | seconds) |")'
