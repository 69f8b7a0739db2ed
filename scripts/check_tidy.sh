#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where clang-tidy finds something in a C++ file (.clang-tidy lists its checks).
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

# The sources of a folder are checked as one, which takes a sixth of the time, because clang-tidy
# mostly reads headers of libraries. The combined file is in the build folder, where clang-tidy then
# looks for its settings.
cmake --preset tidy >/dev/null
git ls-files -z '*.clang-tidy' | xargs -0 cp --parents -t build-tidy

# A source that is compiled for each dimension is checked for the largest dimension alone.
jq 'group_by(.file) | map(.[-1])' build-tidy/compile_commands.json >build-tidy/commands.json
mv build-tidy/commands.json build-tidy/compile_commands.json

# Tests have only the compiler's warnings, because clang-tidy mostly complains of GoogleTest's
# macros. Left out are also sources that include generated headers, and sources of tops, which other
# files compile.
{
  jq -r '.[].file | select(test("/Unity/") and (test("_tests[.]dir/") | not))' build-tidy/compile_commands.json
  git ls-files '*.cpp' ':!*_test.cpp' ':!hls/stepc/lockstep' ':!rtl_sim/board/main.cpp' \
    ':!hls/stepc/examples' ':!hls/stepc/tests/tops' ':!hls/stepc/tests/assertions' |
    sed "s|^|$PWD/|" | grep -Fxf <(jq -r '.[].file' build-tidy/compile_commands.json)
} | xargs -d '\n' -n 1 -P "$(nproc)" clang-tidy-19 -p build-tidy --quiet --warnings-as-errors='*' \
  --checks=-bugprone-suspicious-include 2>/dev/null
