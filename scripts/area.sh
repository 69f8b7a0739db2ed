#!/bin/sh
# area.sh [-b BUILD] [-n ORDERS] DIM...: LUTs of the generated router beside the handwritten one of the same function
# (rtl_sim/reference/router.sv; 32-bit payload, queues of 4), by Yosys for Lattice iCE40 and Xilinx 7. What the mapper makes
# of a router depends on the order of its cells, by as much as thirty percent: the numbers are medians over ORDERS orders, an
# odd number below 100, 5 if left out, and the smallest and largest (scripts/synth/shuffle.py). A LUT RAM counts as the LUTs it is made of; the slices' wide
# multiplexers, which are no LUTs, are not used. DIM: 3 or 4. BUILD: the build directory, build if left out.
# Exit status 1: a generated router is more than 10 % larger; 2: bad use.
set -eu
fail() { echo "area.sh: $1" >&2; exit 2; }
root=$(dirname "$(dirname "$(realpath "$0")")")
build=$root/build
orders=5
while getopts :b:n: option; do
  case $option in
    b) build=$OPTARG ;;
    n) orders=$OPTARG ;;
    :) fail "-$OPTARG: needs a value; usage: area.sh [-b BUILD] [-n ORDERS] DIM..." ;;
    *) fail "-$OPTARG: unknown; usage: area.sh [-b BUILD] [-n ORDERS] DIM..." ;;
  esac
done
shift $((OPTIND - 1))
case $orders in [13579] | [1-9][13579]) ;; *) fail "-n $orders: must be an odd number below 100" ;; esac
[ $# -ge 1 ] || fail "no dimension given; usage: area.sh [-b BUILD] [-n ORDERS] DIM..., DIM 3 or 4"
command -v yosys >/dev/null || fail "yosys is not on PATH; scripts/setup.sh installs it"
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
    END { print n + 0 }'
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
printf '%-7s %4s %24s %24s %11s\n' family d 'handwritten (from, to)' 'generated (from, to)' difference
for dim in "$@"; do
  case $dim in 3 | 4) ;; *) fail "DIM $dim: must be 3 or 4" ;; esac
  top=router_d${dim}_w32_all_shallow
  generated=$build/rtl_sim/reference/$top/$top.sv
  [ -r "$generated" ] || fail "$generated: not there; make it with: cmake --build $build --target $top"
  for synthesis in synth_ice40 "synth_xilinx -flatten -family xc7 -nowidelut"; do
    by_hand=$(orders "$reference" "$synthesis" \
      "chparam -set D $dim -set STOP $stop_latency reference_router; hierarchy -auto-top") &&
      by_stepc=$(orders "$generated" "$synthesis" "hierarchy -top $top") &&
      [ "${by_hand%% *}" -gt 0 ] && [ "${by_stepc%% *}" -gt 0 ] || fail "d = $dim: Yosys could not synthesise the routers"
    family=${synthesis%% *}
    echo "$by_hand $by_stepc" | awk -v f="${family#synth_}" -v d="$dim" '
      function shown(a, b, c) { return a " (" b ", " c ")" }
      { printf "%-7s %4d %24s %24s %+10.1f%%\n", f, d, shown($1, $2, $3), shown($4, $5, $6), 100 * ($4 - $1) / $1 }'
    [ $((10 * ${by_stepc%% *})) -le $((11 * ${by_hand%% *})) ] || status=1
  done
done
exit $status
