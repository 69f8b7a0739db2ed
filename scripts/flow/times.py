# SPDX-License-Identifier: Apache-2.0
"""What the build to the first table and the tests cost, beside the last record, so that creeping is seen.

    scripts/test.sh; scripts/flow.py times
    scripts/flow.py times --record       # and keeps the numbers, with the commit, for the next time

Stages of scripts/run.sh and scripts/test.sh have their processor time and their time on the clock. Jobs of
the build and tests have the seconds on the clock that each took, added up by folder and by program: on
a quiet machine with one job a core these are processor seconds, of a busy one read them as shares. Each
job and test is that of its last run.
"""
import json
import os
import re
import subprocess
import xml.etree.ElementTree
from collections import Counter

from flow.options import BadUse
from flow.tools import ROOT, require, take_build, write_json

SUMMARY = 'what the build and the tests cost, beside the last record'
USAGE = '[--record] [OPTION]...'

RECORD = ROOT / 'scripts/flow/times.json'
MOST = 15  # lines of a table


def add_options(options):
    options.add_argument('--record', action='store_true', help='keep the numbers as the last record')
    take_build(options)


def jobs_of(log, known, build):
    """Ninja's log: seconds of the last run of each job that makes one of the known files, by its first file."""
    lines = {}
    for line in log.splitlines()[1:]:
        start, end, _, output, command = line.split('\t')
        lines[output] = (int(start), int(end), command)
    jobs = {}
    for output, job in sorted(lines.items()):
        if output in known:
            jobs.setdefault(job, os.path.relpath(output, build) if output.startswith('/') else output)
    return Counter({output: (end - start) / 1000 for (start, end, _), output in jobs.items()})


def by_folder(jobs):
    folders = Counter()
    for output, seconds in jobs.items():
        folders[re.sub(r'/?(CMakeFiles/.*|[^/]*)$', '', output) or 'programs'] += seconds
    return folders


def tests_of(junit):
    """JUnit's report: seconds of each test that ran."""
    return Counter({case.get('name'): float(case.get('time')) for case in xml.etree.ElementTree.fromstring(junit).iter('testcase')
                    if case.get('status') == 'run'})


def by_program(tests):
    programs = Counter()
    for name, seconds in tests.items():
        programs[name.split('.')[0] if '.' in name else name.split('_')[0] + '_*'] += seconds
    return programs


def stages_of(text):
    """Lines of scripts/stage.sh: a stage and its user, system and clock seconds. The last of each."""
    stages = {}
    for line in text.splitlines():
        stage, *times = line.split('\t')
        user, system, clock = map(float, times)
        stages[f'{stage}, processor'], stages[f'{stage}, clock'] = round(user + system, 3), clock
    return stages


def shown(title, now, before, most=MOST, parts=True):
    """A table of the largest numbers. `parts`: its last line has the sum."""
    rows = [(name, seconds, before.get(name)) for name, seconds in sorted(now.items(), key=lambda row: -row[1])[:most]]
    if parts:
        rows.append(('in all', sum(now.values()), sum(before.values()) if before else None))
    lines = [f'{title:62} {"seconds":>9} {"before":>9}']
    for name, seconds, old in rows:
        lines.append(f'  {name:60} {seconds:9.1f} ' + ('        -' if old is None else f'{old:9.1f}'))
    return '\n'.join(lines)


def text_of(file, made_by):
    if not file.is_file():
        raise BadUse(f'{file}: is not there; {made_by} makes it')
    return file.read_text()


def files_known_to(build, *words):
    said = subprocess.run(['ninja', '-C', build, '-t', *words], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {line.split(': ')[0] for line in said.splitlines()}


def execute(options, words):
    if words:
        raise BadUse(f'{words[0]}: unknown; see --help')
    require('ninja')
    build = options.build.absolute()
    log = text_of(build / '.ninja_log', 'scripts/run.sh')
    tests = tests_of(text_of(build / 'tests.xml', 'scripts/test.sh'))
    to_table = files_known_to(build, 'inputs', 'cubecast_measure') | {'cubecast_measure'}
    rest = files_known_to(build, 'targets', 'all') - to_table
    now = {
        'stages of run.sh and test.sh': stages_of(text_of(build / 'stages.txt', 'scripts/test.sh')),
        'jobs of the build to the first table, by folder': by_folder(jobs_of(log, to_table, build)),
        'other jobs of the build, by folder': by_folder(jobs_of(log, rest, build)),
        'tests, by program': by_program(tests),
        'the dearest tests': dict(tests.most_common(MOST)),
    }
    before = json.loads(RECORD.read_text()) if RECORD.is_file() else {}
    print(f'before: {before["commit"]}' if before else 'no record is kept: give --record')
    for title, group in now.items():
        print('\n' + shown(title, group, before.get(title, {}), parts='by' in title.split()))
    if options.record:
        commit = subprocess.run(['git', '-C', ROOT, 'log', '-1', '--format=%h of %cs'], stdout=subprocess.PIPE, text=True, check=True)
        write_json(RECORD, {'commit': commit.stdout.strip(), **now})
