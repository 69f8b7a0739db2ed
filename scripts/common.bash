# What scripts with options share; to be sourced by bash. A script says in the comment at its head, up to `set`, what --help
# prints.

# The checkout, however the script is called: by a symbolic link, from anywhere, and with whatever CDPATH, by which `cd`
# would look for a folder elsewhere and print where it has found it.
root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
unset CDPATH

# fail TEXT: bad use.
fail() { echo "${0##*/}: $1" >&2; exit 2; }

# show_help: the head of the script.
show_help() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0; }

# take --NAME VALUE...: sets the variable NAME, from what is left of the command line.
take() {
  [[ $# -ge 2 && $2 != --* ]] || fail "$1: needs a value"
  [[ -n $2 ]] || fail "$1 '': needs a value"
  declare -g "${1#--}=$2"
}

# choose WORD...: the first of what is left of the command line belongs to a configuration, which is said as to
# `cubecast configuration`: a name, a JSON file, and options, whose value is the next word. $chosen: words to shift.
sources=() members=() chosen=0
choose() {
  chosen=1
  case $1 in
    --json | --source | --table | --board | -?) fail "$1: unknown" ;;
    --*=*) members+=("$1") ;;
    --*)
      [[ $# -ge 2 && $2 != --* ]] || fail "$1: needs a value"
      members+=("$1" "$2") chosen=2 ;;
    *) sources+=("$1") ;;
  esac
}

# name_of WORD...: prints the name of a configuration, which says all of it. Mistakes are the command's to tell: one line,
# exit status 2.
name_of() { "$build/cubecast" configuration "$@"; }

# names_of_all: of each that was chosen, with the options in all of them.
names_of_all() {
  local source
  if [[ ${#sources[@]} -eq 0 && ${#members[@]} -gt 0 ]]; then
    name_of "${members[@]}"
    return
  fi
  for source in "${sources[@]}"; do name_of "$source" "${members[@]}" || return; done
}

# check_seeds: $seeds, placements.
check_seeds() { [[ $seeds =~ ^[1-9][0-9]{0,2}$ ]] || fail "--seeds $seeds: must be 1 to 999"; }

# check_tools TOOL...: they are there.
check_tools() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "$tool is not on PATH; scripts/setup.sh installs it"
  done
}

# check_build TARGET...: $build is a configured build directory; programs that it does not have are built. Makes $build an
# absolute path.
check_build() {
  local target
  for target in "$@"; do
    [[ ! -x $build/$target ]] || continue
    [[ -r $build/CMakeCache.txt ]] || fail "--build $build: not configured; do so with: cmake --preset default -B $build"
    echo "${0##*/}: building $target" >&2
    cmake --build "$build" --target "$target" >&2
  done
  build=$(realpath -- "$build")
}

# run LOG command...: its output goes to that file of $work; of a command that fails the end of it is shown.
run() {
  local log=$work/$1
  shift
  "$@" >"$log" 2>&1 && return
  echo "${0##*/}: $1 failed; the end of $log:" >&2
  tail -n 5 "$log" >&2
  return 1
}

# run_yosys LOG SCRIPT: in $work, an absolute path: a script that names no other folder needs no quotes for what is in its
# path. A space ends a word there, and * is taken for a pattern even in quotes.
run_yosys() { (cd -- "$work" && run "$1" yosys -p "$2"); }
