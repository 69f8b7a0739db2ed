#!/bin/sh
# bad_use_test.sh BUILD: scripts with options refuse bad use in one line that names the value, with exit status 2. Of
# configurations the line is that of `cubecast configuration`.
set -u
build=$1
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir folder.tar.gz
mkfifo fifo.tar.gz
failures=0

# refuses SCRIPT TEXT argument...
refuses() {
  script=$1 text=$2 status=0
  shift 2
  said=$("$here/$script" "$@" 2>&1) || status=$?
  case $said in *"$text"*) ;; *) status="$status, without '$text'" ;; esac
  if [ "$status" != 2 ] || [ "$(printf '%s\n' "$said" | wc -l)" != 1 ]; then
    echo "$script $*: exit status $status, said: $said" >&2
    failures=$((failures + 1))
  fi
}

# All of them have this in common.
for script in synth.sh prove.sh area.sh package.sh fpga_table.sh board.sh; do
  refuses $script "--tops x: configuration has no option --tops" --build "$build" --tops x
  refuses $script "node_d17_w32_all: dim 17: must be 1 to 16" --build "$build" node_d17_w32_all
  refuses $script "--payload-bits 65: must be 1 to 64" --build "$build" router_d3_w8_all --payload-bits 65
  refuses $script "--dim: needs a value" --dim
  refuses $script "--dim: needs a value" --dim --build "$build"
  refuses $script "--json: unknown" node_d2_w8_all --json
  refuses $script "-x: unknown" -x
  refuses $script "--build /nowhere: not configured" --build /nowhere router_d2_w2_all
  refuses $script "--build /a b: not configured" --build "/a b" router_d2_w2_all
done
refuses synth.sh "rules ecube,xyz: must be all, or of ecube, ascending" --build "$build" node_d3_w8_all_rules_ecube_xyz
refuses synth.sh "none.json: cannot be read" --build "$build" none.json
refuses synth.sh "cubecast: node_d2_w8_all" --build "$build" node_d3_w8_all node_d2_w8_all
refuses synth.sh "--target: needs a value" --target
refuses synth.sh "--target '': needs a value" --target ""
refuses synth.sh "--target asic: must be" --target asic
refuses synth.sh "--device lp1k: must be one of hx8k up5k for ice40" --device lp1k
refuses synth.sh "--device hx8k: must be one of lfe5u-25f" --target ecp5 --device hx8k
refuses synth.sh "--device hx8k up5k: must be one of" --device "hx8k up5k"
refuses synth.sh "--device up5k: of ice40 and ecp5 only" --target xc7 --device up5k
refuses synth.sh "--seeds 2: of ice40 and ecp5 only" --target xcup --seeds 2
refuses synth.sh "--seeds 0: must be" --target ecp5 --seeds 0
(PATH=/usr/bin:/bin && refuses synth.sh "nextpnr-ecp5 or ecppack is not on PATH" --target ecp5 --seeds 2; exit $failures) || failures=1
refuses synth.sh "--seeds 1e3: must be" --seeds 1e3

refuses prove.sh "--dims: needs a value" --dims
refuses prove.sh "--dims 2..7: must be A..B" --dims 2..7
refuses prove.sh "--dims 3..2: must be A..B" --dims 3..2
refuses prove.sh "--dims 2..3: is of many routers; leave it or router_d2_w2_all out" --dims 2..3 router_d2_w2_all
refuses prove.sh "kind node: must be router" --build "$build" node_d2_w8_all
refuses prove.sh "ports 4: proved are routers of cubes" --build "$build" router_p4_w8_all
refuses prove.sh "dim 1: must be 2 or more" --build "$build" router_d1_w8_all
refuses prove.sh "rules ecube: must be all" --build "$build" router_d2_w8_all_rules_ecube
refuses prove.sh "memory_waits False: must be true" --build "$build" router_d2_w8_all --memory-waits off
refuses prove.sh "payload_bits 1: must be 2 or more for the proof data" --build "$build" router_d2_w1_all

refuses area.sh "--orders 2: must be an odd number" --orders 2
refuses area.sh "node_d2_w8_all: the handwritten router is of a cube" --build "$build" node_d2_w8_all
refuses area.sh "router_p4_w8_all: the handwritten router is of a cube" --build "$build" router_p4_w8_all
refuses area.sh "router_d3_w8_all_r2: the handwritten router is of a cube" --build "$build" router_d3_w8_all_r2

refuses package.sh "no configuration is given" --build "$build"
refuses package.sh "--output: needs" --build "$build" --output
refuses package.sh "axi_rules: no name of a configuration" --build "$build" axi_rules
refuses package.sh "node_d2_w8_gated: named twice" --build "$build" node_d2_w8_all node_d2_w8_gated --port-model gated
refuses package.sh "--output x.zip: must end with .tar.gz" --build "$build" --output x.zip node_d2_w8_all
refuses package.sh "--output folder.tar.gz: is no regular file" --build "$build" --output folder.tar.gz node_d2_w8_all
refuses package.sh "--output fifo.tar.gz: is no regular file" --build "$build" --output fifo.tar.gz node_d2_w8_all
refuses package.sh "--output none/x.tar.gz: none is no folder" --build "$build" --output none/x.tar.gz node_d2_w8_all

refuses board.sh "--bauds 9600: configuration has no option --bauds" --build "$build" --bauds 9600
refuses board.sh "--board: unknown" --board
refuses board.sh "cubecast: node_d1_w8_gated" --build "$build" node_d2_w8_gated node_d1_w8_gated
# What a board cannot be.
board=node_d2_w8_gated_q128_e4_b6_nowaits
refuses board.sh "--kind router: a board has injectors and memories; must be node" --build "$build" router_d2_w8_gated
refuses board.sh "--ports 3: the nodes of a board are those of a cube; give --dim" --build "$build" --ports 3
refuses board.sh "--dim 5: requests have 4 bits for the number of a node; must be 1 to 4" --build "$build" --dim 5
refuses board.sh "--payload-bits 16: what has come over 2 ports" --build "$build" $board --payload-bits 16
refuses board.sh "with a bit for each port; must be 1 to 9 on a board" --build "$build" --dim 3 --payload-bits 10
refuses board.sh "--port-model all: a board runs one-port" --build "$build" --port-model all
refuses board.sh "--operators integers: the nodes of a board combine no packets" --build "$build" node_d2_w8_gated_integers
refuses board.sh "--memory-waits on: the memory of a board takes a packet" --build "$build" node_d2_w8_gated
refuses board.sh "--sequence-bits 11: a memory has at most 4096 places" --build "$build" --sequence-bits 11
refuses board.sh "--queue-depth 64: " --build "$build" --queue-depth 64
refuses board.sh "--program-depth 2: " --build "$build" --program-depth 2
refuses board.sh "none.json: cannot be read" --build "$build" none.json
refuses board.sh "--baud: needs a value" --baud
for baud in fast 2000 921600000 5000000 1600000; do refuses board.sh "--baud $baud: must be" --baud $baud; done
refuses board.sh "--seeds 0: must be" --seeds 0
refuses board.sh "--build /a b: not configured" --build "/a b"
exit $failures
