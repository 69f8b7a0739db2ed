#!/usr/bin/env bash
# soak_tops.sh [BUILD]: every top of hls/tops beside its C++, register by register, not only those that the tests take.
#
#     scripts/soak_tops.sh             # in build-tops
#
# CUBECAST_TEST_SEED=n: other random inputs. Exit status: that of ctest.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
build=${1:-build-tops}

cmake --preset default -B "$build" -DCUBECAST_ALL_LOCKSTEPS=ON >/dev/null
cmake --build "$build" --target cubecast_locksteps
ctest --test-dir "$build" --tests-regex '^(node|router|node_axi)_d[0-9]_w[0-9]*_(all|gated)(_r2)?_lockstep$' --output-on-failure
