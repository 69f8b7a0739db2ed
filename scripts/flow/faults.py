"""The list of faults, faults.txt: deliberate mistakes in the hardware's C++, each found by a proof,
and by lockstep or by unit tests where flow.py mutate puts it to them."""
import shutil
from collections import namedtuple
from pathlib import Path

from flow.options import BadUse, Failed
from flow.proof import Proof
from flow.tools import ROOT

LIST = Path(__file__).with_name('faults.txt')
# `proof` finds it, by the assertions `breaks`. `before` stands in the file once, and `after` takes
# its place.
Fault = namedtuple('Fault', 'name proof breaks file before after')


def every():
    found = []
    for entry in LIST.read_text().split('\n\n'):
        lines = [line for line in entry.strip().splitlines() if not line.startswith('#')]
        if lines:
            head, file, before, after = lines
            name, router, kind, source, *breaks = head.split()
            found.append(Fault(name, Proof(router, kind, int(source)), breaks, file, before.strip(), after.strip()))
    return found


def named(names):
    """The faults of these names; all for none."""
    known = {fault.name: fault for fault in every()}
    for name in names:
        if name not in known:
            raise BadUse(f'{name}: must be one of {", ".join(known)}')
    return [known[name] for name in names] or list(known.values())


def faulty_text(fault):
    """The file's text with the fault."""
    text = (ROOT / fault.file).read_text()
    if (count := text.count(fault.before)) != 1:
        raise Failed(f'fault {fault.name}: "{fault.before}" occurs {count} times in {fault.file}, must be once; '
                     f'mend it in {LIST}')
    return text.replace(fault.before, fault.after)


def overlay(fault, folder):
    """Makes a folder that comes before the root in an include path: the header with the fault."""
    shutil.rmtree(folder, ignore_errors=True)  # of a fault of this name as it was
    target = folder / fault.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(faulty_text(fault))
    return folder
