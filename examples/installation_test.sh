#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# installation_test.sh BUILD COMPILER: installs BUILD under a prefix with a space in its name. Then
# it builds and tests examples/step_function and examples/run_allreduce with the installation only.
# Last, it runs the installed command in a folder of its own, with an empty store, on models that it
# has to make.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/in stalled"
for component in stepc cubecast library; do
  cmake --install "$1" --component $component --prefix "$prefix" > "$work/log"
done

for example in step_function run_allreduce; do
  cp -r "$here/$example" "$work/$example"
  cmake -S "$work/$example" -B "$work/$example/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" -DCMAKE_PREFIX_PATH="$prefix" \
    > "$work/log"
  cmake --build "$work/$example/build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  ctest --test-dir "$work/$example/build" --output-on-failure
done
grep -q '^module histogram ' "$work/step_function/build/histogram_rtl/histogram.sv"

# Completion and the manual page are there, and of this command.
grep -q '^complete -F _cubecast cubecast' "$prefix/share/bash-completion/completions/cubecast"
grep -q '^#compdef cubecast' "$prefix/share/zsh/site-functions/_cubecast"
grep -q '^.SS cubecast run' "$prefix/share/man/man1/cubecast.1"

cd "$work"
export CUBECAST_CACHE="$work/models of it"
for engine in rtl systemc; do
  "$prefix/bin/cubecast" run broadcast --dim 2 --engine $engine > out 2> err || { cat err; exit 1; }
  grep -q 'verified  *every packet' out
done
"$prefix/bin/cubecast" run broadcast --dim 2 --link-wires 16 > out
grep -q 'verified  *every packet' out
"$prefix/bin/cubecast" rtl node_axi_d2_w8_all --output rtl > out
[ -s rtl/node_axi_d2_w8_all.v ]
# No entry may name the checkout or its build folder.
! grep -rlF -e "$(dirname "$here")/" "$CUBECAST_CACHE" || exit 1
