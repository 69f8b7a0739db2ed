#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/flow/package.py has it.
exec "$(dirname "$(realpath "$0")")/flow.py" package "$@"
