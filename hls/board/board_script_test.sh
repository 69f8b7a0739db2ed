#!/bin/sh
# board_script_test.sh BOARD: scripts/board.sh refuses bad use in one line that names the value, with exit status 2.
set -u
script=$1
. "$(dirname "$script")/refuses.sh"
refuses "--bauds: unknown" --bauds 9600
refuses "--baud: needs a value" --baud
refuses "--baud fast: must be" --baud fast
refuses "--baud 2000: must be" --baud 2000
refuses "--baud 921600000: must be" --baud 921600000
refuses "--baud 5000000: must be" --baud 5000000
refuses "--baud 1600000: must be" --baud 1600000
refuses "--seeds 0: must be" --seeds 0
refuses "/a b/stepc: not there" --build "/a b"
refuses "/nowhere/stepc: not there" --build /nowhere
exit $failures
