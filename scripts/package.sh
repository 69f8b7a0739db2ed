#!/usr/bin/env bash
# package.sh [--build DIR] [--output FILE.tar.gz] [TOP...]
#
#     scripts/package.sh                                      # every top of hls/tops: build/cubecast-rtl-<version>.tar.gz
#     scripts/package.sh node_axi_d2_w32_all node_d3_w32_all  # these
#
# Makes the RTL of the tops and an archive of it that stands by itself: rtl/TOP with the Verilog files, a file list (.f), a
# FuseSoC core file (.core) and the parameters (.parameters.json) of each, rtl/axi_rules, the testbench of node_axi, the
# documentation of ports and registers, and the licence. TOP: <node|router|node_axi>_d<2 to 6>_w<32|64>_<all|gated>, with _r2
# behind it for two cycles a hop. DIR: the configured build directory, `build` if left out. FILE: a new or a
# regular file.
# Exit status: 0; 1: a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build output=

tops=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --output)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    -*) fail "$1: unknown; known are --build, --output, --help" ;;
    *)
      [[ " ${tops[*]} " != *" $1 "* ]] || fail "$1: named twice; leave one out"
      tops+=("$1")
      shift ;;
  esac
done
command -v cmake >/dev/null || fail "cmake is not on PATH; scripts/setup.sh installs it"
made=$build/hls/tops
[[ -d $made ]] || fail "--build $build: not configured; do so with: cmake --preset default"
for top in "${tops[@]}"; do
  [[ -r $made/$top/$top.core && $top != axi_rules ]] ||
    fail "$top: must be <node|router|node_axi>_d<2 to 6>_w<32|64>_<all|gated>[_r2], such as node_axi_d3_w32_all"
done
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=cubecast-rtl-$version
output=${output:-$build/$name.tar.gz}
[[ $output == *.tar.gz ]] || fail "--output $output: must end with .tar.gz"
[[ ! -e $output || -f $output ]] || fail "--output $output: is no regular file; give the name of a new or a regular file"
folder=$(dirname "$output")
[[ -d $folder && -w $folder ]] || fail "--output $output: $folder is no folder that can be written to"

if [[ ${#tops[@]} -eq 0 ]]; then
  cmake --build "$build" --target cubecast_tops >&2
  for core in "$made"/*/*.core; do
    top=$(basename "$core" .core)
    [[ $top == axi_rules ]] || tops+=("$top")
  done
else
  cmake --build "$build" --target "${tops[@]}" >&2
fi

# Beside the archive, which then takes its place at once.
work=$(mktemp -d "$(realpath -- "$folder")/.cubecast-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/rtl" "$work/$name/docs" "$work/$name/examples"
for top in "${tops[@]}" axi_rules; do
  mkdir "$work/$name/rtl/$top"
  (cd "$made/$top" && xargs cp -t "$work/$name/rtl/$top" <"$top.f" &&
    cp "$top.f" "$top.core" "$work/$name/rtl/$top")
  [[ $top == axi_rules ]] || cp "$made/$top/$top.parameters.json" "$work/$name/rtl/$top"
done
cp "$root/LICENSE" "$work/$name"
cp "$root"/docs/{packaging,axi,registers}.md "$work/$name/docs"
cp -r "$root/examples/node_axi_testbench" "$work/$name/examples"
# The same files make the same archive.
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -n >"$work/archive"
mv --no-target-directory "$work/archive" "$output"
echo "$output"
