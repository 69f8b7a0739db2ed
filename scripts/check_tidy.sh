#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where clang-tidy finds something in a C++ file (.clang-tidy says what it looks for).
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

# The sources of a folder are looked at as one, which takes a sixth of the time: most of what clang-tidy reads are headers
# of the libraries. That is a file in the build folder, in which clang-tidy then looks for its settings.
cmake --preset tidy >/dev/null
git ls-files -z '*.clang-tidy' | xargs -0 cp --parents -t build-tidy

# A source that is compiled once for each dimension is looked at for the largest alone.
jq 'group_by(.file) | map(.[-1])' build-tidy/compile_commands.json >build-tidy/commands.json
mv build-tidy/commands.json build-tidy/compile_commands.json

# Tests are left to the compiler's warnings: most of what tidy says of them is about GoogleTest's macros. So are what
# includes generated headers and the sources of tops, which are compiled in other files.
{
  jq -r '.[].file | select(test("/Unity/"))' build-tidy/compile_commands.json
  git ls-files '*.cpp' ':!*_test.cpp' ':!hls/stepc/lockstep' ':!rtl_sim/board/main.cpp' \
    ':!hls/stepc/examples' ':!hls/stepc/tests/tops' ':!hls/stepc/tests/assertions' |
    sed "s|^|$PWD/|" | grep -Fxf <(jq -r '.[].file' build-tidy/compile_commands.json)
} | xargs -d '\n' -n 1 -P "$(nproc)" clang-tidy-19 -p build-tidy --quiet --warnings-as-errors='*' \
  --checks=-bugprone-suspicious-include 2>/dev/null
