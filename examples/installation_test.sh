#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# installation_test.sh BUILD COMPILER: installs BUILD under a prefix with a space in its name. Then
# it builds and tests examples/step_function and examples/run_allreduce with the installation only.
# Last, it runs the installed command, which nobody can write to, with empty stores, on models that it has to
# make: for two users at once, and twice at once for one.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'wait; chmod -R u+w "$work"; rm -rf "$work"' EXIT
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

# From here on nobody writes to the installation, and root is another user.
chmod -R a-w "$prefix"
chmod a+rx "$work"
user=
[ "$(id -u)" -ne 0 ] || user="setpriv --reuid 65534 --regid 65534 --clear-groups"
# Where /dev/null is root's alone, Verilator runs for nobody else.
[ -z "$user" ] || $user sh -c ': > /dev/null' 2> "$work/log" || user=
mkdir "$work/one" "$work/other"
[ -z "$user" ] || chown 65534:65534 "$work/one" "$work/other"
cubecast() { $user "$prefix/bin/cubecast" "$@"; }
cd "$work/one"
export CUBECAST_CACHE="$work/one/models of it"
# At once: two processes with one store, and one with another.
cubecast run broadcast --dim 2 --engine rtl > "$work/first" 2> "$work/first.err" & first=$!
cubecast run broadcast --dim 2 --engine rtl > "$work/second" 2> "$work/second.err" & second=$!
(cd "$work/other" && unset CUBECAST_CACHE XDG_CACHE_HOME && export HOME="$work/other" &&
  cubecast rtl node_axi_d2_w8_all --output rtl) > "$work/out" 2> "$work/err" || { cat "$work/err"; exit 1; }
[ -s "$work/other/rtl/node_axi_d2_w8_all.v" ]
grep -q 'building text node_axi_d2_w8_all (once, kept in ~/.cache/cubecast)\.\.\.' "$work/err"
wait $first || { cat "$work/first.err"; exit 1; }
wait $second || { cat "$work/second.err"; exit 1; }
for options in "--engine systemc" "--link-wires 16"; do
  # shellcheck disable=SC2086  # several words
  cubecast run broadcast --dim 2 $options > "$work/third" 2> "$work/err" || { cat "$work/err"; exit 1; }
  grep -q 'verified  *every packet' "$work/third"
done
for out in first second; do grep -q 'verified  *every packet' "$work/$out"; done
# No entry may name the checkout or its build folder.
! grep -rlF -e "$(dirname "$here")/" "$CUBECAST_CACHE" || exit 1
