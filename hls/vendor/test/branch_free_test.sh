#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# branch_free_test.sh CLANG FLAG... SOURCE: the functions of SOURCE are one block each when clang has optimised them as
# Bambu's front end does: no branch, no memory, no call but of intrinsics.
set -eu
code=$("$@" -std=c++17 -O2 -S -emit-llvm -o -)
functions=$(printf '%s\n' "$code" | grep -c '^define' || true)
[ "$functions" -gt 0 ] || { echo "no function" >&2; exit 1; }
found=$(printf '%s\n' "$code" | grep -E '^ +(br|switch|indirectbr) |= (load|alloca|phi) |^ +store | call ' | grep -v ' @llvm\.' || true)
[ -z "$found" ] || { printf 'not branch-free:\n%s\n' "$found" >&2; exit 1; }
