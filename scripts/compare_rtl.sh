#!/bin/sh
# scripts/flow/compare.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" compare-rtl "$@"
