"""Deliberate faults of the router's C++: mutants.txt, and a folder of the headers that one of them changes."""
import argparse
import shutil
from collections import namedtuple
from pathlib import Path

LIST = Path(__file__).with_name('mutants.txt')
# `breaks`: the assertions that must fail. `router`, `proof`, `source`: where.
Mutant = namedtuple('Mutant', 'name router proof source breaks file before after')


def every():
    found = []
    for entry in LIST.read_text().split('\n\n'):
        lines = [line for line in entry.strip().splitlines() if not line.startswith('#')]
        if lines:
            head, file, before, after = lines
            name, router, proof, source, *breaks = head.split()
            found.append(Mutant(name, router, proof, int(source), breaks, file, before.strip(), after.strip()))
    return found


def named(name):
    for mutant in every():
        if mutant.name == name:
            return mutant
    raise argparse.ArgumentTypeError(f'{name}: must be one of {", ".join(mutant.name for mutant in every())}')


def overlay(mutant, root, work):
    """The folder, which comes before the root in the include path. The text must occur once: it must follow the C++."""
    text = (root / mutant.file).read_text()
    count = text.count(mutant.before)
    if count != 1:
        raise SystemExit(f'mutant {mutant.name}: "{mutant.before}" occurs {count} times in {mutant.file}, must be once; '
                         f'mend it in {LIST}')
    shutil.rmtree(work / 'overlay', ignore_errors=True)  # of a mutant of this name as it was
    target = work / 'overlay' / mutant.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.replace(mutant.before, mutant.after))
    return work / 'overlay'
