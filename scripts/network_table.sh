#!/usr/bin/env bash
# network_table.sh [NETWORK...]: networks with their cycles beside the lower bound, M = 1 and root 0, as the table of
# docs/guides/networks.md; without names those that it has. All-port: broadcast, scatter, allgather, alltoall; one-port: allgather,
# half-duplex and full, and alltoall.
set -euo pipefail
cubecast="$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)/build/cubecast"
if [[ $# -eq 0 ]]; then
  set -- cube:5 ring:12 circulant:13:1,5 complete:8 torus:4x6 torus:3x3x3 hamming:3x4 ccc:4 butterfly:4 star:5 pancake:5 \
    bubblesort:4 folded:5 cyclic:3,4 macrostar:2,2 product:ccc:3*ring:4 mesh:3x5 mesh:4x4 path:7 debruijn:4
fi

# cell COLLECTIVE PORTS: the fewest cycles of its algorithms, and the bound where that is less.
cells='def cell(c; p): [.[] | select(.collective == c and .ports == p)]
         | if . == [] then "-" else min_by(.cycles)
         | if .cycles == .lower_bound then "\(.cycles)" else "\(.cycles) (\(.lower_bound))" end end;
       [cell("broadcast"; "all"), cell("scatter"; "all"), cell("allgather"; "all"), cell("alltoall"; "all"),
        cell("allgather"; "one"), cell("allgather"; "half"), cell("alltoall"; "one")] | join(" | ")'
echo '| network | n | degree | diameter | status | broadcast | scatter | allgather | alltoall | allgather, one | half | alltoall, one |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for network; do
  facts=$("$cubecast" network "$network" --json | jq -r 'def range: if .least == .most then .most else "\(.least)..\(.most)" end;
    "\(.nodes) | \(.degree | range) | \(.diameter) | \(.status | range)"')
  cycles=$("$cubecast" measure --network "$network" --json | jq -rs "$cells")
  echo "| \`$network\` | $facts | $cycles |"
done
