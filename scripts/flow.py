#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""flow.py COMMAND [OPTION]...: takes configurations from C++ to gates, FPGAs, proofs and archives,
and makes the documents' tables.

    scripts/flow.py synth node_d3_w32_all --target xc7
    scripts/flow.py synth --help

Each command is a file of scripts/flow with its options, its work and its report. Exit status: 0; 1:
something failed, or is not as it should be; 2: bad use, in one line.
"""
import sys

sys.dont_write_bytecode = True  # a checkout that is only read stays as it is

from flow import command  # noqa: E402

sys.exit(command.main(__doc__, sys.argv[1:]))
