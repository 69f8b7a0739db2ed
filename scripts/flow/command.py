# SPDX-License-Identifier: Apache-2.0
"""The command line of flow.py: its commands, and the way in which each of them ends."""
import io
import logging
import os
import signal
import sys

from flow import (area, board, compare, guides, history, interruption, mutate, package, plots, prove, rows, soak, synth, tables,
                  times)
from flow.options import BadUse, Failed, Options

COMMANDS = {
    'synth': synth,
    'area': area,
    'prove': prove,
    'compare-rtl': compare,
    'mutate': mutate,
    'board': board,
    'package': package,
    'soak': soak,
    'table': tables,
    'rows': rows,
    'plots': plots,
    'history': history,
    'times': times,
    'guides': guides,
}


def execute(description, words):
    """Does what the words say: those of a command's own options, and the rest, which it reads
    itself."""
    options = Options(prog='flow.py', description=description)
    commands = options.add_subparsers(dest='command', metavar='COMMAND', title='commands')
    for name, module in COMMANDS.items():
        module.add_options(commands.add_parser(name, usage=f'flow.py {name} {module.USAGE}', help=module.SUMMARY,
                                               description=module.__doc__))
    if not words:
        raise BadUse(f'give a command: {", ".join(COMMANDS)}; --help says more')
    chosen, rest = options.parse_known_args(words)
    COMMANDS[chosen.command].execute(chosen, rest)


class Output(io.TextIOBase):
    """Standard output without a buffer, so that a write that fails does so in the command, and not
    at Python's end, after the exit status is settled."""

    def fileno(self):
        return 1

    def write(self, text):
        left = os.fsencode(text)
        try:
            while left:
                left = left[os.write(1, left):]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BadUse(f'standard output: cannot be written to its end: {error.strerror}; the result is lost') from error
        return len(text)


def main(description, words):
    """The exit status."""
    logging.basicConfig(force=True, format=f'{words[0] if words and words[0] in COMMANDS else "flow.py"}: %(message)s')
    if sys.stdout is None:
        logging.error('standard output: is closed; send it to a file, or to /dev/null')
        return 2
    sys.stdout = Output()
    try:
        execute(description, words)
        return 0
    except BadUse as mistake:
        logging.error('%s', mistake)
        return 2
    except Failed as failure:
        if str(failure):
            logging.error('%s', failure)
        return 1
    except BrokenPipeError:  # nobody reads on
        interruption.die(signal.SIGPIPE)
    except OSError as error:
        logging.error('%s', f'{error.filename}: {error.strerror}' if error.filename else error)
        return 1
    except KeyboardInterrupt:
        return interruption.end()
