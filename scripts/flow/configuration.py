# SPDX-License-Identifier: Apache-2.0
"""Configurations of nodes, which are said as to `cubecast configuration`: by a name, by a JSON
file, by options.

The options and their ranges are the command's: it refuses what is wrong, so that no list of them
stands here. An option that is none of this tool's commands is one of a configuration,
and the next word is its value.
"""
import json

from flow.options import BadUse
from flow.tools import cubecast

# With these options the command does not print a name.
REPORTS = ('--json', '--source', '--table', '--board')


class Configurations:
    """The rest of the command line. `sources`: names and files. `members`: options with their
    values, of all of them."""

    def __init__(self, words):
        self.sources, self.members = [], []
        valueless = False  # whether the word before is an option without its value
        for word in words:
            if word in REPORTS or word.startswith('-') and not word.startswith('--'):
                raise BadUse(f'{word}: unknown; see --help')
            # An option that has no value stays alone: the command knows whether it lacks one.
            (self.members if valueless or word.startswith('--') else self.sources).append(word)
            valueless = word.startswith('--') and '=' not in word

    @property
    def words(self):
        return self.sources + self.members

    def name(self, build, *options, default=''):
        """The name of the only one, which says all of it."""
        return name_of(build, *options, *(self.words or default.split()))

    def names(self, build, defaults=()):
        """The names of each."""
        if not self.words:
            return [name_of(build, source) for source in defaults]
        if not self.sources:
            return [name_of(build, *self.members)]
        return [name_of(build, source, *self.members) for source in self.sources]


def name_of(build, *words):
    return cubecast(build, 'configuration', *words).strip()


def members_of(build, name):
    """Every member and its value."""
    return json.loads(cubecast(build, 'configuration', name, '--json'))
