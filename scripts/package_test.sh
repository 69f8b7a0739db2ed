#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# package_test.sh BUILD: tests scripts/package.sh and its archive, including the testbench in it.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$here/package.sh" --build "$1" --output a.tar.gz node_axi_d2_w32_all router_d2_w32_all > log 2>&1 || { cat log; exit 1; }
"$here/package.sh" --build "$1" --output b.tar.gz router_d2_w32_all node_axi_d2_w32_all > log 2>&1
cmp a.tar.gz b.tar.gz
tar xzf a.tar.gz
cd cubecast-rtl-*
[ "$(ls rtl | tr '\n' ' ')" = "axi_rules node_axi_d2_w32_all router_d2_w32_all " ]
[ -s LICENSE ] && [ -s docs/guides/axi.md ]
/usr/bin/python3 "$here/check_package.py" rtl/*
examples/node_axi_testbench/run.sh icarus rtl | tail -n 1

# A missing file must be noticed.
rm rtl/node_axi_d2_w32_all/node_axi_d2_w32_all_core.sv
if /usr/bin/python3 "$here/check_package.py" rtl/node_axi_d2_w32_all 2> log; then echo "a missing file is not seen"; exit 1; fi
grep -q 'node_axi_d2_w32_all_core.sv: not there' log
