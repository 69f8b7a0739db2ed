#!/bin/sh
# synth_test.sh SYNTH: scripts/synth.sh refuses bad use in one line that names the value, with exit status 2.
set -u
script=$1
. "$(dirname "$script")/refuses.sh"
refuses "--tops: unknown" --tops router_d2_w8_all
refuses "--top: needs a value" --top
refuses "--top '': needs a value" --top ""
refuses "--top node_d7_w32_all: must be" --top node_d7_w32_all
refuses "--top node_d3_w65_all: must be" --top node_d3_w65_all
refuses "--top node_d3_w08_all: must be" --top node_d3_w08_all
refuses "--top node_d3_w8_all_r3: must be" --top node_d3_w8_all_r3
refuses "--top node_d3_w8_all_rules: must be" --top node_d3_w8_all_rules
refuses "--top broadcast_d3_w65: must be" --top broadcast_d3_w65
refuses "--top broadcast_d3_w8_gated: must be" --top broadcast_d3_w8_gated
refuses "--top node_d3_w8_all_integers_floats: must be" --top node_d3_w8_all_integers_floats
refuses "--top node_d3_w8_all_s2: must be" --top node_d3_w8_all_s2
refuses "--top node_d3_w8_all_s0_floats: must be" --top node_d3_w8_all_s0_floats
refuses "--top router_d3_w8_all_floats: nodes alone combine packets; leave _floats out" --top router_d3_w8_all_floats
refuses "--top node_axi_d3_w8_all_integers: nodes alone combine" --top node_axi_d3_w8_all_integers
refuses "there is no rule xyz; known are ecube, ascending" --top node_d3_w8_all_rules_ecube_xyz
refuses "there is no rule decision; known" --top router_d2_w8_all_rules_decision
refuses "has 31 stages; must be 1 to 30" --top node_d3_w32_all_s31_integers
refuses "over 5 wires; must be 1 to 4" --top broadcast_d3_w32_wires5
refuses "there is no rule rule; known" --top node_d3_w8_all_rules_rule
refuses "--target asic: must be" --target asic
refuses "--device lp1k: must be one of hx8k up5k for ice40" --device lp1k
refuses "--device hx8k: must be one of lfe5u-25f" --target ecp5 --device hx8k
refuses "--device hx8k up5k: must be one of" --device "hx8k up5k"
refuses "--device up5k: of ice40 and ecp5 only" --target xc7 --device up5k
refuses "--seeds 2: of ice40 and ecp5 only" --target xcup --seeds 2
refuses "--seeds 0: must be" --target ecp5 --seeds 0
(PATH=/usr/bin:/bin && refuses "nextpnr-ecp5 or ecppack is not on PATH" --target ecp5 --seeds 2; exit $failures) || failures=1
refuses "/a b/stepc: not there" --build "/a b"
refuses "--seeds 0: must be" --seeds 0
refuses "--seeds 1e3: must be" --seeds 1e3
refuses "/nowhere/stepc: not there" --build /nowhere
exit $failures
