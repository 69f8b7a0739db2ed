#!/usr/bin/env bash
# package.sh [NAME|FILE]... [--MEMBER VALUE]... [--build DIR] [--output FILE.tar.gz]
#
#     scripts/package.sh node_axi_d2_w32_all node_d3_w32_all     # build/cubecast-rtl-<version>.tar.gz
#     scripts/package.sh node_axi_d2_w32_all --payload-bits 13 --output mine.tar.gz
#
# Makes the RTL of configurations and an archive of it that stands by itself: rtl/NAME with the Verilog files, a file list (.f),
# a FuseSoC core file (.core) and the parameters (.json) of each, rtl/axi_rules, the testbench of node_axi, the
# documentation of ports and registers, and the licence. Configurations are said as to `cubecast rtl` (its --help has the
# members); options are those of all. DIR: the build directory, `build`, in which cubecast is built if it is not there. FILE: a
# new or a regular file.
# Exit status: 0; 1: a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
build=$root/build output=

while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --output)
      take "$@"
      shift 2 ;;
    -h | --help) show_help ;;
    *)
      choose "$@"
      shift "$chosen" ;;
  esac
done
[[ ${#sources[@]} -gt 0 || ${#members[@]} -gt 0 ]] || fail "no configuration is given; give one, such as node_axi_d2_w32_all"
check_build cubecast
names=$(names_of_all)
twice=$(sort <<<"$names" | uniq --repeated)
[[ -z $twice ]] || fail "${twice%%$'\n'*}: named twice; leave one out"
version=$("$build/cubecast" --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')
package=cubecast-rtl-$version
output=${output:-$build/$package.tar.gz}
[[ $output == *.tar.gz ]] || fail "--output $output: must end with .tar.gz"
[[ ! -e $output || -f $output ]] || fail "--output $output: is no regular file; give the name of a new or a regular file"
folder=$(dirname "$output")
[[ -d $folder && -w $folder ]] || fail "--output $output: $folder is no folder that can be written to"

# Beside the archive, which then takes its place at once.
work=$(mktemp -d "$(realpath -- "$folder")/.cubecast-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$package/rtl/axi_rules" "$work/$package/docs/guides" "$work/$package/docs/reference" "$work/$package/examples"
for name in $names; do
  "$build/cubecast" rtl "$name" --output "$work/$package/rtl/$name" >/dev/null
done
cp "$root"/hls/axi/rules/* "$work/$package/rtl/axi_rules"
sed -i "s/@version@/$version/" "$work/$package/rtl/axi_rules/axi_rules.core"
cp "$root/LICENSE" "$work/$package"
cp "$root"/docs/guides/{packaging,axi}.md "$work/$package/docs/guides"
cp "$root"/docs/reference/{configuration,registers}.md "$work/$package/docs/reference"
cp -r "$root/examples/node_axi_testbench" "$work/$package/examples"
# The same files make the same archive.
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$package" | gzip -n >"$work/archive"
mv --no-target-directory "$work/archive" "$output"
echo "$output"
