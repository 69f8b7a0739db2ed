#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh TOP FILE.sv: Yosys proves the assertions of a top from its reset on, by induction. Fails where one can be
# violated. The first two steps are no part of the proof: in the first the reset lasts, in the second the sampled
# conditions of the assertions are still unknown.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Under a name without anything that Yosys would take for more than a name.
cp "$2" "$work/top.sv"
cd "$work"
yosys -q -p "
  read_verilog -sv -formal top.sv; prep -top $1 -flatten; memory_map; opt -full; async2sync
  sat -verify -tempinduct -prove-asserts -seq 2 -set-at 1 rst 1 $1"
