#!/usr/bin/env python3
"""Puts single faults (mutants) into the sources of a few folders and tells which of them the unit tests do not notice.

    scripts/mutation/mutate.py                                      # 500 mutants of hls/router, firmware, testbench/run
    scripts/mutation/mutate.py --sample 100 hls/router              # 100 of one folder
    scripts/mutation/mutate.py --only 17 --list firmware            # what mutant 17 is, and who notices it

A soak, not part of test.sh: a build and then about a second for each mutant. It works in build-mutation, on a copy of
the sources into which all chosen mutants are written at once, each behind a condition that CUBECAST_MUTANT switches on:

    if (a < b)    becomes    if ((mutation::active(1) ? a <= b : mutation::active(2) ? a >= b : a < b))

What is constant when it is compiled (static_assert, constexpr variables, template arguments) is not mutated. A mutant
that does not compile is left out. Mutants are numbered in the order of files and lines, and the sample takes them at
equal distances, so that the same sources give the same mutants.

Kinds: relational, arithmetic and logical operators, a constant one more or one less, a negated condition, a removed
statement, swapped arguments. A mutant is killed by the first program that fails, or takes too long: the tests of its own
folder are asked first, then those of the folders above.

First every program runs without a mutant, for as long as it needs, and its seconds are printed; one that fails ends the
run, by name. Too long is PATIENCE times those seconds, and --limit at least. A machine may become slower later: where a
mutant takes too long, the program runs without a mutant again, and if that allows more seconds, the mutant does too."""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from mutants import ROOT, mutants_of, render

WORK = ROOT / 'build-mutation'
FOLDERS = ['hls/router', 'firmware', 'testbench/run']
PATIENCE = 5

# Who tests what, from the bottom up.
PROGRAMS = [('firmware/networks', 'network_tests'), ('firmware/cube', 'cube_tests'), ('firmware/trees', 'trees_tests'),
            ('firmware/node', 'driver_tests'), ('firmware/rules', 'rules_tests'),
            ('firmware/collectives', 'collectives_tests'), ('hls/network', 'wire_tests'), ('hls/operators', 'operators_tests'), ('hls/router', 'router_tests'), ('hls/board', 'board_tests'), ('testbench/networks', 'networks_tests'),
            ('testbench/checker', 'checker_tests'), ('testbench/dynamic', 'dynamic_tests'),
            ('testbench/native', 'native_tests'), ('testbench/run', 'run_tests'),
            ('testbench/cli', 'cli_tests')]

SWITCH = '''#pragma once
#include <cstdlib>
namespace mutation {
inline const int number = [] { const char* set = std::getenv("CUBECAST_MUTANT"); return set ? std::atoi(set) : 0; }();
constexpr bool active(int mutant) { return !__builtin_is_constant_evaluated() && mutant == number; }
}
'''


def write_sources(mutants):
    """The copy of the sources, with these mutants; what has not changed keeps its time."""
    files = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.split()
    by_file = {}
    for number, mutant in mutants.items():
        by_file.setdefault(mutant.file, []).append((number, mutant))
    for file in files:
        if not (ROOT / file).is_file() or file.startswith('docs/'):
            continue
        target = WORK / 'source' / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if file not in by_file:
            if not target.exists() or target.read_bytes() != (ROOT / file).read_bytes():
                shutil.copy(ROOT / file, target)
            continue
        text = render((ROOT / file).read_text(), by_file[file])
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    (WORK / 'mutation.hpp').write_text(SWITCH)


def messages(mutants, programs, jobs):
    """What the compiler says of the sources of the mutants' folders and of the programs, without compiling them."""
    folders = {folder for folder, program in PROGRAMS if program in programs} | {m.file.rpartition('/')[0]
                                                                                 for m in mutants.values()}
    commands = {entry['file']: entry for entry in json.loads((WORK / 'build/compile_commands.json').read_text())
                if os.path.relpath(entry['file'], WORK / 'source').rpartition('/')[0] in folders}

    def check(entry):
        return subprocess.run(['nice', *shlex.split(entry['command']), '-fsyntax-only'], cwd=entry['directory'], text=True,
                              capture_output=True).stderr

    with ThreadPoolExecutor(jobs) as pool:
        return ''.join(pool.map(check, commands.values()))


def without_wrong(mutants, said):
    """The mutants without those on lines of which the compiler has said something; of several the likeliest first."""
    lines = set(re.findall(r'([\w./]+):(\d+):\d+: (?:error|note)', said))
    wrong = {n for n, m in mutants.items() if any(path.endswith(m.file) and int(line) == m.line for path, line in lines)}
    likely = {n for n in wrong if mutants[n].kind in ('arguments', 'constant')}
    return {n: m for n, m in mutants.items() if n not in (likely or wrong)}


