#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/flow/package.py does the work.
exec "$(dirname "$(realpath "$0")")/flow.py" package "$@"
