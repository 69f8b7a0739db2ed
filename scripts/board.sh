#!/usr/bin/env bash
# board.sh [NAME|FILE] [--MEMBER VALUE]... [--baud N] [--seeds N] [--build DIR]
#
#     scripts/board.sh                             # build/board/board.bin
#     scripts/board.sh --dim 1 --payload-bits 13   # of other nodes
#     iceprog build/board/board.bin                # into the board
#     build/cubecast board --port /dev/ttyUSB1     # run everything on it
#
# Makes the bitstream of a cube (hls/board) for the iCE40-HX8K breakout board: stepc, Yosys, nextpnr and icepack. Prints what
# it needs of the FPGA and its clock, which must reach the board's 12 MHz. The nodes are said as to `cubecast rtl`; of a 2-cube
# as large as the FPGA holds, if they are left out, and options alone change those. --baud: of the serial line, one that
# `cubecast board` takes too, 115200 if left out. --seeds: placements to try until one fits, 3. All files are in DIR/board; DIR
# is the build directory, `build`, in which cubecast and stepc are built if they are not there.
# Exit status: 0; 1: a tool failed, the FPGA is too small, or the clock is missed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build baud=115200 seeds=3
clock=12000000

while [[ $# -gt 0 ]]; do
  case $1 in
    --baud | --seeds | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
check_seeds
# Those that the host's terminal can be set to; 12 MHz is near a multiple of each.
bauds=$(grep -o '\bB[1-9][0-9]*' "$root/testbench/board/serial_port.cpp" | tr -d B | paste -sd ' ')
[[ " $bauds " == *" $baud "* && $baud != *' '* ]] || fail "--baud $baud: must be one of ${bauds// /, }"
cycles_per_bit=$(((clock + baud / 2) / baud))
check_tools yosys jq nextpnr-ice40 icepack
check_build cubecast stepc
name=$(name_of --board "${sources[@]}" "${members[@]}")

work=$build/board
mkdir -p "$work"

# The board forgets half a request after 2^20 cycles, 87 ms, without a byte.
"$build/cubecast" configuration --board "$name" --source >"$work/board.cpp"
run stepc.log "$build/stepc" "$work/board.cpp" --module board -o "$work/board.sv" -- -I"$root" \
  -DCYCLES_PER_BIT="$cycles_per_bit" -DSILENCE="1u<<20"
cp "$root/hls/board/cubecast_board.v" "$work"
run_yosys yosys.log "read_verilog -sv board.sv cubecast_board.v; \
  synth_ice40 -abc9 -device hx -top cubecast_board -json board.json"
for seed in $(seq "$seeds"); do
  run nextpnr.log nextpnr-ice40 --hx8k --package ct256 --json "$work/board.json" --pcf "$root/hls/board/hx8k_breakout.pcf" \
    --freq $((clock / 1000000)) --seed "$seed" --asc "$work/board.asc" --report "$work/timing.json" && placed=1 && break
done
[[ ${placed-} ]] || exit 1
run icepack.log icepack "$work/board.asc" "$work/board.bin"
jq --raw-output --argjson clock $((clock / 1000000)) --argjson baud "$baud" --arg bin "$work/board.bin" --arg name "$name" '
  def used(cell): "\(.utilization[cell].used) of \(.utilization[cell].available)";
  "board: \($name): \(used("ICESTORM_LC")) cells, \(used("ICESTORM_RAM")) block RAMs; "
  + "\([.fmax[].achieved] | min * 100 | floor / 100) MHz of the \($clock) that it runs at; \($baud) baud; bitstream \($bin)"
  ' "$work/timing.json"
