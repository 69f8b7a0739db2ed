#!/usr/bin/env bash
# synth.sh [--top T] [--target ice40|ecp5|xc7|xcup] [--device D] [--seeds N] [--build DIR]
#
#     scripts/synth.sh --top router_d2_w8_all             # cells, placed clock, bitstream
#     scripts/synth.sh --top node_d4_w32_gated --target xc7
#
# Synthesises a top of hls/tops by Yosys and prints its cells and the LUTs on its longest path. For ice40 and ecp5 also places
# and routes it by nextpnr with the seeds 1 to N, behind a wrapper that shifts inputs in and folds outputs
# (scripts/synth/wrapper.jq), prints the best clock, and makes the bitstream. Debian has no nextpnr for ecp5: where there is
# no nextpnr-ecp5 and no ecppack on PATH, and neither --device nor --seeds asks for a placement, its cells are counted alone.
# T: <node|router|node_axi>_d<2 to 6>_w<1 to 64>_<all|gated>, then _r2 for two cycles a hop, then _rules_<rule>... for those
# rules alone in the hardware (firmware/rules), or of a node _integers or _floats, with which it combines packets
# (hls/operators), and before it _s<stages> for those in which it does; node_d2_w32_all if left out. Or, of nodes that serve
# broadcast requests by themselves, broadcast_d<2 to 6>_w<1 to 64>, then _wires for counts on wires of their own, _wires<n> on n of
# them, or _tree for the paper's prefix tree, or _overlap[<n>] for wires that are used while packets are under way, then _partial,
# _immediate or _indirect for the schemes of one kind alone.
# D: of ice40 hx8k or up5k, of ecp5 lfe5u-25f, lfe5u-45f or lfe5u-85f; the first if left out. N: 3.
# All files are in DIR/synth/T/D, of what is not placed in DIR/synth/T/TARGET, the figures of what has come to its end in
# result.json; DIR is the build directory, `build`, with stepc in it.
# Exit status: 0; 1: a tool failed, or the top does not fit; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
top=node_d2_w32_all target=ice40 build=$root/build device= seeds=

while [[ $# -gt 0 ]]; do
  case $1 in
    --top | --target | --device | --seeds | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *) fail "$1: unknown; known are --top, --target, --device, --seeds, --build, --help" ;;
  esac
done
rules=
if [[ ! $top =~ ^broadcast_d[2-6]_w([1-9][0-9]?)((_wires|_overlap)[1-7]?|_tree)?(_partial|_immediate|_indirect)?$ || ${BASH_REMATCH[1]} -gt 64 ]]; then
  [[ $top =~ ^(node|router|node_axi)_d([2-6])_w([1-9][0-9]?)_(all|gated)(_r2)?(_rules(_[a-z]+)+|(_s[1-9][0-9]?)?(_integers|_floats))?$ && ${BASH_REMATCH[3]} -le 64 ]] ||
    fail "--top $top: must be <node|router|node_axi>_d<2 to 6>_w<1 to 64>_<all|gated>[_r2][_rules_<rule>...], or of a node [_s<stages>]<_integers|_floats> in place of rules, such as node_d3_w32_all, or broadcast_d<2 to 6>_w<1 to 64> and what --help says"
  more=${BASH_REMATCH[6]}
  case $more in
    _rules_*) rules=${more#_rules_} ;;
    _*) [[ $top == node_d* ]] || fail "--top $top: nodes alone combine packets; leave $more out" ;;
  esac
fi
known_rules=$(sed -n 's/^using CubeRules = RuleList<\(.*\)>;/\L\1/p' "$root/firmware/rules/cube_rules.hpp")
for rule in ${rules//_/ }; do
  [[ ", $known_rules, " == *" $rule, "* ]] || fail "--top $top: there is no rule $rule; known are $known_rules"
done
most_stages=$(sed -n 's/.*kMaxCombineStages = \([0-9]*\);/\1/p' "$root/firmware/node/registers.hpp")
[[ ! $top =~ _s([0-9]+)_ || ${BASH_REMATCH[1]} -le $most_stages ]] ||
  fail "--top $top: has ${BASH_REMATCH[1]} stages; must be 1 to $most_stages"
[[ ! $top =~ ^broadcast_d([0-9]).*_(wires|overlap)([0-9]) || ${BASH_REMATCH[3]} -le $((BASH_REMATCH[1] + 1)) ]] ||
  fail "--top $top: counts go over ${BASH_REMATCH[3]} wires; must be 1 to $((BASH_REMATCH[1] + 1))"
source "$root/scripts/synth/place.bash"
choose_device
case $target in
  ice40) synthesis="synth_ice40 -abc9 -device $([[ $device == up5k ]] && echo u || echo hx)" ;;
  xc7) synthesis="synth_xilinx -family xc7 -flatten -abc9 -nowidelut" ;;
  xcup) synthesis="synth_xilinx -family xcup -flatten -abc9 -nowidelut" ;;
  ecp5) synthesis="synth_ecp5 -abc9 -nowidelut" ;;
esac
# Of adders of floats that are one flat netlist Yosys looks for ones to share for hours, and ABC9 gives up: module by module,
# and by ABC.
if [[ $target == xc* && $top == *_floats ]]; then
  synthesis="synth_xilinx -family $target -nowidelut -top $top -run begin:map_memory; flatten; opt; opt_clean; \
    synth_xilinx -family $target -nowidelut -run map_memory:"
fi
check_build yosys jq cmake python3 "${placers[@]}"

work=$build/synth/$top/${device:-$target}
mkdir -p "$work"

cmake -DNAME="$top" -DOUTPUT="$work/$top.cpp" -P "$root/cmake/TopSource.cmake"
run stepc.log "$build/stepc" "$work/$top.cpp" --module "$top" -o "$work/$top.sv" -- -I"$root"
run_yosys yosys.log "read_verilog -sv $top.sv; hierarchy -top $top; proc; write_json ports.json; \
  design -reset; read_verilog -sv $top.sv; $synthesis -top $top; tee -o stat.json stat -json; write_json netlist.json"
levels=$(python3 "$root/scripts/synth/levels.py" "$work/netlist.json" "$top")
# Cells by what they are: LUTs, flip-flops, LUT RAM (as the LUTs it is made of), block RAM, carry.
jq --arg top "$top" --arg target "$target" --argjson levels "$levels" '
  .design.num_cells_by_type | to_entries
  | def sum(pattern): map(select(.key | test("^(" + pattern + ")$")) | .value) | add // 0;
  {$top, $target, lut: sum("SB_LUT4|LUT[1-6]"), ff: sum("SB_DFF.*|FD[RCPS]E|TRELLIS_FF"),
   lut_ram: (8 * sum("RAM32M16|RAM64M8") + 4 * sum("RAM(32|64)M|RAM128X1D|TRELLIS_DPR16X4") + 2 * sum("RAM(32|64)X1D")),
   block_ram: sum("SB_RAM40_4K.*|RAMB.*|DP16KD|PDPW16KD"), carry: sum("SB_CARRY|CARRY[48]|CCU2C"), $levels}
  ' "$work/stat.json" >"$work/cells.json"
jq --raw-output '"\(.top) \(.target): \(.lut) LUT, \(.ff) FF, \(.lut_ram) LUT RAM, \(.block_ram) block RAM, \(.carry) carry, "
  + "\(.levels) LUTs on the longest path"' "$work/cells.json"
if [[ -z $device ]]; then
  mv "$work/cells.json" "$work/result.json"
  exit 0
fi
place_with_seeds
