#!/bin/sh
# run.sh [CLOCK]: the node of the 2-cube, by Bambu, in the current directory. CLOCK in ns (10).
# ac_int.h comes with Bambu. Exit status: 2 bad use, 3 Bambu is not on PATH.
set -eu
fail() { echo "run.sh: $1" >&2; exit "$2"; }
[ $# -le 1 ] || fail "$# arguments: at most CLOCK" 2
clock=${1-10}
case $clock in
  *[!0-9.]* | *.*.*) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
  *[1-9]*) ;;
  *) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
esac
command -v bambu >/dev/null || fail "Bambu is not on PATH; get it from https://panda.deib.polimi.it" 3
root=$(cd "$(dirname "$0")/../../.." && pwd)
exec bambu "$root/hls/vendor/bambu/node_top.cpp" --top-fname=cubecast_node --std=c++17 -O2 -I"$root" \
  -DCUBECAST_AC_INT --compiler=I386_CLANG16 --generate-interface=INFER --clock-period="$clock"
