#!/bin/sh
# scripts/flow/prove.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" prove "$@"
