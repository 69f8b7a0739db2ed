# SPDX-License-Identifier: Apache-2.0
"""Single faults in the hardware's C++: those of the list, faults.txt, and mutants of a source.

A fault of the list is deliberate: a proof finds it, by the assertions that it names. Lockstep and
unit tests find it too, where flow.py mutate puts it to them."""
import shutil
from collections import namedtuple
from pathlib import Path

from flow.options import BadUse, Failed
from flow.proof import Proof
from flow.tools import ROOT

LIST = Path(__file__).with_name('faults.txt')
# `after` replaces `before` in the file, at `start`; None: `before` occurs once. `proof` finds the
# fault by the assertions `breaks`; None for a mutant, whose proof is not known.
Fault = namedtuple('Fault', 'name file start before after proof breaks')


def every():
    found = []
    for entry in LIST.read_text().split('\n\n'):
        lines = [line for line in entry.strip().splitlines() if not line.startswith('#')]
        if lines:
            head, file, before, after = lines
            name, router, kind, source, *breaks = head.split()
            found.append(Fault(name, file, None, before.strip(), after.strip(), Proof(router, kind, int(source)), breaks))
    return found


def named(names):
    """The faults of these names; all for none."""
    known = {fault.name: fault for fault in every()}
    for name in names:
        if name not in known:
            raise BadUse(f'{name or repr(name)}: must be a folder or a file of the sources, or one of {", ".join(known)}')
    return [known[name] for name in names] or list(known.values())


def of_mutant(number, mutant):
    text = (ROOT / mutant.file).read_text()
    return Fault(f'{number} {mutant.file}:{mutant.line}', mutant.file, mutant.start, text[mutant.start:mutant.end],
                 mutant.text, None, ())


def change(fault):
    """The fault in a line."""
    return f'{" ".join(fault.before.split())}  ->  {fault.after or "(nothing)"}'


def faulty_text(fault):
    """The file's text with the fault."""
    text = (ROOT / fault.file).read_text()
    start = fault.start
    if start is None:
        if (count := text.count(fault.before)) != 1:
            raise Failed(f'fault {fault.name}: "{fault.before}" occurs {count} times in {fault.file}, must be once; '
                         f'mend it in {LIST}')
        start = text.index(fault.before)
    return text[:start] + fault.after + text[start + len(fault.before):]


def overlay(fault, folder):
    """Makes a folder that comes before the root in an include path: the header with the fault."""
    shutil.rmtree(folder, ignore_errors=True)  # an earlier version of this fault
    target = folder / fault.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(faulty_text(fault))
    return folder
