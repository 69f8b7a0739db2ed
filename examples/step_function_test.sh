#!/bin/sh
# step_function_test.sh BUILD COMPILER: installs what BUILD has of stepc, and builds and tests examples/step_function with
# nothing but that.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --component stepc --prefix "$work/installed" > "$work/log"
cp -r "$here/step_function" "$work/project"
cmake -S "$work/project" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" -DCMAKE_PREFIX_PATH="$work/installed" > "$work/log"
cmake --build "$work/build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q '^module histogram ' "$work/build/histogram_rtl/histogram.sv"
ctest --test-dir "$work/build" --output-on-failure
