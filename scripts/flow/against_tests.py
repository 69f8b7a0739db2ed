# SPDX-License-Identifier: Apache-2.0
"""Mutants and faults against the unit tests, in build-mutation, on a copy of the sources (flow.py
mutate)."""
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from flow import faults, interruption
from flow.mutants import is_source, listed, render, sample
from flow.options import BadUse, Failed
from flow.tools import ROOT, require_own_checkout, run_or_fail

WORK = ROOT / 'build-mutation'
FOLDERS = ['hls/router', 'firmware', 'testbench/runs/experiment', 'testbench/runs/starts']
# A program with a mutant may take so many times as long as without.
PATIENCE = 5

SWITCH = '''#pragma once
#include <cstdlib>
namespace mutation {
#ifdef STEPC  // RTL has no switch
constexpr bool active(int) { return false; }
#else
inline const int number = [] { const char* set = std::getenv("CUBECAST_MUTANT"); return set ? std::atoi(set) : 0; }();
constexpr bool active(int mutant) { return !__builtin_is_constant_evaluated() && mutant == number; }
#endif
}
'''


def add_options(options):
    options.add_argument('--programs', metavar='PROGRAM', nargs='*',
                         help='tests: the programs to build and to ask (all from the folder up)')
    options.take('--limit', must='a number of seconds', like=r'[0-9]+(\.[0-9]+)?', to=float, metavar='S', default=15,
                 help='tests: seconds that a program may take with a mutant at least (%(default)s)')
    options.take('--jobs', must='1 to 99', like='[1-9][0-9]?', to=int, metavar='N', default=2,
                 help='tests: programs side by side (%(default)s)')


def write_sources(changed):
    """The copy of the sources, with other texts in the place of some files; what has not changed
    keeps its time."""
    for file in listed('-co', '--exclude-standard'):
        if not (ROOT / file).is_file() or file.startswith('docs/'):
            continue
        target = WORK / 'source' / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if file not in changed:
            if not target.exists() or target.read_bytes() != (ROOT / file).read_bytes():
                shutil.copy(ROOT / file, target)
        elif not target.exists() or target.read_text() != changed[file]:
            target.write_text(changed[file])
    switch = WORK / 'mutation.hpp'
    if not switch.exists() or switch.read_text() != SWITCH:
        switch.write_text(SWITCH)


def write_mutants(mutants):
    by_file = {}
    for number, mutant in mutants.items():
        by_file.setdefault(mutant.file, []).append((number, mutant))
    # Models that the tests compile need the switch too, so it is no option of the compiler. The first
    # line of a source is a comment.
    switch = f'#include "{WORK}/mutation.hpp"  '
    write_sources({file: switch + render((ROOT / file).read_text(), of_file) for file, of_file in by_file.items()})


def configure():
    run_or_fail('cmake', '-S', WORK / 'source', '-B', WORK / 'build', '-G', 'Ninja',
                '-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON', '-DCMAKE_CXX_COMPILER=clang++-19', '-DCMAKE_BUILD_TYPE=None',
                '-DCMAKE_CXX_FLAGS=-O1 -w -ferror-limit=0 -fbracket-depth=1024',
                stdout=subprocess.DEVNULL)


