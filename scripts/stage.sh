# SPDX-License-Identifier: Apache-2.0
# stage NAME COMMAND...: runs the command, and notes its user, system and clock seconds in build/stages.txt
# for `scripts/flow.py times`. To be sourced from the project's root.
mkdir -p build 2>/dev/null && [[ -w build ]] || {
  echo "${0##*/}: $PWD: cannot be written to; copy the checkout to a folder of yours" >&2
  exit 2
}
stage() {
  local name=$1 times="build/stage.$1" TIMEFORMAT=$'%U\t%S\t%R'
  shift
  { time "$@" 2>&3; } 3>&2 2>"$times"
  printf '%s\t%s\n' "$name" "$(<"$times")" >>build/stages.txt
  rm "$times"
}
