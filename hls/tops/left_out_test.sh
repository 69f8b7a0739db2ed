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
has_none "$1" 'PartialBroadcasts|ImmediateBroadcasts|PrefixExchange|Holdings|turns' node_d2_w32_all
has_none "$1" 'PartialBroadcasts|ImmediateBroadcasts|PrefixExchange|Holdings|turns' router_d2_w32_all
has_none "$1" 'module [a-z0-9_]*(PartialBroadcasts|PrefixExchange|Holdings)|logic .* partial_' broadcast_d2_w32_immediate
has_none "$1" 'module [a-z0-9_]*ImmediateBroadcasts|logic .* immediate_' broadcast_d2_w32_partial
# The pattern would be found.
grep --quiet 'module [a-z0-9_]*PrefixExchange' "$1/broadcast_d2_w32_partial/broadcast_d2_w32_partial.sv" || failures=1
exit $failures
