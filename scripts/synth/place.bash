# What of scripts/synth.sh places a top on a device; to be sourced by it.

# choose_device: from $target, $device and $seeds, each empty if left out. Sets $device, empty where nothing is placed, and
# the tools that place on it.
choose_device() {
  local known=() chosen=$device$seeds
  placers=()
  case $target in
    ice40) known=(hx8k up5k) placers=(nextpnr-ice40 icepack) ;;
    ecp5) known=(lfe5u-25f lfe5u-45f lfe5u-85f) placers=(nextpnr-ecp5 ecppack) ;;
    xc7 | xcup)
      [[ -z $device ]] || fail "--device $device: of ice40 and ecp5 only, which alone are placed; leave it out for $target"
      [[ -z $seeds ]] || fail "--seeds $seeds: of ice40 and ecp5 only, which alone are placed; leave it out for $target" ;;
    *) fail "--target $target: must be ice40, ecp5, xc7 or xcup" ;;
  esac
  seeds=${seeds:-3}
  check_seeds
  [[ ${#known[@]} -gt 0 ]] || return 0
  device=${device:-${known[0]}}
  [[ " ${known[*]} " == *" $device "* && $device != *' '* ]] || fail "--device $device: must be one of ${known[*]} for $target"
  if [[ $target == ecp5 ]] && ! { command -v nextpnr-ecp5 && command -v ecppack; } >/dev/null; then
    [[ -z $chosen ]] || fail "nextpnr-ecp5 or ecppack is not on PATH, and Debian has none: docs/guides/fpga.md says whence; or leave --device and --seeds out"
    echo "${0##*/}: not placed: nextpnr-ecp5 or ecppack is not on PATH" >&2
    device= placers=()
  fi
}

# place_once SEED: writes what the device is programmed with to $work/SEED.asc, and timing_SEED.json.
place_once() {
  local placer=(--json "$work/wrapper.json" --seed "$1" --timing-allow-fail --report "$work/timing_$1.json")
  case $device in
    hx8k) placer=(nextpnr-ice40 --hx8k --package ct256 --pcf-allow-unconstrained --asc "$work/$1.asc" "${placer[@]}") ;;
    up5k) placer=(nextpnr-ice40 --up5k --package sg48 --pcf-allow-unconstrained --asc "$work/$1.asc" "${placer[@]}") ;;
    lfe5u-*)
      local size=${device#lfe5u-}
      placer=(nextpnr-ecp5 "--${size%f}k" --package CABGA381 --speed 6 --lpf-allow-unconstrained --textcfg "$work/$1.asc" "${placer[@]}") ;;
  esac
  run "nextpnr_$1.log" "${placer[@]}"
}

# placed MHZ: the result, null where there is no room.
placed() {
  jq --argjson mhz "$1" --argjson seeds "$seeds" --arg device "$device" '. + {$mhz, $seeds, $device}' "$work/cells.json" >"$work/placed.json"
  mv "$work/placed.json" "$work/result.json"
}

# place_with_seeds: places $top, the module of $name, whose ports are in ports.json, with the seeds 1 to $seeds and packs the fastest.
place_with_seeds() {
  local seed best=0 best_seed clock
  jq --raw-output --arg top "$top" --from-file "$root/scripts/synth/wrapper.jq" "$work/ports.json" >"$work/wrapper.v"
  run_yosys wrapper.log "read_verilog -sv $top.sv wrapper.v; $synthesis -top wrapper -json wrapper.json"
  for seed in $(seq "$seeds"); do
    place_once "$seed" || {
      ! grep --quiet 'no BELs remaining\|Unable to find legal placement' "$work/nextpnr_$seed.log" || placed null
      exit 1
    }
    clock=$(jq '[.fmax[].achieved] | min * 100 | floor / 100' "$work/timing_$seed.json")
    if jq --exit-status --null-input "$clock > $best" >/dev/null; then
      best=$clock best_seed=$seed
    fi
  done
  case $target in
    ice40) run icepack.log icepack "$work/$best_seed.asc" "$work/$name.bin" ;;
    ecp5) run ecppack.log ecppack "$work/$best_seed.asc" "$work/$name.bin" ;;
  esac
  placed "$best"
  echo "$name $device: $best MHz (seed $best_seed of 1 to $seeds); bitstream $work/$name.bin"
}
