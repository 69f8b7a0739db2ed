#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh verilator|icarus RTL [WORK]: compiles the testbench with RTL/node_axi_d2_w32_all and the rules of AXI, each by its
# file list, and runs it. RTL: the folder rtl of an archive of scripts/package.sh; or one that is made by
#
#     build/cubecast rtl node_axi_d2_w32_all --output RTL/node_axi_d2_w32_all
#
# where the rules are those of the checkout. WORK: where to compile, a temporary folder if left out.
# Exit status: 0, the testbench passed; 1, it did not; 2, bad use.
set -eu
fail() { echo "run.sh: $1" >&2; exit 2; }
[ $# -ge 2 ] || fail "usage: run.sh verilator|icarus RTL [WORK]"
here=$(dirname "$(realpath "$0")")
[ -r "$2/node_axi_d2_w32_all/node_axi_d2_w32_all.f" ] || fail "$2: has no node_axi_d2_w32_all/node_axi_d2_w32_all.f"
node=$(realpath -- "$2")/node_axi_d2_w32_all
rules=$(realpath -- "$2")/axi_rules
[ -d "$rules" ] || rules=$(realpath -- "$here/../../hls/axi/rules")
work=${3-$(mktemp -d)}
[ $# -ge 3 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
files="$(cat "$rules/axi_rules.f") $(cat "$node/node_axi_d2_w32_all.f") memory.sv testbench.sv"
# The copies have plain names, because a tool may interpret special characters in a path.
cp "$rules"/*.sv "$node"/*.sv "$node"/*.v "$here"/*.sv "$work"
CDPATH= cd -- "$work"
. "$here/simulate.sh"
