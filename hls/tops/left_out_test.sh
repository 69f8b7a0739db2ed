#!/bin/sh
# left_out_test.sh DIR: what a configuration does not have of the machine that serves broadcast requests is not in its RTL
# (DIR/<top>/<top>.sv).
set -u
failures=0
has_none() {
  if grep -n --extended-regexp --ignore-case "$2" "$1/$3/$3.sv" /dev/null; then
    echo "$3 has what it should not have: $2"
    failures=1
  fi
}
kinds='PartialBroadcasts|PrefixExchange|Holdings|ImmediateBroadcasts|IndirectBroadcasts'
for top in node_d2_w32_all router_d2_w32_all; do
  has_none "$1" "$kinds|turns" "$top"
done
partial='module [a-z0-9_]*(PartialBroadcasts|PrefixExchange|Holdings)|logic .* partial_'
immediate='module [a-z0-9_]*ImmediateBroadcasts|logic .* immediate_'
indirect='module [a-z0-9_]*IndirectBroadcasts|logic .* indirect_'
has_none "$1" "$immediate|$indirect" broadcast_d2_w32_partial
has_none "$1" "$partial|$indirect" broadcast_d2_w32_immediate
has_none "$1" "$partial|$immediate" broadcast_d2_w32_indirect
# The patterns would be found.
has() {
  if ! grep --quiet --extended-regexp --ignore-case "$2" "$1/$3/$3.sv"; then
    echo "$3 has nothing of $2"
    failures=1
  fi
}
has "$1" "$partial" broadcast_d2_w32_partial
has "$1" "$immediate" broadcast_d2_w32_immediate
has "$1" "$indirect" broadcast_d2_w32_indirect
exit $failures
