#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the set-up, the static checks, the unit tests under the sanitizers, the build, and last every
# other test. It fails with the first of these that fails. clang-tidy has the processors that builds and unit tests
# leave idle, and is waited for before the other tests.
#   scripts/test.sh --quick    formatting, changed files and the unit tests, during development
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

case ${1-} in
  '' | --quick) [[ $# -le 1 ]] ;;
  *) false ;;
esac || { echo "test.sh: $*: must be nothing or --quick" >&2; exit 2; }

. scripts/stage.sh
stage 'tests: set-up' scripts/setup.sh mpi qemu tidy
stage 'tests: formatting' scripts/check_format.sh
if [[ ${1-} == --quick ]]; then
  cmake --preset default >/dev/null
  cmake --build --preset default --target unit_tests
  exec ctest --preset default --label-regex unit --parallel 2
fi
stage 'tests: pages' scripts/check_extending.sh
set -m  # a group of its own, which can be ended
stage 'tests: clang-tidy' nice -n 19 scripts/check_tidy.sh >build/tidy.txt 2>&1 &
set +m
tidy=$!
trap 'kill -- "-$tidy" 2>/dev/null || true' EXIT
cmake --preset sanitize >/dev/null
stage 'tests: build with sanitizers' cmake --build --preset sanitize
# More than processors, because threads of a test wait for one another, and a test for a model that another builds:
# unit tests take 154 s six at once on two processors, and 216 s three at once.
stage 'tests: unit tests with sanitizers' ctest --preset sanitize --parallel "$((3 * $(nproc)))"
cmake --preset default -DCUBECAST_UNITS_ELSEWHERE=ON >/dev/null
stage 'tests: build' cmake --build --preset default
wait "$tidy" || { cat build/tidy.txt >&2; exit 1; }
trap - EXIT
stage 'tests: other tests' ctest --preset default --parallel "$((2 * $(nproc)))" --output-junit tests.xml
