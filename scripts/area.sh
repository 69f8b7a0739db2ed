#!/usr/bin/env bash
# area.sh [NAME|FILE]... [--MEMBER VALUE]... [--orders N] [--build DIR]
#
#     scripts/area.sh router_d3_w32_all_q4 router_d4_w32_all_q4
#     scripts/area.sh --kind router --dim 3 --payload-bits 13 --port-model all
#
# LUTs of the generated router beside the handwritten one of the same function (rtl_sim/reference/router.sv), by Yosys for
# Lattice iCE40 and Xilinx 7. The mapper's result depends on the order of the cells, by as much as thirty percent:
# the numbers are medians over N orders, an odd number below 100, 5 if left out, and the smallest and largest
# (scripts/synth/shuffle.py). A LUT RAM counts as the LUTs it is made of; the slices' wide multiplexers, which are no LUTs, are
# not used. Routers are said as to `cubecast rtl`; the first above if left out. The handwritten one is of cubes, all-port, with
# one cycle a hop and all rules. DIR: the build directory, `build`, in which cubecast is built if it is not there.
# Exit status 1: a generated router is more than 10 % larger, or a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build orders=5

while [[ $# -gt 0 ]]; do
  case $1 in
    --orders | --build)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
[[ $orders =~ ^[1-9]?[13579]$ ]] || fail "--orders $orders: must be an odd number below 100"
[[ ${#sources[@]} -gt 0 || ${#members[@]} -gt 0 ]] || sources=(router_d3_w32_all_q4)
check_tools yosys python3 jq
check_build cubecast
names=$(names_of_all)
for name in $names; do
  same=$(name_of "$name" --kind router --port-model all --hop-cycles 1 --sequence-bits 16 --memory-waits on --rules all)
  [[ $name == "$same" && $name == router_d[2-9]* ]] ||
    fail "$name: the handwritten router is of a cube of 2 to 9 dimensions, all-port, with one cycle a hop, sequences of 16 bits and all rules, such as router_d3_w32_all_q4"
done
reference=$root/rtl_sim/reference/router.sv
stop_latency=$(sed -n 's/.*kStopLatency = \([0-9]*\);.*/\1/p' "$root/hls/network/link.hpp")
[ -n "$stop_latency" ] || fail "hls/network/link.hpp: kStopLatency is not there"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# luts SYNTHESIS: LUTs that it maps netlist.il of $work to.
luts() {
  (cd "$work" && yosys -Q -p "read_rtlil netlist.il; $1 -top router -run map_luts:") | awk '
    /Printing statistics/ { n = 0 }
    /^ +SB_LUT4 / || /^ +LUT[1-6] / { n += $2 }
    /^ +RAM(32|64)M / || /^ +RAM128X1D / { n += 4 * $2 }
    /^ +RAM(32|64)X1D / { n += 2 * $2 }
    END { print n + 0; exit n == 0 }'
}

# orders FILE SYNTHESIS COMMANDS: median, least and most LUTs. The file is read by a name without anything that Yosys would
# take for more than a name. What comes before the mapper is done once.
orders() {
  cp "$1" "$work/router.sv"
  (cd "$work" && yosys -q -p "read_verilog -sv router.sv; $3; rename -top router; $2 -top router -run begin:map_luts; \
    write_rtlil mapped.il") >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; return 1; }
  for seed in $(seq "$orders"); do
    python3 -B "$root/scripts/synth/shuffle.py" "$seed" <"$work/mapped.il" >"$work/netlist.il" && luts "$2"
  done | sort -n | awk -v orders="$orders" '{ n[NR] = $1 } END { if (NR != orders) exit 1; print n[(NR + 1) / 2], n[1], n[NR] }'
}

status=0
printf '%-24s %-7s %24s %24s %11s\n' router family 'handwritten (from, to)' 'generated (from, to)' difference
for name in $names; do
  "$build/cubecast" rtl "$name" --output "$work/$name" >/dev/null
  parameters=$(jq -r '.configuration | "-set D \(.dim) -set PAYLOAD \(.payload_bits) -set DEPTH \(.queue_depth)"' "$work/$name/$name.json")
  for synthesis in synth_ice40 "synth_xilinx -flatten -family xc7 -nowidelut"; do
    by_hand=$(orders "$reference" "$synthesis" \
      "chparam $parameters -set STOP $stop_latency reference_router; hierarchy -auto-top")
    by_stepc=$(orders "$work/$name/$name.sv" "$synthesis" "hierarchy -top $name")
    family=${synthesis%% *}
    echo "$by_hand $by_stepc" | awk -v f="${family#synth_}" -v name="$name" '
      function shown(a, b, c) { return a " (" b ", " c ")" }
      { printf "%-24s %-7s %24s %24s %+10.1f%%\n", name, f, shown($1, $2, $3), shown($4, $5, $6), 100 * ($4 - $1) / $1 }'
    [ $((10 * ${by_stepc%% *})) -le $((11 * ${by_hand%% *})) ] || status=1
  done
done
exit $status
