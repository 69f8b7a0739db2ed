#!/usr/bin/env bash
# fpga_table.sh [NAME|FILE]... [--MEMBER VALUE]... [--seeds N] [--build DIR] [--keep]
#
# The table of docs/guides/fpga.md: what each configuration costs on Xilinx 7 and iCE40, and its placed clock on the HX8K where it fits
# (scripts/synth.sh). Configurations are named as for `cubecast rtl`; left out, they are those of the document (hours). --keep: takes the figures that
# DIR has from an earlier run instead of making them again. Exit status: 0; 1: a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build seeds=3 keep=

while [[ $# -gt 0 ]]; do
  case $1 in
    --seeds | --build)
      take "$@"
      shift 2 ;;
    --keep) keep=yes; shift ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
# One thing after another is changed: dimension, payload, ports, rules, hop.
if [[ ${#sources[@]} -eq 0 && ${#members[@]} -eq 0 ]]; then
  for part in router node; do
    for what in d{2,3,4,5,6}_w32_all d3_w{8,64}_all d3_w32_gated d2_w8_all; do
      sources+=("${part}_$what" "${part}_${what}_r2")
    done
  done
  sources+=(router_d4_w1_all{,_r2} router_d3_w32_all_rules_{ecube,sbt,table,ecube_ring})
fi
check_build cubecast
names=$(names_of_all)

# figures NAME TARGET FOLDER option...: the result.json of the configuration, made if it is not there or not to be kept.
figures() {
  local result=$build/synth/$1/$3/result.json status=0
  if [[ -z $keep || ! -e $result ]]; then
    rm -f "$result"
    said=$("$root/scripts/synth.sh" "$1" --target "$2" --build "$build" "${@:4}" 2>&1 >/dev/null) || status=$?
    # What has a result and no room is in the table too.
    [[ -e $result ]] || { echo "$said" >&2; exit "$status"; }
  fi
  cat "$result"
}

echo "| configuration | LUT | LUT RAM | block RAM | FF | carry | levels | a port and bit | iCE40 LUT | FF | block RAM | carry | levels | HX8K, MHz |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
for name in $names; do
  xc7=$(figures "$name" xc7 xc7)
  ice40=$(figures "$name" ice40 hx8k --seeds "$seeds")
  lines=$("$build/cubecast" configuration "$name" --json | jq '(.dim // .ports) * .payload_bits')
  jq --null-input --raw-output --argjson xc7 "$xc7" --argjson ice40 "$ice40" --argjson lines "$lines" '
    [$xc7 | "`\(.top)`", .lut, .lut_ram, .block_ram, .ff, .carry, .levels, ((.lut + .lut_ram) / $lines * 10 | round / 10)]
    + [$ice40 | .lut, .ff, .block_ram, .carry, .levels, (.mhz // "-")]
    | map(tostring) | "| " + join(" | ") + " |"'
done
