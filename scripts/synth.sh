#!/usr/bin/env bash
# synth.sh [NAME|FILE] [--MEMBER VALUE]... [--target ice40|ecp5|xc7|xcup] [--device D] [--seeds N] [--build DIR]
#
#     scripts/synth.sh router_d2_w8_all                       # cells, placed clock, bitstream
#     scripts/synth.sh node_d4_w32_gated --target xc7
#     scripts/synth.sh --dim 3 --payload-bits 13 --queue-depth 32 --target xc7
#
# Synthesises a node or router of any configuration by Yosys and prints its cells and the LUTs on its longest path. For ice40
# and ecp5 also places and routes it by nextpnr with the seeds 1 to N, behind a wrapper that shifts inputs in and folds outputs
# (scripts/synth/wrapper.jq), prints the best clock, and makes the bitstream. Debian has no nextpnr for ecp5: where there is
# no nextpnr-ecp5 and no ecppack on PATH, and neither --device nor --seeds asks for a placement, its cells are counted alone.
# The configuration is said as to `cubecast rtl` (its --help has the members): by a name, by a JSON file, by options;
# node_d2_w32_all if left out. For a node with AXI it is the part that stepc makes, without the Verilog around it.
# D: of ice40 hx8k or up5k, of ecp5 lfe5u-25f, lfe5u-45f or lfe5u-85f; the first if left out. N: 3.
# All files are in DIR/synth/NAME/D, of what is not placed in DIR/synth/NAME/TARGET, the figures of what has come to its end in
# result.json; DIR is the build directory, `build`, in which cubecast is built if it is not there.
# Exit status: 0; 1: a tool failed, or the node does not fit; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
target=ice40 build=$root/build device= seeds=

while [[ $# -gt 0 ]]; do
  case $1 in
    --target | --device | --seeds | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
[[ ${#sources[@]} -gt 0 || ${#members[@]} -gt 0 ]] || sources=(node_d2_w32_all)
source "$root/scripts/synth/place.bash"
choose_device
check_tools yosys jq cmake python3 "${placers[@]}"
check_build cubecast
name=$(name_of "${sources[@]}" "${members[@]}")

work=$build/synth/$name/${device:-$target}
mkdir -p "$work"
run rtl.log "$build/cubecast" rtl "$name" --output "$work/rtl"
sv=$(grep '\.sv$' "$work/rtl/$name.f")
top=${sv%.sv}
cp "$work/rtl/$sv" "$work"
case $target in
  ice40) synthesis="synth_ice40 -abc9 -device $([[ $device == up5k ]] && echo u || echo hx)" ;;
  xc7) synthesis="synth_xilinx -family xc7 -flatten -abc9 -nowidelut" ;;
  xcup) synthesis="synth_xilinx -family xcup -flatten -abc9 -nowidelut" ;;
  ecp5) synthesis="synth_ecp5 -abc9 -nowidelut" ;;
esac
# Of adders of floats that are one flat netlist Yosys looks for ones to share for hours, and ABC9 gives up: module by module,
# and by ABC.
if [[ $target == xc* && $name == *_floats* ]]; then
  synthesis="synth_xilinx -family $target -nowidelut -top $top -run begin:map_memory; flatten; opt; opt_clean; \
    synth_xilinx -family $target -nowidelut -run map_memory:"
fi
run_yosys yosys.log "read_verilog -sv $sv; hierarchy -top $top; proc; write_json ports.json; \
  design -reset; read_verilog -sv $sv; $synthesis -top $top; tee -o stat.json stat -json; write_json netlist.json"
levels=$(python3 "$root/scripts/synth/levels.py" "$work/netlist.json" "$top")
# Cells by what they are: LUTs, flip-flops, LUT RAM (as the LUTs it is made of), block RAM, carry.
jq --arg top "$name" --arg target "$target" --argjson levels "$levels" '
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
