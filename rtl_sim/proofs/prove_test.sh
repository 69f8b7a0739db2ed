#!/bin/sh
# prove_test.sh PROVE: scripts/prove.sh refuses bad use in one line that names the value, with exit status 2.
set -u
script=$1
. "$(dirname "$script")/refuses.sh"
refuses "--dim: unknown" --dim 2
refuses "--dims: needs a value" --dims
refuses "--dims 2..7: must be A..B" --dims 2..7
refuses "--dims 3..2: must be A..B" --dims 3..2
refuses "/a b/stepc: not there" --build "/a b"
refuses "/nowhere/stepc: not there" --build /nowhere
exit $failures
