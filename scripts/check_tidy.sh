#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where clang-tidy finds something in a C++ file (.clang-tidy lists its checks).
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

# The combined files are in the build folder, where clang-tidy then looks for its settings.
rm -rf build-tidy/include
cmake --preset tidy >/dev/null
git ls-files -z '*.clang-tidy' | xargs -0 cp --parents -t build-tidy

[[ -f /usr/lib/llvm-19/include/clang/AST/ASTContext.h ]] ||
  { echo "check_tidy.sh: no headers of clang: scripts/setup.sh tidy installs them" >&2; exit 2; }
clang++-19 -std=c++17 -fno-rtti -fPIC -shared -I/usr/lib/llvm-19/include scripts/own_code.cpp -o build-tidy/own_code.so

# A source that is compiled for each dimension is checked for the largest dimension alone.
jq 'group_by(.file) | map(.[-1])' build-tidy/compile_commands.json >build-tidy/commands.json
mv build-tidy/commands.json build-tidy/compile_commands.json

# clang takes 6 seconds for the headers of libraries alone. So it sees many sources as one: those of a
# folder as the build has them, and those folders that share no name for different things.
group_of() {
  case ${1#build-tidy/} in
    hls/core/beside_qemu/* | hls/vendor/test/[no]*) echo traces ;;
    hls/stepc/design/*) echo hls/stepc/design ;;
    hls/stepc/*) echo hls/stepc/stepc ;;
    hls/*) echo "hls/${1//[.\/]/_}" ;;
    testbench/plans/collectives/* | testbench/plans/cycles/* | testbench/plans/trees/*) echo collectives ;;
    testbench/judge/* | testbench/runs/[!b]* | testbench/runs/broadcast/*) echo runs ;;
    testbench/tool/*) echo tool ;;
    *) echo engines ;;
  esac
}

tidy() {
  clang-tidy-19 --load=build-tidy/own_code.so -p build-tidy --quiet --warnings-as-errors='*' --checks=-bugprone-suspicious-include "$@" 2>/dev/null
}

# The options of all members, which differ in definitions and folders of headers alone.
options_of() {
  jq -r --rawfile members "$1" '($members / "\n") as $members
    | .[] | select(.file | IN($members[])) | .command | gsub("-isystem "; "-isystem") | gsub("\\\\\""; "\"")
    | split(" ")[] | select(test("^-(I|D|isystem)"))' build-tidy/compile_commands.json | awk '!seen[$0]++'
  echo -std=c++20
}

# Where the sources of a group cannot be compiled as one, or something is found, each is checked by itself, which decides.
check_group() {
  local members=build-tidy/$1.txt options
  readarray -t options < <(options_of "$members")
  tidy "build-tidy/$1.cpp" -- "${options[@]}" >"build-tidy/$1.said" && return
  xargs -d '\n' -n 1 bash -c 'tidy "$1"' - <"$members" || return
  echo "check_tidy: nothing is found in the sources of $1 but where they are one, which takes longer: build-tidy/$1.said says why" >&2
}
export -f tidy options_of check_group

# Tests have only the compiler's warnings, because clang-tidy mostly complains of GoogleTest's
# macros. Left out are also sources that include generated headers, and sources of tops, which other
# files compile.
declare -A count=()
while read -r file; do
  group=$(group_of "${file#"$PWD/"}")
  if [[ ! -v count[$group] ]]; then
    count[$group]=0
    : >"build-tidy/$group.cpp" >"build-tidy/$group.txt"
  fi
  count[$group]=$((count[$group] + 1))
  echo "$file" >>"build-tidy/$group.txt"
  printf '#undef main\n#define main main_%s\n#include "%s"\n' "${count[$group]}" "$file" >>"build-tidy/$group.cpp"
done < <({
  git ls-files '*.cpp' ':!*_test.cpp' ':!hls/stepc/lockstep' ':!rtl_sim/board/main.cpp' \
    ':!hls/stepc/examples' ':!hls/stepc/tests/tops' ':!hls/stepc/tests/assertions' ':!hls/vendor/bambu' \
    ':!testbench/engines/models/content_hash.cpp' |
    sed "s|^|$PWD/|" | grep -Fxf <(jq -r '.[].file' build-tidy/compile_commands.json)
  jq -r '.[].file | select(test("/Unity/") and (test("_tests[.]dir/") | not))' build-tidy/compile_commands.json
} | sort --reverse)

# The longest come first.
printf '%s\n' engines tool hls/stepc/stepc "${!count[@]}" | awk '!seen[$0]++' | xargs -n 1 -P "$(nproc)" bash -c 'check_group "$1"' -
