# SPDX-License-Identifier: Apache-2.0
"""The command line of flow.py: its commands, and the way in which each of them ends."""
import logging
import os
import signal
import sys

from flow import area, board, compare, history, mutate, package, plots, prove, soak, synth, tables
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
    'plots': plots,
    'history': history,
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
    sys.stdout.flush()


def interruptible():
    """Signals that end a command become KeyboardInterrupt, so that it takes its temporary files
    away. Returns the list that holds the one that has come."""
    caught = []

    def interrupt(number, _):
        caught.append(number)
        raise KeyboardInterrupt
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, interrupt)
    return caught


def main(description, words):
    """The exit status. A command that is interrupted dies of the signal."""
    logging.basicConfig(force=True, format=f'{words[0] if words and words[0] in COMMANDS else "flow.py"}: %(message)s')
    caught = interruptible()
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
        caught.append(signal.SIGPIPE)
    except OSError as error:
        logging.error('%s', error)
        return 1
    except KeyboardInterrupt:
        pass
    signal.signal(caught[0], signal.SIG_DFL)
    os.kill(os.getpid(), caught[0])
