#!/usr/bin/env bash
# Fails where clang-tidy finds something in a C++ file (.clang-tidy says what it looks for). Needs a configured build.
set -euo pipefail
cd "$(dirname "$0")/.."

# A source that is compiled once for each dimension is looked at for the largest alone.
commands=build/tidy
mkdir -p "$commands"
jq 'group_by(.file) | map(.[-1])' build/compile_commands.json >"$commands/compile_commands.json"

# Tests are left to the compiler's warnings: most of what tidy says of them is about GoogleTest's macros. So are what
# includes generated headers and the sources of tops, which are compiled in other files.
git ls-files -z '*.cpp' ':!*_test.cpp' ':!hls/compiler/lockstep' ':!rtl_sim/*_of_dim.cpp' \
  ':!hls/compiler/examples' ':!hls/compiler/tests/tops' ':!hls/compiler/tests/assertions' \
  | xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 -p "$commands" --quiet --warnings-as-errors='*' 2>/dev/null
