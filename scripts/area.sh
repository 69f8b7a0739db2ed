#!/bin/sh
# area.sh [-b BUILD] DIM...: LUTs of the generated router beside the handwritten one of the same function
# (rtl_sim/reference/router.sv; 32-bit payload, queues of 4), by Yosys for Lattice iCE40 and Xilinx 7. A LUT RAM counts
# as the LUTs it is made of; the slices' wide multiplexers, which are no LUTs, are not used. DIM: 3 or 4. BUILD: the build directory, build if left out.
# Exit status 1: a generated router is more than 10 % larger; 2: bad use.
set -eu
fail() { echo "area.sh: $1" >&2; exit 2; }
root=$(dirname "$(dirname "$(realpath "$0")")")
build=$root/build
if [ "${1-}" = -b ]; then
  [ $# -ge 2 ] || fail "-b: needs the build directory"
  build=$2
  shift 2
fi
[ $# -ge 1 ] || fail "no dimension given; usage: area.sh [-b BUILD] DIM..., DIM 3 or 4"
command -v yosys >/dev/null || fail "yosys is not on PATH; scripts/setup.sh installs it"
reference=$root/rtl_sim/reference/router.sv
stop_latency=$(sed -n 's/.*kStopLatency = \([0-9]*\);.*/\1/p' "$root/hls/network/link.hpp")
[ -n "$stop_latency" ] || fail "hls/network/link.hpp: kStopLatency is not there"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# luts FILE COMMANDS: LUTs in all, from the last statistics that Yosys prints. The file is read by a name without anything
# that Yosys would take for more than a name.
luts() {
  cp "$1" "$work/router.sv"
  (cd "$work" && yosys -Q -p "read_verilog -sv router.sv; $2") | awk '
    /Printing statistics/ { n = 0 }
    /^ +SB_LUT4 / || /^ +LUT[1-6] / { n += $2 }
    /^ +RAM(32|64)M / || /^ +RAM128X1D / { n += 4 * $2 }
    /^ +RAM(32|64)X1D / { n += 2 * $2 }
    END { print n + 0 }'
}

status=0
printf '%-7s %4s %12s %10s %11s\n' family d handwritten generated difference
for dim in "$@"; do
  case $dim in 3 | 4) ;; *) fail "DIM $dim: must be 3 or 4" ;; esac
  top=router_d${dim}_w32_all_shallow
  generated=$build/rtl_sim/reference/$top/$top.sv
  [ -r "$generated" ] || fail "$generated: not there; make it with: cmake --build $build --target $top"
  for synthesis in synth_ice40 "synth_xilinx -flatten -family xc7 -nowidelut"; do
    by_hand=$(luts "$reference" "chparam -set D $dim -set STOP $stop_latency reference_router; $synthesis -top reference_router")
    by_stepc=$(luts "$generated" "$synthesis -top $top")
    [ "$by_hand" -gt 0 ] && [ "$by_stepc" -gt 0 ] || fail "d = $dim: Yosys could not synthesise the routers"
    family=${synthesis%% *}
    awk -v f="${family#synth_}" -v d="$dim" -v h="$by_hand" -v g="$by_stepc" \
      'BEGIN { printf "%-7s %4d %12d %10d %+10.1f%%\n", f, d, h, g, 100 * (g - h) / h }'
    [ $((10 * by_stepc)) -le $((11 * by_hand)) ] || status=1
  done
done
exit $status
