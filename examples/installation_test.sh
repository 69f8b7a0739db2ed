#!/bin/sh
# installation_test.sh BUILD COMPILER: installs what BUILD has under a prefix with a space in its name; builds and tests
# examples/step_function with nothing but that; and runs the installed command, from a folder of its own and with an empty
# store, on models that it has to make.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/in stalled"
for component in stepc cubecast; do
  cmake --install "$1" --component $component --prefix "$prefix" > "$work/log"
done

cp -r "$here/step_function" "$work/project"
cmake -S "$work/project" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" -DCMAKE_PREFIX_PATH="$prefix" > "$work/log"
cmake --build "$work/build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q '^module histogram ' "$work/build/histogram_rtl/histogram.sv"
ctest --test-dir "$work/build" --output-on-failure

cd "$work"
export CUBECAST_CACHE="$work/models of it"
for engine in rtl systemc; do
  "$prefix/bin/cubecast" run broadcast --dim 2 --engine $engine > out 2> err || { cat err; exit 1; }
  grep -q 'verified  *every packet' out
done
"$prefix/bin/cubecast" rtl node_axi_d2_w8_all --output rtl > out
[ -s rtl/node_axi_d2_w8_all.v ]
# Nothing is made of the checkout or of its build folder.
! grep -rlF -e "$(dirname "$here")/" "$CUBECAST_CACHE" || exit 1
