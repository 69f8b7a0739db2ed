#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where docs/extending.md lists other files than an addition of that kind touches. Each
# section has a witness, an extended regular expression of names from one existing addition. The
# files that contain it must be those that the section's table names in `...` at the beginning of a
# row. "Outside tests" leaves *_test.cpp and the tests' own headers out of both, "outside tests and
# plans" also the algorithms on any network, which have a section of their own. Files that a
# command prints do not count.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

document=docs/extending.md
printed=(docs/reference/configuration.md docs/reference/results.md testbench/tool/system/{printed,refusals}.txt testbench/tool/request/refused.txt)
status=0
sections=0

# check TITLE WITNESS OUTSIDE_TESTS FILE...
check() {
  local title=$1 witness=$2 outside_tests=$3 listed found
  shift 3
  listed=$(printf '%s\n' "$@" | sort -u)
  local paths=(. ":!$document" "${printed[@]/#/:!}" ':!CHANGELOG.md')
  if [[ $outside_tests != no ]]; then
    paths+=(':!*_test.cpp' ':!rtl_sim/reference' ':!*/test_*.hpp' ':!test_support' ':!hls/vendor/test' ':!testbench/runs/benchmark')
    listed=$(grep -v '_test\.cpp$' <<<"$listed")
  fi
  if [[ $outside_tests == plans ]]; then paths+=(':!testbench/plans/collectives' ':!testbench/plans/cycles'); fi
  found=$(git grep -lE -e "$witness" -- "${paths[@]}" | sort -u)
  if [[ $found != "$listed" ]]; then
    echo "$document, \"$title\": listed (<) and found by $witness (>) differ:" >&2
    diff <(echo "$listed") <(echo "$found") | grep '^[<>]' >&2 || true
    status=1
  fi
  sections=$((sections + 1))
}

title='' witness='' outside=no files=()
finish() {
  if [[ -n $witness ]]; then check "$title" "$witness" "$outside" "${files[@]}"; fi
  witness='' outside=no files=()
}
while IFS= read -r line; do
  case $line in
    '## '*) finish; title=${line#\#\# } ;;
    *Witness*)
      witness=$(sed -E 's/.*Witness[^:]*: `` ?(.*[^ ]) ?``.*/\1/' <<<"$line")
      [[ $line == *'outside tests'* ]] && outside=yes
      [[ $line == *'outside tests and plans'* ]] && outside=plans
      ;;
    '| `'*) files+=("$(sed -E 's/^\| `([^`]*)`.*/\1/' <<<"$line")") ;;
  esac
done <"$document"
finish
[[ $sections -ge 5 ]] || { echo "$document: only $sections sections with a witness" >&2; status=1; }
exit $status
