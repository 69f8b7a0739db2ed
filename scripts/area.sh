#!/bin/sh
# scripts/flow/area.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" area "$@"
