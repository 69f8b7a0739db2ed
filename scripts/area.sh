#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/flow/area.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" area "$@"
