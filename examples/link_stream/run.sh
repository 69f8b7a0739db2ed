#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh verilator|icarus RTL: compiles the testbench with the nodes and the ends of the link in RTL, and runs it. RTL is made by
#
#     for part in node_axi_d1_w32_all link_stream_d1_w32; do build/cubecast rtl $part --output RTL/$part; done
#
# Exit status: 0, the testbench passed; 1, it did not; 2, bad use.
set -eu
fail() { echo "run.sh: $1" >&2; exit 2; }
[ $# -eq 2 ] || fail "usage: run.sh verilator|icarus RTL"
here=$(dirname "$(realpath "$0")")
for part in node_axi_d1_w32_all link_stream_d1_w32; do
  [ -r "$2/$part/$part.f" ] || fail "$2: has no $part/$part.f; make it by cubecast rtl $part --output $2/$part"
done
rules=$2/axi_rules  # of an archive of scripts/package.sh
[ -d "$rules" ] || rules=$here/../../hls/axi/rules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files="axi_stream_rules.sv $(cat "$2"/node_axi_d1_w32_all/*.f "$2"/link_stream_d1_w32/*.f) memory.sv async_fifo.sv site.sv testbench.sv"
# The copies have plain names, because a tool may interpret special characters in a path.
cp "$rules"/axi_stream_rules.sv "$2"/node_axi_d1_w32_all/*v "$2"/link_stream_d1_w32/*v "$here"/../node_axi_testbench/memory.sv "$here"/*.sv "$work"
cd "$work"
. "$here/../node_axi_testbench/simulate.sh"
