#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soak.sh BUILD [FIRST_SEED [SEEDS [PROGRAMS]]]: runs random step functions in lockstep, by both
# pipelines, for many seeds.
#
#     hls/stepc/tests/soak.sh build 100 50     # seeds 100 to 149, 10 programs each
#
# The script needs the targets stepc, stepc_fuzz, stepc_lockstep_main and verilator_runtime. It keeps the
# source of every seed that fails and prints its name.
set -eu
root=$(realpath "$(dirname "$(realpath "$0")")/../../..")
build=$(realpath "$1") first=${2:-1} seeds=${3:-10} programs=${4:-10}
program=$(find "$build" -name libstepc_lockstep_main.a | head -n 1)
runtime=$(find "$build" -name libverilator_runtime.a | head -n 1)
include=$(verilator --getenv VERILATOR_ROOT)/include
failures=0
for seed in $(seq "$first" $((first + seeds - 1))); do
  work=$(mktemp -d)
  "$build/stepc_fuzz" --seed "$seed" --programs "$programs" -o "$work/soak.cpp" > "$work/log"
  for pipeline in 1 2; do
    {
      timeout 120 "$build/stepc" "$work/soak.cpp" --module soak --pipeline $pipeline -o "$work/soak.sv" \
          --harness "$work/soak_rtl.hpp" -- -I"$root" &&
      rm -rf "$work/V" &&
      timeout 300 verilator -f "$root/hls/stepc/lockstep/verilator.f" --top-module soak --prefix Vsoak --Mdir "$work/V" \
          "$work/soak.sv" &&
      ls "$work"/V/*.cpp | sed 's/.*/#include "&"/' > "$work/all.cpp" &&
      clang++-19 -std=c++20 -O0 -w -I"$root" -I"$work" -I"$work/V" -isystem "$include" -isystem "$include/vltstd" \
          -DSTEPC_SOURCE="\"$work/soak.cpp\"" -DSTEPC_HARNESS='"soak_rtl.hpp"' -DSTEPC_MODULE=soak -DSTEPC_TOP=step \
          "$root/hls/stepc/lockstep/of_top.cpp" "$work/all.cpp" "$program" "$runtime" -lz -pthread -o "$work/run" &&
      "$work/run" --cycles 20000 --seed "$seed"
    } > "$work/log" 2>&1 && continue
    failures=$((failures + 1))
    cp "$work/soak.cpp" "soak_$seed.cpp"
    echo "seed $seed, pipeline $pipeline: $(tail -n 1 "$work/log") (soak_$seed.cpp)"
  done
  rm -rf "$work"
done
echo "$((seeds * programs)) programs, $failures failures"
[ "$failures" -eq 0 ]
