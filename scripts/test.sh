#!/usr/bin/env bash
# Set-up, build, static checks, the unit tests under the sanitizers, and last every test. Fails with the first of them.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

scripts/setup.sh
scripts/check_format.sh
scripts/check_extending.sh
cmake --preset default >/dev/null
cmake --build --preset default
scripts/check_tidy.sh
cmake --preset sanitize >/dev/null
cmake --build --preset sanitize
ctest --preset sanitize --parallel 2
ctest --preset default --parallel 2
