#!/usr/bin/env bash
# path_history.sh NAME COMMIT...
#
#     scripts/path_history.sh router_d3_w8_all a33f25f HEAD
#
# The cost of a router or a node at commits of this repository, and its longest path: stepc and the RTL are those of the commit,
# Yosys and nextpnr run as by today's synth.sh, with three seeds on the HX8K. NAME: <node|router>_d<2 to 6>_w<1 to
# 64>_<all|gated>, which stepc had from the beginning. The commits' trees and all files are in build/history. Exit status: 0;
# 1: a tool failed; 2: bad use.
set -euo pipefail
source "$(dirname "$(realpath "$0")")/common.bash"
[[ ${1:-} != -h && ${1:-} != --help ]] || show_help
[[ $# -ge 2 && $1 =~ ^(node|router)_d([2-6])_w([0-9]+)_(all|gated)$ ]] || fail "${1:-}: give a name, such as router_d3_w8_all, and commits"
name=$1 part=${BASH_REMATCH[1]} dim=${BASH_REMATCH[2]} payload=${BASH_REMATCH[3]} ports=${BASH_REMATCH[4]}
history=$root/build/history
mkdir -p "$history"

# The source of it for commits at which a configuration is no value.
source_before_configurations() {
  local of=tops::Router config=Router port_model=kAllPort step=tops::router_step
  [[ $part == router ]] || of=router:: config=Node step="router::Node<Config>::step"
  [[ $ports == all ]] || port_model=kGated
  echo "#include \"hls/tops/${part}_top.hpp\"
using Config = tops::${config}Config<$dim, $payload, router::PortModel::$port_model>;
void step(${of}State<Config>& state, const ${of}In<Config>& in, ${of}Out<Config>& out) { $step(state, in, out); }"
}

for commit in "${@:2}"; do
  commit=$(git -C "$root" rev-parse --short --verify --quiet "$commit^{commit}") || fail "$commit: no commit"
  tree=$history/$commit
  [[ -d $tree ]] || git -C "$root" worktree add --quiet --detach "$tree" "$commit"
  targets=(stepc)
  [[ ! -d $tree/hls/configuration ]] || targets+=(cubecast)
  if [[ ! -x $tree/build/${targets[-1]} ]]; then
    (cd "$tree" && cmake --preset default && cmake --build build --target "${targets[@]}" --parallel 2) >"$history/$commit.log" 2>&1 ||
      { tail -n 5 "$history/$commit.log" >&2; exit 1; }
  fi
  # synth.sh calls the commit's command, or one that does the little that is asked of it.
  build=$history/as_$commit
  rm -rf "$build/synth/$name"
  mkdir -p "$build"
  if [[ -x $tree/build/cubecast ]]; then
    ln -sf "$tree/build/cubecast" "$build/cubecast"
  else
    source_before_configurations >"$build/$name.cpp"
    cat >"$build/cubecast" <<CUBECAST
#!/bin/sh
# configuration NAME, or rtl NAME --output DIR
[ "\$1" = rtl ] || { echo "\$2"; exit; }
mkdir -p "\$4"
echo "\$2.sv" >"\$4/\$2.f"
exec '$tree/build/stepc' '$build/'"\$2.cpp" --module "\$2" -o "\$4/\$2.sv" -- '-I$tree'
CUBECAST
    chmod +x "$build/cubecast"
  fi
  said=$("$root/scripts/synth.sh" "$name" --build "$build" --seeds 3 2>&1) || said+=$'\n'"not placed"
  work=$build/synth/$name/hx8k
  echo "$commit $(tail -n 1 <<<"$said")"
  jq --raw-output '"  \(.lut) LUT, \(.ff) FF, \(.block_ram) block RAM, \(.levels) LUTs on the longest path"' "$work/cells.json"
  [[ ! -e $work/result.json || ! -e $work/timing_1.json ]] || python3 "$root/scripts/synth/longest_path.py" "$work"/timing_*.json
done
