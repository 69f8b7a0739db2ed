#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where a C++ file does not follow .clang-format. To repair: clang-format-19 -i FILE
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

git ls-files -z '*.cpp' '*.hpp' | xargs -0 -n 200 -P "$(nproc)" clang-format-19 --dry-run -Werror
