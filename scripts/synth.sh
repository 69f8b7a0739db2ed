#!/usr/bin/env bash
# synth.sh [--top T] [--target ice40|xc7|xcup|ecp5] [--device hx8k|up5k] [--seeds N] [--build DIR]
#
#     scripts/synth.sh --top router_d2_w8_all             # cells, placed clock, bitstream
#     scripts/synth.sh --top node_d4_w32_gated --target xc7
#
# Synthesises a top of hls/tops by Yosys and prints its cells. For ice40 also places and routes it by nextpnr with the seeds
# 1 to N, behind a wrapper that shifts inputs in and folds outputs (scripts/synth/wrapper.jq), prints the best clock, and
# makes the bitstream. T: <node|router>_d<2 to 6>_w<1 to 64>_<all|gated>, node_d2_w32_all if left out. N: 3. All files are in
# DIR/synth/T/TARGET, for ice40 DIR/synth/T/DEVICE; DIR is the build directory, `build`, with stepc in it.
# Exit status: 0; 1: a tool failed, or the top does not fit; 2: bad use.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
top=node_d2_w32_all target=ice40 build=$root/build device= seeds=

fail() { echo "synth.sh: $1" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --top | --target | --device | --seeds | --build)
      [[ $# -ge 2 ]] || fail "$1: needs a value"
      [[ -n $2 ]] || fail "$1 '': needs a value"
      declare "${1#--}=$2"
      shift 2 ;;
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "$1: unknown; known are --top, --target, --device, --seeds, --build, --help" ;;
  esac
done
[[ $top =~ ^(node|router)_d([2-6])_w([1-9][0-9]?)_(all|gated)$ && ${BASH_REMATCH[3]} -le 64 ]] ||
  fail "--top $top: must be <node|router>_d<2 to 6>_w<1 to 64>_<all|gated>, such as node_d3_w32_all"
case $target in
  ice40) ;;
  xc7 | xcup | ecp5)
    [[ -z $device ]] || fail "--device $device: of ice40 only, which alone is placed; leave it out for $target"
    [[ -z $seeds ]] || fail "--seeds $seeds: of ice40 only, which alone is placed; leave it out for $target" ;;
  *) fail "--target $target: must be ice40, xc7, xcup or ecp5" ;;
esac
device=${device:-hx8k} seeds=${seeds:-3}
case $device in
  hx8k) package=ct256 speed=hx ;;
  up5k) package=sg48 speed=u ;;
  *) fail "--device $device: must be hx8k or up5k" ;;
esac
[[ $seeds =~ ^[1-9][0-9]{0,2}$ ]] || fail "--seeds $seeds: must be 1 to 999"
[[ $build != *[[:space:]\;\"]* ]] || fail "--build $build: Yosys takes no path with spaces, quotes or semicolons"
case $target in
  ice40) synthesis="synth_ice40 -abc9 -device $speed" ;;
  xc7) synthesis="synth_xilinx -family xc7 -flatten -abc9 -nowidelut" ;;
  xcup) synthesis="synth_xilinx -family xcup -flatten -abc9 -nowidelut" ;;
  ecp5) synthesis="synth_ecp5 -abc9 -nowidelut" ;;
esac
tools=(yosys jq cmake)
[[ $target == ice40 ]] && tools+=(nextpnr-ice40 icepack)
for tool in "${tools[@]}"; do
  command -v "$tool" >/dev/null || fail "$tool is not on PATH; scripts/setup.sh installs it"
done
[[ -x $build/stepc ]] || fail "$build/stepc: not there; make it with: cmake --preset default && cmake --build $build --target stepc"

work=$build/synth/$top/$target
[[ $target != ice40 ]] || work=$build/synth/$top/$device
mkdir -p "$work"
# run LOG command...: its output goes to the log, of which the end is shown if it fails.
run() {
  local log=$work/$1
  shift
  "$@" >"$log" 2>&1 && return
  echo "synth.sh: $1 failed; the end of $log:" >&2
  tail -n 5 "$log" >&2
  exit 1
}

cmake -DNAME="$top" -DOUTPUT="$work/$top.cpp" -P "$root/cmake/TopSource.cmake"
run stepc.log "$build/stepc" "$work/$top.cpp" --module "$top" -o "$work/$top.sv" -- -I"$root"
run yosys.log yosys -p "read_verilog -sv $work/$top.sv; hierarchy -top $top; proc; write_json $work/ports.json; \
  design -reset; read_verilog -sv $work/$top.sv; $synthesis -top $top; tee -o $work/stat.json stat -json"
# Cells by what they are: LUTs, flip-flops, LUT RAM (as the LUTs it is made of), block RAM, carry.
jq --raw-output --arg top "$top" --arg target "$target" '
  .design.num_cells_by_type | to_entries
  | def sum(pattern): map(select(.key | test("^(" + pattern + ")$")) | .value) | add // 0;
  "\($top) \($target): \(sum("SB_LUT4|LUT[1-6]")) LUT, \(sum("SB_DFF.*|FD[RCPS]E|TRELLIS_FF")) FF, "
  + "\(8 * sum("RAM32M16|RAM64M8") + 4 * sum("RAM(32|64)M|RAM128X1D|TRELLIS_DPR16X4") + 2 * sum("RAM(32|64)X1D")) LUT RAM, "
  + "\(sum("SB_RAM40_4K.*|RAMB.*|DP16KD|PDPW16KD")) block RAM, \(sum("SB_CARRY|CARRY[48]|CCU2C")) carry"' "$work/stat.json"
[[ $target == ice40 ]] || exit 0

jq --raw-output --arg top "$top" --from-file "$root/scripts/synth/wrapper.jq" "$work/ports.json" >"$work/wrapper.v"
run wrapper.log yosys -p "read_verilog -sv $work/$top.sv $work/wrapper.v; $synthesis -top wrapper -json $work/wrapper.json"
best=0
for seed in $(seq "$seeds"); do
  run "nextpnr_$seed.log" nextpnr-ice40 "--$device" --package "$package" --json "$work/wrapper.json" --seed "$seed" \
    --pcf-allow-unconstrained --timing-allow-fail --asc "$work/$seed.asc" --report "$work/timing_$seed.json"
  clock=$(jq '[.fmax[].achieved] | min * 100 | floor / 100' "$work/timing_$seed.json")
  if jq --exit-status --null-input "$clock > $best" >/dev/null; then
    best=$clock
    best_seed=$seed
  fi
done
run icepack.log icepack "$work/$best_seed.asc" "$work/$top.bin"
levels=$(jq '[.critical_paths[] | select((.from | test("posedge")) and (.to | test("posedge")))][0].path
  | map(select(.type == "logic")) | length' "$work/timing_$best_seed.json")
echo "$top $device: $best MHz (seed $best_seed of 1 to $seeds), $levels cells on the longest path; bitstream $work/$top.bin"
