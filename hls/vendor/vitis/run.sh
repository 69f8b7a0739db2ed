#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh [DIM [PAYLOAD [PORTS [PART [CLOCK]]]]]: the node as an IP block, by Vitis HLS, in the current directory.
# DIM 2..6 (3), PAYLOAD 1..64 bits (32), PORTS all or gated (all), PART (xc7z020clg484-1), CLOCK in ns (10).
# Exit status: 2 bad use, 3 Vitis HLS is not on PATH.
set -eu
fail() { echo "run.sh: $1" >&2; exit "$2"; }
[ $# -le 5 ] || fail "$# arguments: at most DIM PAYLOAD PORTS PART CLOCK" 2
dim=${1-3} payload=${2-32} ports=${3-all} part=${4-xc7z020clg484-1} clock=${5-10}
case $dim in [2-6]) ;; *) fail "DIM $dim: must be 2..6" 2 ;; esac
case $payload in [1-9] | [1-5][0-9] | 6[0-4]) ;; *) fail "PAYLOAD $payload: must be 1..64 bits" 2 ;; esac
case $ports in all) ports=kAllPort ;; gated) ports=kGated ;; *) fail "PORTS $ports: must be all or gated" 2 ;; esac
case $clock in
  *[!0-9.]* | *.*.*) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
  *[1-9]*) ;;
  *) fail "CLOCK $clock: must be a number of ns above 0" 2 ;;
esac

CUBECAST_ROOT=$(realpath "$(dirname "$(realpath "$0")")/../../..")
export CUBECAST_ROOT CUBECAST_DIM="$dim" CUBECAST_PAYLOAD="$payload" CUBECAST_PORTS="$ports" CUBECAST_PART="$part" \
  CUBECAST_CLOCK="$clock"
script=$CUBECAST_ROOT/hls/vendor/vitis/run.tcl
if command -v vitis_hls >/dev/null; then exec vitis_hls -f "$script"; fi
if command -v vitis-run >/dev/null; then exec vitis-run --mode hls --tcl "$script"; fi
fail "Vitis HLS is not on PATH (vitis_hls, or vitis-run from 2024.2 on); source its settings64.sh first" 3
