# SPDX-License-Identifier: Apache-2.0
# cmake -D OUT=FILE.cpp -P commit.cmake: C++ with the commit of this folder, written where it has changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${OUT} CONTENT "namespace testbench {\nextern const char* const kCommit;\nconst char* const kCommit = \"${commit}\";\n}\n")