def make(programs, jobs):
    """Builds the programs; returns the output of the build."""
    return interruption.run(['nice', 'ninja', '-C', WORK / 'build', '-k', '0', '-j', str(jobs), *programs], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def test_programs(folder, targets):
    """(folder, program) of the unit tests below a folder, as CMake reads them: from the bottom up.
    `targets`: programs that the build has."""
    text = (ROOT / folder / 'CMakeLists.txt').read_text()
    words = {}
    for name, of_name, program, below in re.findall(
            r'foreach\((\w+) ([^)]*)\)|cubecast_tests\((\w+)\b(?! LONG)|add_subdirectory\(([^)]*)\)', text):
        words['${%s}' % name] = of_name.split()
        if program in targets:
            yield folder, program
        for inner in words.get(below, [below]) if below else []:
            if inner != 'stepc':  # stepc has none of these sources
                yield from test_programs(f'{folder}/{inner}', targets)


class Programs:
    """The test programs, and the files that each of them tests."""

    def __init__(self, chosen):
        """`chosen`: names of programs, None for all."""
        targets = set(re.findall(r'^build (\w+)\b.*: CXX_EXECUTABLE', (WORK / 'build/build.ninja').read_text(), re.M))
        self.every = [entry for folder in ('firmware', 'hls', 'testbench') for entry in test_programs(folder, targets)]
        for program in chosen or []:
            if program not in (known := [name for _, name in self.every]):
                raise BadUse(f'--programs {program}: must be one of {", ".join(known)}')
        self.chosen = chosen

    def of(self, file):
        """The programs of the file's folder, and of the folders above."""
        own = max((place for place, (folder, _) in enumerate(self.every) if file.startswith(f'{folder}/')), default=0)
        return [program for _, program in self.every[own:] if not self.chosen or program in self.chosen]

    def of_all(self, files):
        return self.chosen or max(map(self.of, files), key=len)

    def folders(self, programs):
        return {folder for folder, program in self.every if program in programs}


def messages(mutants, folders, jobs):
    """The compiler's messages for the sources of these folders and of the mutants', without
    compiling them."""
    folders = folders | {mutant.file.rpartition('/')[0] for mutant in mutants.values()}
    commands = {entry['file']: entry for entry in json.loads((WORK / 'build/compile_commands.json').read_text())
                if os.path.relpath(entry['file'], WORK / 'source').rpartition('/')[0] in folders}

    def check(entry):
        return interruption.run(['nice', *shlex.split(entry['command']), '-fsyntax-only'], cwd=entry['directory'], text=True,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr

    with ThreadPoolExecutor(jobs) as pool:
        return ''.join(pool.map(check, commands.values()))


def without_wrong(mutants, said):
    """The mutants without those on lines of which the compiler has said something; of several the
    likeliest first."""
    lines = set(re.findall(r'([\w./]+):(\d+):\d+: (?:error|note)', said))
    wrong = {n for n, m in mutants.items() if any(path.endswith(m.file) and int(line) == m.line for path, line in lines)}
    likely = {n for n in wrong if mutants[n].kind in ('arguments', 'constant')}
    return {n: m for n, m in mutants.items() if n not in (likely or wrong)}


def build(mutants, programs, folders, jobs):
    """Builds the programs, without the mutants that do not compile; says which are left."""
    for step in (lambda: messages(mutants, folders, jobs), lambda: make(programs, jobs)):
        while 'error:' in (said := step()):
            left = without_wrong(mutants, said)
            print(f'{len(mutants) - len(left)} do not compile', flush=True)
            if len(left) == len(mutants):
                raise Failed(said[-4000:])
            mutants = left
            write_mutants(mutants)
    return mutants


def run(program, number, limit=None):
    """The status of a program with a mutant, None where it takes longer than the limit; and its
    seconds."""
    begin = time.monotonic()
    try:
        status = interruption.run(['nice', WORK / 'build' / program, '--gtest_fail_fast', '--gtest_brief=1'], timeout=limit,
                                  env={**os.environ, 'CUBECAST_MUTANT': str(number)}, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        status = None
    return status, time.monotonic() - begin


class Limits:
    """The seconds that each program may take with a mutant, from those that it takes without."""

    def __init__(self, programs, least, jobs):
        self.least, self.seconds = least, {}
        with ThreadPoolExecutor(jobs) as pool:
            failed = [program for program, passes in zip(programs, pool.map(self.measure, programs)) if not passes]
        if failed:
            raise Failed(f'{", ".join(failed)}: fails without a mutant')

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


def judge_mutants(folders, options):
    mutants = sample(folders, options.sample, options.seed)
    write_mutants(mutants)
    configure()
    programs = Programs(options.programs)
    asked = programs.of_all(m.file for m in mutants.values())
    mutants = build(mutants, asked, programs.folders(asked), options.jobs)
    limits = Limits(asked, options.limit, options.jobs)
    if options.only:
        mutants = {n: m for n, m in mutants.items() if n in options.only}

    def judge(item):
        number, mutant = item
        by = killer(programs.of(mutant.file), number, limits)
        if by is None or options.list:
            text = (ROOT / mutant.file).read_text()[mutant.start:mutant.end]
            change = f'{" ".join(text.split())}  ->  {mutant.text or "(nothing)"}'
            print(f'{number} {by or "SURVIVED"} {mutant.file}:{mutant.line} {mutant.kind}: {change}', flush=True)
        return by

    with ThreadPoolExecutor(options.jobs) as pool:
        killers = Counter(pool.map(judge, mutants.items()))
    survived = killers.pop(None, 0)
    print(f'{len(mutants)} mutants, {len(mutants) - survived} killed, {survived} survived')
    print(', '.join(f'{program} {count}' for program, count in killers.most_common()))


def first_to_fail(programs, limits):
    """The first program that notices the fault that it is built with, or None."""
    for program in programs:
        status, _ = run(program, 0, limits.of(program))
        if status != 0:
            return program + (' (time)' if status is None else '')
    return None


def judge_faults(chosen, options):
    """Faults of the list, each with a build of its own."""
    write_sources({})
    configure()
    programs = Programs(options.programs)
    asked = programs.of_all(fault.file for fault in chosen)
    if 'error:' in (said := make(asked, options.jobs)):
        raise Failed(said[-4000:])
    limits = Limits(asked, options.limit, options.jobs)
    survived = 0
    for fault in chosen:
        write_sources({fault.file: faults.faulty_text(fault)})
        if 'error:' in (said := make(programs.of(fault.file), options.jobs)):
            raise Failed(said[-4000:])
        by = first_to_fail(programs.of(fault.file), limits)
        survived += by is None
        print(f'{fault.name} {by or "SURVIVED"} {fault.file}: {faults.change(fault)}', flush=True)
    print(f'{len(chosen)} faults, {len(chosen) - survived} killed, {survived} survived')
    if survived:
        raise Failed


def execute(options, names):
    """`names`: folders of the sources, or faults of the list."""
    require_own_checkout()
    folders = [name for name in names if is_source(name)]
    if folders and len(folders) < len(names):
        raise BadUse(f'{" ".join(names)}: must be folders of the sources, or faults of the list, not both')
    if folders or not names:
        judge_mutants(folders or FOLDERS, options)
    else:
        judge_faults(faults.named(names), options)
