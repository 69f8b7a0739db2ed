# SPDX-License-Identifier: Apache-2.0
"""How a command reads its options, and how it ends.

A mistake of the user's is one line that names the value, the limit and the way out: BadUse, exit
status 2. A tool that fails, or a result that is not as it should be, is Failed: exit status 1.
"""
import argparse
import re


class BadUse(Exception):
    """A mistake of the user's, in one line."""


class Failed(Exception):
    """A failure in words; empty where a program has told it itself."""


class Options(argparse.ArgumentParser):
    """A parser whose mistakes are one line."""

    def __init__(self, **rest):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **rest)

    def error(self, message):
        raise BadUse(message.removeprefix('argument ').replace('expected one argument', 'needs a value'))

    def take(self, flag, must='', like='(?s:.*)', to=str, **rest):
        """An option with a value. `like`: a regular expression of all good ones. `must`: what it
        says, in words."""
        def read(text):
            if not text:
                raise BadUse(f"{flag} '': needs a value")
            if not re.fullmatch(like, text):
                raise BadUse(f'{flag} {text}: must be {must}')
            return to(text)
        self.add_argument(flag, type=read, **rest)

    def take_seeds(self, **rest):
        self.take('--seeds', must='1 to 999', like='[1-9][0-9]{0,2}', to=int, metavar='N', **rest)

    def take_dims(self, least, most, default):
        """--dims A..B, as a range that holds both."""
        must = f'A..B with {least} <= A <= B <= {most}'

        def read(text):
            first, last = map(int, text.split('..'))
            if not least <= first <= last <= most:
                raise BadUse(f'--dims {text}: must be {must}')
            return range(first, last + 1)
        self.take('--dims', must=must, like=r'[0-9]+\.\.[0-9]+', to=read, metavar='A..B', default=default,
                  help='dimensions of cubes' + (f' ({default})' if default else ''))
