#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh [CLOCK [TOP [OPTION...]]]: a top by Bambu, in the current directory. CLOCK in ns (10), TOP node, the node of the
# 2-cube, or route, the rule unit of the 3-cube (node). Further options go to Bambu as they are: --simulate, --generate-tb=...,
# --device-name=...
# ac_int.h comes with Bambu. Exit status: 2 bad use, 3 Bambu is not on PATH.
set -eu
fail() { echo "run.sh: $1" >&2; exit "$2"; }
clock=${1-10} top=${2-node}
case $clock in
  *[!0-9.]* | *.*.*) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
  *[1-9]*) ;;
  *) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
esac
case $top in node | route) ;; *) fail "TOP $top: must be node or route" 2 ;; esac
[ $# -le 2 ] && set -- || shift 2
for option; do
  case $option in -?*) ;; *) fail "OPTION $option: must begin with - (CLOCK TOP OPTION...)" 2 ;; esac
done
command -v bambu >/dev/null || fail "Bambu is not on PATH; get it from https://panda.deib.polimi.it" 3
root=$(realpath "$(dirname "$(realpath "$0")")/../../..")
exec bambu "$root/hls/vendor/bambu/${top}_top.cpp" --top-fname="cubecast_$top" --std=c++17 -O2 -I"$root" \
  -DCUBECAST_AC_INT --compiler=I386_CLANG16 --generate-interface=INFER --clock-period="$clock" "$@"
