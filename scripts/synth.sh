#!/bin/sh
# scripts/flow/synth.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" synth "$@"
