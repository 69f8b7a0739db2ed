#!/bin/sh
# package_test.sh BUILD: scripts/package.sh, its archive, and what it says of bad use. The testbench in the archive runs from there.
set -eu
build=$1
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$here/package.sh" --build "$1" --output a.tar.gz node_axi_d2_w32_all router_d2_w32_all > log 2>&1 || { cat log; exit 1; }
"$here/package.sh" --build "$1" --output b.tar.gz node_axi_d2_w32_all router_d2_w32_all > log 2>&1
cmp a.tar.gz b.tar.gz
tar xzf a.tar.gz
cd cubecast-rtl-*
[ "$(ls rtl | tr '\n' ' ')" = "axi_rules node_axi_d2_w32_all router_d2_w32_all " ]
[ -s LICENSE ] && [ -s docs/axi.md ]
/usr/bin/python3 "$here/check_package.py" rtl/*
examples/node_axi_testbench/run.sh icarus rtl | tail -n 1

# A file that is missing must be seen.
rm rtl/node_axi_d2_w32_all/node_axi_d2_w32_all_core.sv
if /usr/bin/python3 "$here/check_package.py" rtl/node_axi_d2_w32_all 2> log; then echo "a missing file is not seen"; exit 1; fi
grep -q 'node_axi_d2_w32_all_core.sv: not there' log

script=$here/package.sh
. "$here/refuses.sh"
refuses "--tops: unknown" --build "$build" --tops x
refuses "--output: needs" --build "$build" --output
refuses "node_d7_w32_all: must be" --build "$build" node_d7_w32_all
refuses "axi_rules: must be" --build "$build" axi_rules
refuses "node_axi_d2_w32_all: named twice" --build "$build" node_axi_d2_w32_all node_axi_d2_w32_all
refuses "--output x.zip: must end with .tar.gz" --build "$build" --output x.zip node_axi_d2_w32_all
mkdir folder.tar.gz
mkfifo fifo.tar.gz
refuses "--output folder.tar.gz: is no regular file" --build "$build" --output folder.tar.gz node_axi_d2_w32_all
refuses "--output fifo.tar.gz: is no regular file" --build "$build" --output fifo.tar.gz node_axi_d2_w32_all
refuses "--output none/x.tar.gz: none is no folder" --build "$build" --output none/x.tar.gz node_axi_d2_w32_all
refuses "--build /nowhere: not configured" --build /nowhere
exit $failures
