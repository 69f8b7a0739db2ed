#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts_test.sh VENDOR-FOLDER: the run scripts without their tool, with bad arguments, and with a tool that only says
# how it was called.
set -eu
vendor=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/none" "$work/tools" "$work/unified"
for tool in dirname realpath sh env; do ln -s "$(command -v $tool)" "$work/none/$tool"; done

# expect STATUS TEXT COMMAND...: the exit status, and the text in what it prints, which is one line for a failure.
expect() {
  status=$1 text=$2
  shift 2
  code=0
  said=$("$@" 2>&1) || code=$?
  lines=$(printf '%s\n' "$said" | wc -l)
  case $said in *"$text"*) found=yes ;; *) found=no ;; esac
  if [ "$code" -ne "$status" ] || [ $found = no ] || { [ "$status" -ne 0 ] && [ "$lines" -ne 1 ]; }; then
    echo "$*: status $code, not $status, or not in one line '$text': $said" >&2
    exit 1
  fi
}

expect 3 "Vitis HLS is not on PATH" env PATH="$work/none" "$vendor/vitis/run.sh"
expect 3 "Bambu is not on PATH" env PATH="$work/none" "$vendor/bambu/run.sh"
expect 2 "DIM 7: must be 2..6" "$vendor/vitis/run.sh" 7
expect 2 "PAYLOAD 65: must be 1..64" "$vendor/vitis/run.sh" 3 65
expect 2 "PORTS half: must be all or gated" "$vendor/vitis/run.sh" 3 32 half
for clock in fast 1.2.3 0 0.0 . -1 ""; do
  expect 2 "CLOCK $clock: must be a number of ns above 0" "$vendor/bambu/run.sh" "$clock"
  expect 2 "CLOCK $clock: must be a number of ns above 0" "$vendor/vitis/run.sh" 3 32 all xc7z020clg484-1 "$clock"
done
expect 2 "OPTION 11: must begin with -" "$vendor/bambu/run.sh" 10 node --simulate 11
expect 2 "OPTION : must begin with -" "$vendor/bambu/run.sh" 10 node ""
expect 2 "TOP router: must be node or route" "$vendor/bambu/run.sh" 10 router

# Tools that find their input and say what they were told; Vitis HLS runs the script it is given.
cat > "$work/tools/vitis_hls" <<TOOL
#!/bin/sh
[ "\$1" = -f ] && [ \$# = 2 ] && exec tclsh "$vendor/test/vitis_commands.tcl" "\$2"
TOOL
cat > "$work/unified/vitis-run" <<TOOL
#!/bin/sh
[ "\$1 \$2 \$3" = "--mode hls --tcl" ] && [ \$# = 4 ] && exec tclsh "$vendor/test/vitis_commands.tcl" "\$4"
TOOL
cat > "$work/tools/bambu" <<'TOOL'
#!/bin/sh
grep -q " ${2#--top-fname=}(" "$1" || exit 1
for word; do
  case $word in -I*) [ -r "${word#-I}/hls/router/node.hpp" ] || exit 1 ;; esac
done
echo "$*"
TOOL
chmod +x "$work/tools/vitis_hls" "$work/unified/vitis-run" "$work/tools/bambu"
for folder in tools unified; do
  expect 0 "-DCUBECAST_PAYLOAD=64 -DCUBECAST_PORTS=kGated" env PATH="$work/$folder:$PATH" \
    "$vendor/vitis/run.sh" 4 64 gated
  expect 0 "set_part xczu7ev-ffvc1156-2-e" env PATH="$work/$folder:$PATH" "$vendor/vitis/run.sh" 3 32 all \
    xczu7ev-ffvc1156-2-e 5
  expect 0 "export_design -format ip_catalog" env PATH="$work/$folder:$PATH" "$vendor/vitis/run.sh"
done
expect 0 "--top-fname=cubecast_node" env PATH="$work/tools:$PATH" "$vendor/bambu/run.sh" 8
expect 0 "--top-fname=cubecast_route" env PATH="$work/tools:$PATH" "$vendor/bambu/run.sh" 8 route
expect 0 "--clock-period=8 --simulate --device-name=xc7z020-1clg484-VVD" env PATH="$work/tools:$PATH" \
  "$vendor/bambu/run.sh" 8 node --simulate --device-name=xc7z020-1clg484-VVD
expect 0 "--clock-period=0.5" env PATH="$work/tools:$PATH" "$vendor/bambu/run.sh" 0.5
expect 2 "start it by hls/vendor/vitis/run.sh" tclsh "$vendor/vitis/run.tcl"
