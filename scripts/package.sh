#!/bin/sh
# scripts/flow/package.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" package "$@"
