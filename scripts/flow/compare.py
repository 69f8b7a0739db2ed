# SPDX-License-Identifier: Apache-2.0
"""Has a change left the generated RTL as it was?

    for name in node_d3_w32_all router_d2_w8_gated; do build/cubecast rtl $name --output /tmp/before/$name; done
    scripts/compare_rtl.sh /tmp/before          # after a change of the source

Compares every NAME.sv somewhere below BEFORE with the one of that name below AFTER, or, if that is
left out, with what build/cubecast makes of that name. Prints a line for each:
  same       the same text, but for comments, blank lines and line breaks within a statement
  proved     other text, and Yosys proves that both are one machine: the same registers and memory words, and from any
             state and inputs the same next state and outputs
  differs    neither
  unproved   other text, and longer than MAX_LINES lines: too large to prove
  missing    there is no such file below AFTER, or no such configuration
Exit status 0: all same or proved; 1: not all; 2: bad use.
"""
import os
import re
import subprocess
import tempfile
from pathlib import Path

from flow import interruption
from flow.options import BadUse, Failed
from flow.tools import ROOT

SUMMARY = 'is the generated RTL as it was, by text or by proof'
USAGE = '[-r RENAMES] [-p MAX_LINES] BEFORE [AFTER]'

CUBECAST = ROOT / 'build/cubecast'
PROVE_EQUAL = ROOT / 'hls/stepc/tests/prove_equal.sh'


def add_options(options):
    options.take('-r', dest='renames', metavar='RENAMES', to=Path,
                 help='a sed script for names that are meant to change (s/\\<go_out\\>/links_go/g), applied to BEFORE; @TOP@ '
                      'in it stands for NAME')
    options.take('-p', dest='most', metavar='MAX_LINES', must='a number of lines', like='[0-9]+', to=int, default=2000,
                 help='the longest text to prove (%(default)s); 0 proves nothing')


def statements(text):
    """A statement a line, without comments."""
    text = re.sub(r'//.*', '', re.sub(r'/\*[^*\n]*\*/', '', text))
    return re.sub(r' *$', '', re.sub(r'; *', ';\n', re.sub(r'[ \n]+', ' ', text)), flags=re.M)


def script_of(renames):
    """The sed script of the file, which sed is able to read."""
    try:
        script = renames.read_text()
    except (OSError, UnicodeDecodeError):
        raise BadUse(f'-r {renames}: cannot be read; give a sed script') from None
    if '\0' in script:
        raise BadUse(f'-r {renames}: is no text; give a sed script')
    try:
        renamed('', script, 'router')
    except Failed as failure:
        raise BadUse(f'-r {renames}: is no sed script: {failure}; write lines such as s/\\<go_out\\>/links_go/g') from None
    return script


def renamed(text, script, name):
    """The text with the names that are meant to change."""
    result = interruption.run(['sed', script.replace('@TOP@', name)], input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise Failed(re.sub('^sed: (-e )?', '', result.stderr.strip()))
    return result.stdout


def after_of(name, after, made):
    """The file of that name below `after`, or a new one; None if there is none."""
    if after:
        return next(iter(sorted(after.rglob(f'{name}.sv'))), None)
    words = [CUBECAST, 'rtl', name.removesuffix('_core'), '--output', made]
    is_made = interruption.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    return made / f'{name}.sv' if is_made else None


def verdict(name, before, after, most, work):
    if after is None:
        return 'missing'
    text = after.read_text()
    if statements(before) == statements(text):
        return 'same'
    if text.count('\n') > most:
        return 'unproved'
    (work / 'before.sv').write_text(before)
    proof = interruption.run([PROVE_EQUAL, name, work / 'before.sv', after], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    return 'differs' if proof.returncode else 'proved'


def execute(options, words):
    script = script_of(options.renames) if options.renames else ''
    if not 1 <= len(words) <= 2 or words[0].startswith('-'):
        raise BadUse(f'usage: compare_rtl.sh {USAGE}')
    for folder in words:
        if not os.path.isdir(folder):
            raise BadUse(f'{folder}: must be a folder')
    before, after = Path(words[0]), Path(words[1]) if len(words) == 2 else None
    if not after and not os.access(CUBECAST, os.X_OK):
        raise BadUse(f'{CUBECAST}: not there; build it: cmake --build build --target cubecast')
    files = sorted(file for file in before.rglob('*.sv') if 'proof' not in str(file))
    if not files:
        raise BadUse(f'{before}: has no .sv files')
    found = set()
    with tempfile.TemporaryDirectory() as work:
        for file in files:
            name, text = file.stem, file.read_text()
            if script:
                text = renamed(text, script, name)
            found.add(of_file := verdict(name, text, after_of(name, after, Path(work) / 'made'), options.most, Path(work)))
            print(f'{of_file:9} {name}', flush=True)
    if found - {'same', 'proved'}:
        raise Failed
