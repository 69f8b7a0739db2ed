#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# left_out_test.sh PROGRAM: RTL from `PROGRAM rtl` has no part, register or signal of the broadcast
# or combining machines that its configuration leaves out.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

plain='node_d2_w32_all router_d2_w32_all'
not_combining='node_d2_w64_gated node_d2_w64_gated_r2 router_d2_w32_all labelled_p2_w64_gated'
servers='broadcast_d2_w32_partial broadcast_d2_w32_immediate broadcast_d2_w32_indirect'
for name in $plain $not_combining $servers node_d2_w64_gated_floats; do
  "$program" rtl "$name" --output "$work" >"$work/said" || exit 1
done

has_none() {
  if grep -n --extended-regexp --ignore-case "$2" "$work/$1.sv" /dev/null; then
    echo "$1 has what it should not have: $2"
    failures=1
  fi
}
# The patterns find a machine that is there.
has() {
  if ! grep --quiet --extended-regexp --ignore-case "$2" "$work/$1.sv"; then
    echo "$1 has nothing of $2"
    failures=1
  fi
}

kinds='PartialBroadcasts|PrefixExchange|Holdings|ImmediateBroadcasts|IndirectBroadcasts'
for name in $plain; do
  has_none "$name" "$kinds|turns"
done
partial='module [a-z0-9_]*(PartialBroadcasts|PrefixExchange|Holdings)|logic .* partial_'
immediate='module [a-z0-9_]*ImmediateBroadcasts|logic .* immediate_'
indirect='module [a-z0-9_]*IndirectBroadcasts|logic .* indirect_'
has_none broadcast_d2_w32_partial "$immediate|$indirect"
has_none broadcast_d2_w32_immediate "$partial|$indirect"
has_none broadcast_d2_w32_indirect "$partial|$immediate"
has broadcast_d2_w32_partial "$partial"
has broadcast_d2_w32_immediate "$immediate"
has broadcast_d2_w32_indirect "$indirect"

for word in Combiner CombiningEjector combined combining operation is_second second_part second_packets second_rule repeat_from; do
  has node_d2_w64_gated_floats "$word"
  for name in $not_combining; do
    has_none "$name" "$word"
  done
done
exit $failures
