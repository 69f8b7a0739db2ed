#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a program for the processors beside the routers: scripts/image.sh [--memory KIB] [--stack KIB]
# [--dim D] [--compressed] [--rv32i] SOURCE.. -o FILE. The memory has 1024 KiB, of them 32 for the stack,
# and D, the largest dimension, is 10, if left out. --compressed: with instructions of 16 bits. --rv32i: for a
# core that does not multiply. scripts/image.sh --host [--sanitize NAMES] [--dim D] SOURCE.. -o FILE builds it for
# host threads with CC and CXX (gcc-12, g++-12), and CFLAGS and CXXFLAGS behind the script's.
set -euo pipefail
root=$(dirname "$(dirname "$(realpath "$0")")")

fail() { echo "image.sh: $1" >&2; exit 2; }
memory=1024 stack=32 dim=10 output='' isa=rv32im compressed='' sources=() host='' sanitize='' core=''
while (($#)); do
  case $1 in
    --host) host=yes ;;
    --sanitize) sanitize=${2:-}; shift ;;
    --memory) memory=${2:-} core=$1; shift ;;
    --dim) dim=${2:-}; shift ;;
    --stack) stack=${2:-} core=$1; shift ;;
    --compressed) compressed=c core=$1 ;;
    --rv32i) isa=rv32i core=$1 ;;
    -o) output=${2:-}; shift ;;
    -*) fail "$1: unknown; use --memory KIB, --stack KIB, --dim D, --compressed, --rv32i, --host, --sanitize NAMES or -o FILE" ;;
    *) sources+=("$1") ;;
  esac
  shift || fail "the last option needs a value"
done
[[ $memory =~ ^[1-9][0-9]*$ ]] && ((memory >= 8 && memory <= 262140)) || fail "--memory $memory: must be 8..262140 KiB"
[[ $stack =~ ^[1-9][0-9]*$ ]] && ((stack >= 4 && stack <= 1024 && 2 * stack <= memory && (stack & stack - 1) == 0)) ||
  fail "--stack $stack: must be a power of two from 4 to 1024 KiB, and at most half of the memory of $memory KiB"
