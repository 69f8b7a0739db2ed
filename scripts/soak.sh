#!/bin/sh
# scripts/flow/soak.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" soak "$@"
