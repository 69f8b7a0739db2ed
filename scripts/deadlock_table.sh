#!/usr/bin/env bash
# deadlock_table.sh [NETWORK...]: what it costs that links never wait for one another in a cycle, as the table of docs/theory/plans.md: cycles of
# alltoall and allgather with 20 packets on ways that may make dependency cycles, with the depth of queues that this takes, and on ways
# that make none, with queues that none can fill and with queues of 8; without names the networks that the table has.
set -euo pipefail
cubecast="$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)/build/cubecast"
if [[ $# -eq 0 ]]; then
  set -- ring:12 torus:4x6 torus:8x8 mesh:8x8 star:4 star:5 ccc:4 butterfly:4 debruijn:5 folded:5
fi

# cycles COLLECTIVE NETWORK ALGORITHM [OPTION...]
cycles() {
  "$cubecast" run "$1" --network "$2" --algorithm "$3" --packets 20 --json "${@:4}" | jq -r .cycles
}
# enough COLLECTIVE NETWORK ALGORITHM: the depth that no queue fills, or "any" where there is no dependency cycle
enough() {
  local found
  found=$("$cubecast" deadlock --network "$2" --collective "$1" --algorithm "$3" --packets 20 --queue-depth 4 || true)
  sed -n '/queues of .* are enough/{s/.*queues of \([0-9]*\) are enough.*/\1/p;q};/none: in this order/{s/.*/any/p;q}' <<<"$found"
}

# shellcheck disable=SC2016 # Markdown's code, not the shell's.
echo '| network | alltoall `shortest` | queues | `acyclic` | queues of 8 | allgather `tree` | queues | `acyclic` | queues of 8 |'
echo '|---|---|---|---|---|---|---|---|---|'
for network; do
  row="| \`$network\` |"
  for rows in 'alltoall shortest' 'allgather tree'; do
    read -r collective algorithm <<<"$rows"
    row+=" $(cycles "$collective" "$network" "$algorithm") | $(enough "$collective" "$network" "$algorithm") |"
    row+=" $(cycles "$collective" "$network" acyclic) | $(cycles "$collective" "$network" acyclic --queue-depth 8) |"
  done
  echo "$row"
done
