#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD [FAULT...]: tests whether 20 random programs find faults that once made wrong RTL
# in silence.
#
#     hls/stepc/tests/faults.sh build                    # all of fuzz/faults
#     hls/stepc/tests/faults.sh build negative_index     # one
#
# This soak is not part of test.sh. It puts each fault into stepc's sources, builds stepc, runs
# soak.sh, which must find the fault, and takes it out again. It needs clean sources and the targets
# of soak.sh.
set -eu
root=$(realpath "$(dirname "$(realpath "$0")")/../../..")
build=$(realpath "$1")
shift
faults=${*:-$(cd "$root/hls/stepc/tests/fuzz/faults" && ls ./*.patch | sed 's|./\(.*\)\.patch|\1|')}
fault=
take_out() { [ -z "$fault" ] || patch -s -R -p1 -d "$root" < "$root/hls/stepc/tests/fuzz/faults/$fault.patch"; }
trap take_out EXIT
trap "exit 1" INT TERM
missed=0
work=$(mktemp -d)
for name in $faults; do
  patch -s -p1 -d "$root" < "$root/hls/stepc/tests/fuzz/faults/$name.patch"
  fault=$name
  cmake --build "$build" --target stepc > "$work/build" || { cat "$work/build"; exit 1; }
  found=
  for seed in 1 2 3 4 5; do
    (cd "$work" && "$root/hls/stepc/tests/soak.sh" "$build" "$seed" 1 4 > soak) || { found=$(head -n 1 "$work/soak"); break; }
  done
  echo "$name: ${found:-not found}"
  [ -n "$found" ] || missed=$((missed + 1))
  take_out
  fault=
done
rm -rf "$work"
[ "$missed" -eq 0 ]
