#!/bin/sh
# no_combiner_test.sh COMBINING PLAIN...: files of generated RTL. No part, register or signal that has to do with combining
# packets is in a PLAIN one, which has no operators; all of their names are in COMBINING, so that this would show it.
set -eu
combining=$1
shift
names='Combiner CombiningEjector combined combining operation is_second second_part second_packets second_rule repeat_from'
status=0
for file in "$combining" "$@"; do
  [ -s "$file" ] || { echo "$file: not there"; exit 1; }
done
for name in $names; do
  grep -qi -- "$name" "$combining" || { echo "$combining: no $name; the names in $0 are no longer those of the RTL"; status=1; }
  for plain in "$@"; do
    ! grep -iHn -- "$name" "$plain" || { echo "$plain: has $name without combining packets"; status=1; }
  done
done
exit $status
