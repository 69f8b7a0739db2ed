#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails where a C++ file is not formatted as .clang-format says. Mend: clang-format-19 -i FILE
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

git ls-files -z '*.cpp' '*.hpp' | xargs -0 clang-format-19 --dry-run -Werror
