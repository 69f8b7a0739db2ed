# SPDX-License-Identifier: Apache-2.0
"""Signals that end a command, and the programs that it runs then.

A signal is passed to the programs, which are waited for, so that each takes its own temporary files
away. Then KeyboardInterrupt ends the command, which takes away its own."""
import logging
import os
import signal
import subprocess
import threading
from contextlib import contextmanager, suppress

caught = []  # the signals that have come
programs = set()  # those that run
told = []  # of those that a signal has ended, such as have said so on standard error
here = threading.local()


def send(program, number):
    """To all processes of the program: CMake does not pass on what ends it."""
    with suppress(ProcessLookupError):
        os.killpg(program.pid, number)


def interrupt(number, _):
    caught.append(number)
    for program in list(programs):
        send(program, number)
    # A second signal must not end what the first has begun to tidy up.
    if len(caught) == 1 and not getattr(here, 'held', False):
        raise KeyboardInterrupt


def watch_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, interrupt)


@contextmanager
def held():
    """A signal that comes within takes effect after it."""
    here.held = True
    try:
        yield
    finally:
        here.held = False
    if caught:
        raise KeyboardInterrupt


def run(words, input=None, timeout=None, **how):
    """As subprocess.run, which kills the program where a signal comes."""
    if caught:  # in a thread, which no signal reaches
        raise KeyboardInterrupt
    if input is not None:
        how['stdin'] = subprocess.PIPE
    with held():
        with subprocess.Popen(words, process_group=0, **how) as program:
            programs.add(program)
            try:
                if caught:  # before the program was in the set
                    send(program, caught[0])
                output, errors = program.communicate(input, timeout)
            except subprocess.TimeoutExpired:
                send(program, signal.SIGKILL)
                raise
            finally:
                programs.discard(program)
        if program.returncode - 128 in caught and 'stderr' not in how:
            told.append(program)
    return subprocess.CompletedProcess(words, program.returncode, output, errors)


def end():
    """The exit status after a signal, which a line tells, if no program has."""
    if not told:
        logging.error('interrupted')
    return 128 + caught[0]


def die(number):
    """As of a signal that nothing catches."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
