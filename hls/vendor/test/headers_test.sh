#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# headers_test.sh COMPILER FLAG... -- HEADER...: every header alone, as C++17 with warnings as errors. From the root.
set -eu
command=
while [ "$1" != -- ]; do
  command="$command $1"
  shift
done
shift
failed=0
for header; do
  # shellcheck disable=SC2086  # the command is a list of words
  echo "#include \"$header\"" | $command -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
    -Wno-unknown-pragmas -I. -fsyntax-only -x c++ - || { echo "$header: not C++17 by itself" >&2; failed=1; }
done
[ $# -gt 30 ] || { echo "$# headers: the tree has more" >&2; failed=1; }
exit $failed
