#!/bin/sh
# scripts/flow/board.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" board "$@"
