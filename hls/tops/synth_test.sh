#!/bin/sh
# synth_test.sh SYNTH: scripts/synth.sh refuses bad use in one line that names the value, with exit status 2.
set -u
synth=$1
failures=0
refuses() {  # refuses TEXT argument...
  text=$1
  shift
  said=$("$synth" "$@" 2>&1)
  status=$?
  case $said in *"$text"*) ;; *) status="$status, without '$text'" ;; esac
  if [ "$status" != 2 ] || [ "$(printf '%s\n' "$said" | wc -l)" != 1 ]; then
    echo "synth.sh $*: exit status $status, said: $said" >&2
    failures=$((failures + 1))
  fi
}
refuses "--tops: unknown" --tops router_d2_w8_all
refuses "--top: needs a value" --top
refuses "--top '': needs a value" --top ""
refuses "--top node_d7_w32_all: must be" --top node_d7_w32_all
refuses "--top node_d3_w65_all: must be" --top node_d3_w65_all
refuses "--top node_d3_w08_all: must be" --top node_d3_w08_all
refuses "--target asic: must be" --target asic
refuses "--device lp1k: must be" --device lp1k
refuses "--device up5k: of ice40 only" --target xc7 --device up5k
refuses "--seeds 2: of ice40 only" --target ecp5 --seeds 2
refuses "--build /a b: Yosys takes no path" --build "/a b"
refuses "--seeds 0: must be" --seeds 0
refuses "--seeds 1e3: must be" --seeds 1e3
refuses "/nowhere/stepc: not there" --build /nowhere
exit $failures
