#!/bin/sh
# area.sh DIM GENERATED.sv TOP: LUTs of a generated router beside the handwritten one of the same function
# (rtl_sim/reference/router.sv: 32-bit payload, queues of 4), by Yosys for Lattice iCE40 and Xilinx 7. A LUT RAM counts as
# the LUTs it is made of. Status 1: the generated one is more than 10 % larger.
set -eu
[ $# -eq 3 ] || { echo "area.sh: usage: area.sh DIM GENERATED.sv TOP" >&2; exit 2; }
dim=$1 generated=$2 top=$3
reference=$(dirname "$0")/../rtl_sim/reference/router.sv
for file in "$generated" "$reference"; do
  [ -r "$file" ] || { echo "area.sh: $file: cannot be read; build the target $top first" >&2; exit 2; }
done

# luts YOSYS-COMMANDS: LUTs in all.
luts() {
  yosys -Q -p "$1; stat" | awk '
    /Printing statistics/ { n = 0 }
    /^ +SB_LUT4 / || /^ +LUT[1-6] / { n += $2 }
    /^ +RAM(32|64)M / || /^ +RAM128X1D / { n += 4 * $2 }
    /^ +RAM(32|64)X1D / { n += 2 * $2 }
    END { print n + 0 }'
}

status=0
printf '%-8s %12s %12s %10s\n' "d = $dim" handwritten generated difference
for synthesis in "synth_ice40" "synth_xilinx -flatten -family xc7"; do
  by_hand=$(luts "read_verilog -sv $reference; chparam -set D $dim reference_router; $synthesis -top reference_router")
  by_stepc=$(luts "read_verilog -sv $generated; $synthesis -top $top")
  family=${synthesis%% *}
  printf '%-8s %12d %12d %+9d%%\n' "${family#synth_}" "$by_hand" "$by_stepc" $((100 * (by_stepc - by_hand) / by_hand))
  if [ "$by_hand" -eq 0 ] || [ $((10 * by_stepc)) -gt $((11 * by_hand)) ]; then status=1; fi
done
exit $status
