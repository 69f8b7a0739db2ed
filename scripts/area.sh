#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/flow/area.py does the work.
exec "$(dirname "$(realpath "$0")")/flow.py" area "$@"