[[ -z $host || -z $core ]] || fail "$core: is for a core; leave it or --host out"
[[ -n $host || -z $sanitize ]] || fail "--sanitize $sanitize: is for the host; add --host"
[[ -z $sanitize || $sanitize =~ ^(address|undefined)(,(address|undefined))*$ ]] || fail "--sanitize $sanitize: must be address, undefined, or both with a comma"
[[ $dim =~ ^[1-9][0-9]*$ ]] && ((dim >= 1 && dim <= 16)) || fail "--dim $dim: must be 1..16"
((${#sources[@]})) || fail "no source; name C or C++ files"
[[ -n $output ]] || fail "no output; add -o FILE"
for source in "${sources[@]}"; do [[ -f $source && -r $source ]] || fail "$source: cannot be read"; done
[[ ! -d $output && -w $(dirname -- "$output") ]] || fail "-o $output: cannot be written; name a file in a folder of yours"

# An image is made as users make it, whatever optimisation the tests ask of clang for models.
unset CCC_OVERRIDE_OPTIONS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

common=(-g -fno-optimize-sibling-calls -ffunction-sections -fdata-sections -Wall -Wextra "-DCUBECAST_MAX_DIMENSION=$dim" -I "$root")
cxx=(-std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics)
if [[ -n $host ]]; then
  c=("${CC:-gcc-12}") cpp=("${CXX:-g++-12}")
  flags=("${common[@]}" -fPIC -fno-omit-frame-pointer ${sanitize:+"-fsanitize=$sanitize"})
  # A debugger shows all variables of the program.
  # shellcheck disable=SC2206  # several words
  c_flags=(-O0 ${CFLAGS-}) cxx_flags=(-O0 ${CXXFLAGS-}) library_flags=(-O1)
else
  picolibc=/usr/lib/picolibc/riscv64-unknown-elf
  library=$(echo /usr/lib/gcc/riscv64-unknown-elf/*/$isa/ilp32)
  [[ -d $picolibc && -d $library ]] || fail "no C library for the target; install picolibc-riscv64-unknown-elf"
  c=(clang-19) cpp=(clang++-19) c_flags=() cxx_flags=() library_flags=()
  flags=(--target=riscv32-unknown-elf -march=$isa$compressed -mabi=ilp32 -mno-relax -Os "${common[@]}" -ffreestanding
         "-DCC_STACK_BYTES=$((stack * 1024))" -I "$root/firmware/image/include" -isystem "$picolibc/include")
  cxx+=(-nostdinc++ -isystem /usr/include/c++/12 -isystem "/usr/include/$(uname -m)-linux-gnu/c++/12")
fi
compile() {  # SOURCE OBJECT
  case $1 in
    *.cpp | *.cc | *.cxx) "${cpp[@]}" "${flags[@]}" "${cxx[@]}" "${cxx_flags[@]}" -c "$1" -o "$2" ;;
    *) "${c[@]}" "${flags[@]}" "${c_flags[@]}" -I "$root/firmware/image" -c "$1" -o "$2" ;;
  esac
}
# The firmware's own object takes longest. It is kept until a file that it may include is newer.
kept=${CUBECAST_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/cubecast}/firmware
library_object() {
  local name
  name=$kept/cc-$(printf '%s ' "$root" "${cpp[@]}" "${flags[@]}" "${cxx[@]}" "${library_flags[@]}" | sha256sum | cut -c1-32).o
  if [[ ! -f $name || -n $(find "$root/firmware" "$root/hls" -newer "$name" -print -quit) ]]; then
    "${cpp[@]}" "${flags[@]}" "${cxx[@]}" "${library_flags[@]}" -c "$root/firmware/image/cc.cpp" -o "$work/cc.o"
    # Of the user alone, as the models beside it.
    if (umask 077 && mkdir -p "$kept" 2>/dev/null) && cp "$work/cc.o" "$name.$$" 2>/dev/null && mv "$name.$$" "$name"; then :; else
      rm -f "$name.$$"
      name=$work/cc.o
    fi
  fi
  echo "$name"
}
glue=(start.S system.c interrupts.c)
[[ -n $host ]] && glue=(host.c)
objects=("$(library_object)")
for source in "${glue[@]/#/"$root/firmware/image/"}" "${sources[@]}"; do
  object=$work/${#objects[@]}.o
  compile "$source" "$object"
  objects+=("$object")
done
if [[ -n $host ]]; then
  # All other names are the program's own: the loader, and gdb, take them from no other copy and no library. Nothing is
  # left out: lines of what a linker leaves out have addresses from 0 on, where those of small programs are too.
  echo '{ global: cc_host_start; local: *; };' > "$work/names"
  "${c[@]}" -shared ${sanitize:+"-fsanitize=$sanitize"} "-Wl,--version-script=$work/names,--no-undefined" \
    "-Wl,--defsym=__most_dimension=$dim" "${objects[@]}" -lm -o "$work/image"
else
  page=$((memory < 64 ? 16 : 4096))
  clang-19 -E -P -x c "-DCC_PAGE=$page" "-DCC_STACK_BYTES=$((stack * 1024))" -I "$root" "$root/firmware/image/image.ld" -o "$work/image.ld"
  ld.lld-19 -z norelro -T "$work/image.ld" --gc-sections "--defsym=__memory_end=$((4096 + memory * 1024))" \
    "--defsym=__most_dimension=$dim" "--defsym=__multiplies=$([[ $isa == rv32im ]] && echo 1 || echo 0)" "${objects[@]}" \
    -L "$picolibc/lib/release/$isa/ilp32" -L "$library" --start-group -lc -lgcc --end-group -o "$work/image"
fi
mv "$work/image" "$output"
