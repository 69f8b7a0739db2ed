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

try:
    from flow import interruption  # noqa: E402

    with interruption.held():  # a signal that comes while modules are read takes effect after them
        interruption.watch_signals()
        from flow import command  # noqa: E402
    status = command.main(__doc__, sys.argv[1:])
except KeyboardInterrupt:  # before the command has begun
    print('flow.py: interrupted', file=sys.stderr)
    caught = getattr(sys.modules.get('flow.interruption'), 'caught', None) or [2]
    status = 128 + caught[0]
sys.exit(status)
