#!/bin/sh
# compare_rtl.sh [-r RENAMES] [-p MAX_LINES] BEFORE [AFTER]: has a change left the generated RTL as it was?
#
#     for name in node_d3_w32_all router_d2_w8_gated; do build/cubecast rtl $name --output /tmp/before/$name; done
#     scripts/compare_rtl.sh /tmp/before          # after a change of the source
#
# Compares every NAME.sv somewhere below BEFORE with the one of that name below AFTER, or, if that is left out, with what
# build/cubecast makes of that name. Prints a line for each:
#   same       the same text, but for comments, blank lines and line breaks within a statement
#   proved     other text, and Yosys proves that both are one machine: the same registers and memory words, and from any
#              state and inputs the same next state and outputs
#   differs    neither
#   unproved   other text, and longer than MAX_LINES lines: too large to prove (2000; 0 proves nothing)
#   missing    there is no such file below AFTER, or no such configuration
# RENAMES: a sed script for names that are meant to change (s/\<go_out\>/links_go/g), applied to BEFORE; @TOP@ in it stands
# for NAME.
# Exit status 0: all same or proved; 1: not all; 2: bad use.
set -eu
fail() { echo "compare_rtl.sh: $1" >&2; exit 2; }
renames=/dev/null most=2000
while getopts r:p: option; do
  case $option in
    r) renames=$OPTARG; [ -r "$renames" ] || fail "-r $renames: cannot be read" ;;
    p) most=$OPTARG; case $most in *[!0-9]* | '') fail "-p $most: must be a number of lines" ;; esac ;;
    *) fail "usage: compare_rtl.sh [-r RENAMES] [-p MAX_LINES] BEFORE [AFTER]" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || [ $# -eq 2 ] || fail "usage: compare_rtl.sh [-r RENAMES] [-p MAX_LINES] BEFORE [AFTER]"
for folder; do [ -d "$folder" ] || fail "$folder: must be a folder"; done
root=$(dirname "$(dirname "$(realpath "$0")")")
cubecast=$root/build/cubecast prove=$root/hls/stepc/tests/prove_equal.sh
[ $# -eq 2 ] || [ -x "$cubecast" ] || fail "$cubecast: not there; build it: cmake --build build --target cubecast"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A statement a line, without comments.
statements() {
  sed -e 's:/\*[^*]*\*/::g' -e 's://.*::' "$1" | tr -s ' \n' ' ' | sed -e 's/; */;\n/g' -e 's/ *$//'
}

find "$1" -name '*.sv' ! -path '*proof*' | sort > "$work/list"
[ -s "$work/list" ] || fail "$1: has no .sv files"
status=0
while read -r before; do
  name=$(basename "$before" .sv)
  if [ $# -eq 2 ]; then
    after=$(find "$2" -name "$name.sv" | head -n 1)
  else
    after=$work/made/$name.sv
    "$cubecast" rtl "${name%_core}" --output "$work/made" > "$work/log" 2>&1 || after=
  fi
  sed "s/@TOP@/$name/g" "$renames" > "$work/renames"
  sed -f "$work/renames" "$before" > "$work/before.sv"
  if [ -z "$after" ]; then
    verdict=missing
  elif [ "$(statements "$work/before.sv" | cksum)" = "$(statements "$after" | cksum)" ]; then
    verdict=same
  elif [ "$(wc -l < "$after")" -gt "$most" ]; then
    verdict=unproved
  elif "$prove" "$name" "$work/before.sv" "$after" > "$work/log" 2>&1; then
    verdict=proved
  else
    verdict=differs
  fi
  case $verdict in same | proved) ;; *) status=1 ;; esac
  printf '%-9s %s\n' "$verdict" "$name"
done < "$work/list"
exit $status
