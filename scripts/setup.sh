#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the project's Debian packages. Lists what it installs; silent and quick when all is
# there.
#   scripts/setup.sh mpi     Open MPI and METIS too, for --engine mpi; the tests want them
#   scripts/setup.sh qemu    QEMU for RISC-V too (250 MB), beside which the core is tested
#   scripts/setup.sh tidy    clang's headers too (300 MB), for scripts/check_tidy.sh
#   scripts/setup.sh report  d3 and Observable Plot from npm into build/report, for pages of reports, and a browser (350 MB)
#                            that tests them; "report=pages" leaves the browser out
set -euo pipefail

packages=(
  cmake ninja-build git g++-12
  clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev
  libgtest-dev libbenchmark-dev libcli11-dev nlohmann-json3-dev libfmt-dev libboost-dev libxxhash-dev
  libsystemc-dev
  llvm-19-dev verilator zlib1g-dev yosys python3 iverilog tcl jq
  nextpnr-ice40 fpga-icestorm fpga-icestorm-chipdb
  python3-yaml gnuplot-nox
  lld-19 picolibc-riscv64-unknown-elf libunicorn-dev gdb-multiarch
)
pages=''
for word; do
  case $word in
    report | report=pages)
      pages=yes
      command -v npm >/dev/null || packages+=(npm)
      [[ $word == report ]] && packages+=(chromium chromium-driver python3-selenium)
      ;;
    mpi) packages+=(libopenmpi-dev openmpi-bin libmetis-dev) ;;
    qemu) packages+=(qemu-system-misc) ;;
    tidy) packages+=(libclang-19-dev) ;;
    *) echo "setup.sh: $word: must be mpi, qemu, tidy, report or report=pages; leave it out" >&2; exit 2 ;;
  esac
done

# Fetches the libraries of pages, at fixed versions, and compares them with the registry's hashes of these.
fetch_pages() {
  local folder=build/report tar library sum
  [[ -f $folder/plot.umd.min.js ]] && return
  work=$(mktemp -d)
  trap 'rm -rf "$work"' RETURN
  local libraries=(
    "d3@7.9.2 d3-7.9.2.tgz dist/d3.min.js sha512-ZKb/mONPVKzaO5UlcWcwN8bS4ezvQaYu+bsou+XgNABdGC800kwH651ADTbbTxMPHW13UlvbQafdmJQDk1w7Mg=="
    "@observablehq/plot@0.6.17 observablehq-plot-0.6.17.tgz dist/plot.umd.min.js sha512-/qaXP/7mc4MUS0s4cPPFASDRjtsWp85/TbfsciqDgU1HwYixbSbbytNuInD8AcTYC3xaxACgVX06agdfQy9W+g=="
  )
  local line name file
  for line in "${libraries[@]}"; do
    read -r name tar file sum <<<"$line"
    (cd "$work" && npm pack --silent "$name" >/dev/null) ||
      { echo "setup: npm pack $name failed; is the npm registry within reach?" >&2; exit 1; }
    [[ sha512-$(openssl dgst -sha512 -binary "$work/$tar" | base64 -w 0) == "$sum" ]] ||
      { echo "setup: $name from npm is not what it was: its hash is another one" >&2; exit 1; }
    tar -C "$work" -xzf "$work/$tar" "package/$file" package/LICENSE
    { echo "$name"; cat "$work/package/LICENSE"; echo; } >>"$work/LICENSES"
    mv "$work/package/$file" "$work"
  done
  mkdir -p "$folder"
  mv "$work/d3.min.js" "$work/LICENSES" "$folder"
  mv "$work/plot.umd.min.js" "$folder"
}
cd "$(dirname "$(realpath "$0")")/.."

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  [[ -z $pages ]] || fetch_pages
  exit 0
fi

as_root=()
if [[ $EUID -ne 0 ]]; then
  command -v sudo >/dev/null || { echo "setup: not root and no sudo; install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install_all() {
  "${as_root[@]}" env LC_ALL=C apt-get update &&
    "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
}
# Another apt, such as unattended upgrades, may hold a lock for minutes.
last=$((SECONDS + 600))
until install_all >"$log" 2>&1; do
  if ! grep -qE 'Could not get lock|Unable to (lock|acquire the dpkg)' "$log"; then
    tail -n 20 "$log" >&2
    echo "setup: apt-get failed; is the Debian archive within reach?" >&2
    exit 1
  fi
  if ((SECONDS >= last)); then
    tail -n 3 "$log" >&2
    echo "setup: another apt or dpkg still holds its lock; try again when it has ended" >&2
    exit 1
  fi
  [[ -v waits ]] || echo "setup: waiting for another apt or dpkg to end, 10 minutes at most"
  waits=1
  sleep 5
done
[[ -z $pages ]] || fetch_pages