def build(mutants, programs, jobs):
    """Builds the programs, without the mutants that do not compile; says which are left."""
    configure = ['cmake', '-S', WORK / 'source', '-B', WORK / 'build', '-G', 'Ninja', '-DCUBECAST_UNITS_ONLY=ON', '-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON',
                 '-DCMAKE_CXX_COMPILER=clang++-19', '-DCMAKE_BUILD_TYPE=None',
                 f'-DCMAKE_CXX_FLAGS=-O1 -w -ferror-limit=0 -fbracket-depth=1024 -include {WORK}/mutation.hpp']
    make = ['nice', 'ninja', '-C', WORK / 'build', '-k', '0', '-j', str(jobs), *programs]
    write_sources(mutants)
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    steps = [lambda: messages(mutants, programs, jobs),
             lambda: subprocess.run(make, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout]
    for step in steps:
        while 'error:' in (said := step()):
            left = without_wrong(mutants, said)
            print(f'{len(mutants) - len(left)} do not compile', flush=True)
            if len(left) == len(mutants):
                sys.exit(said[-4000:])
            mutants = left
            write_sources(mutants)
    return mutants


def programs_of(file):
    """Those of the folder, and of the folders above."""
    own = max((i for i, (folder, _) in enumerate(PROGRAMS) if file.startswith(folder)), default=0)
    return [program for _, program in PROGRAMS[own:]]


def run(program, number, limit=None):
    """The status of a program with a mutant, None where it takes longer than the limit; and its seconds."""
    begin = time.monotonic()
    try:
        status = subprocess.run([WORK / 'build' / program, '--gtest_fail_fast', '--gtest_brief=1'], timeout=limit,
                                env={**os.environ, 'CUBECAST_MUTANT': str(number)}, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10)).returncode
    except subprocess.TimeoutExpired:
        status = None
    return status, time.monotonic() - begin


class Limits:
    """What each program may take with a mutant, from what it takes without."""

    def __init__(self, programs, least, jobs):
        self.least, self.seconds = least, {}
        with ThreadPoolExecutor(jobs) as pool:
            failed = [program for program, passes in zip(programs, pool.map(self.measure, programs)) if not passes]
        if failed:
            sys.exit(f'{", ".join(failed)}: fails without a mutant')

    def measure(self, program):
        """Whether the program passes without a mutant, which takes as long as it does."""
        status, self.seconds[program] = run(program, 0)
        print(f'{program}: {self.seconds[program]:.1f} s without a mutant', flush=True)
        return status == 0

    def of(self, program):
        return max(self.least, PATIENCE * self.seconds[program])


def killer(programs, number, limits):
    """The first program that notices the mutant, or None."""
    for program in programs:
        while True:
            limit = limits.of(program)
            status, _ = run(program, number, limit)
            if status is not None:
                break
            limits.measure(program)
            if limits.of(program) <= limit:
                return program + ' (time)'
        if status != 0:
            return program
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folders', nargs='*', default=FOLDERS)
    parser.add_argument('--sample', type=int, default=500, help='mutants, at equal distances (%(default)s)')
    parser.add_argument('--seed', type=int, default=0, help='which sample (%(default)s)')
    parser.add_argument('--only', type=int, nargs='*', help='the numbers of the mutants to run')
    parser.add_argument('--programs', nargs='*', help='the test programs to build and to ask (all from the folder up)')
    parser.add_argument('--limit', type=float, default=15,
                        help='seconds that a program may take with a mutant at least (%(default)s)')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--list', action='store_true', help='name the killed ones too')
    arguments = parser.parse_args()

    files = subprocess.run(['git', 'ls-files', *arguments.folders], cwd=ROOT, text=True, capture_output=True,
                           check=True).stdout.split()
    every = [m for file in sorted(files) if re.search(r'\.[ch]pp$', file) and is_product(file) for m in mutants_of(file)]
    distance = max(1, len(every) / arguments.sample)
    chosen = {int(i * distance + arguments.seed % distance) for i in range(int(len(every) / distance))}
    mutants = {n + 1: every[n] for n in sorted(chosen) if n < len(every)}
    print(f'{len(every)} mutants of {len(files)} files, {len(mutants)} of them chosen', flush=True)
    asked = arguments.programs or max((programs_of(m.file) for m in mutants.values()), key=len)
    mutants = build(mutants, asked, arguments.jobs)
    limits = Limits(asked, arguments.limit, arguments.jobs)
    if arguments.only:
        mutants = {n: m for n, m in mutants.items() if n in arguments.only}

    def judge(item):
        number, mutant = item
        by = killer([p for p in programs_of(mutant.file) if p in asked], number, limits)
        if by is None or arguments.list:
            text = (ROOT / mutant.file).read_text()[mutant.start:mutant.end]
            change = f'{" ".join(text.split())}  ->  {mutant.text or "(nothing)"}'
            print(f'{number} {by or "SURVIVED"} {mutant.file}:{mutant.line} {mutant.kind}: {change}', flush=True)
        return by

    with ThreadPoolExecutor(arguments.jobs) as pool:
        killers = Counter(pool.map(judge, mutants.items()))
    survived = killers.pop(None, 0)
    print(f'{len(mutants)} mutants, {len(mutants) - survived} killed, {survived} survived')
    print(', '.join(f'{program} {count}' for program, count in killers.most_common()))


def is_product(file):
    """Not a test, and not what only tests include."""
    return not re.search(r'_test\.cpp$', file) and 'Test only' not in (ROOT / file).read_text()[:400]


if __name__ == '__main__':
    main()
