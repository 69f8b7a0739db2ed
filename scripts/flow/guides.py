# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that pages show, in a tree that cannot be written to.

    scripts/flow.py guides                                 # all of README.md and docs, in hours
    scripts/flow.py guides docs/guides/rtl.md --limit 60

A page's commands run one after the other in a new folder, from which build, scripts, examples and hls
lead into the tree. The tree is mounted read-only for them, and the store of models (CUBECAST_CACHE) is
empty at first, but for stepc, which may take longer than the limit; the pages share it. A command that still runs after the limit is ended, and counts as
one that works. Those for a board, a cluster or a debugger are left out, as are builds of the tree.

Prints a line for each: ok, its seconds, and the command; or what it said last.
Exit status: 0; 1: a command failed that the page does not show to fail; 2: bad use.
"""
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from flow import interruption
from flow.options import BadUse, Failed
from flow.tools import ROOT, require, run_or_fail

SUMMARY = 'do the commands of the pages run in a read-only tree'
USAGE = '[PAGE]... [--limit SECONDS]'

COMMANDS = r'build/(cubecast|board_)|scripts/|examples/|^(cat >|printf|truncate) '
LEFT_OUT = re.compile(r'/dev/ttyUSB|--gdb|flow\.py (mutate|history|table)|scripts/(soak|test|run)\.sh|^(cmake|ctest|gdb|mpirun) |SLURM')
IN_TREE = 'build', 'scripts', 'examples', 'hls', 'docs', 'README.md'


def add_options(options):
    options.take('--limit', metavar='SECONDS', must='1 to 9999', like='[1-9][0-9]{0,3}', to=int, default=30,
                 help='for a command (%(default)s)')


def is_whole(command):
    """The lines are a command of the shell, such as a loop to its end, or a file that it writes."""
    if here := re.search(r"<<'(\w+)'\n", command):
        return command.endswith(f'\n{here[1]}\n')
    return subprocess.run(['bash', '-n', '-c', command], stderr=subprocess.DEVNULL).returncode == 0


def commands_of(page):
    """The commands in the blocks of a page."""
    command = ''
    for line in page.read_text().splitlines():
        if line and not line.startswith('    '):
            command = ''
            continue
        command += line[4:] + '\n'
        if not is_whole(command.removeprefix('$ ')):
            continue
        if re.search(COMMANDS, command):
            yield command.strip()
        command = ''


def sandbox(command):
    """The words that run the command beside a read-only tree."""
    as_root = [] if os.geteuid() == 0 else ['--map-root-user']
    mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$1" && exec timeout "$2" bash -c "$3"'
    return lambda folder, limit: ['unshare', '--mount', *as_root, 'bash', '-c', mount, ROOT, folder, str(limit), command]


def last_of(text):
    return (text.strip().splitlines() or ['said nothing'])[-1]


def run_page(page, limit, environment):
    """Runs the page's commands; the number of those that failed."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix='cubecast-guide-') as folder:
        for name in IN_TREE:
            (Path(folder) / name).symlink_to(ROOT / name)
        for command in commands_of(page):
            if LEFT_OUT.search(command):
                continue
            begin = time.monotonic()
            result = interruption.run(sandbox(command.removeprefix('$ '))(folder, limit), text=True, env=environment,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            seconds = time.monotonic() - begin
            shown_to_fail = command.startswith('$ ') or 'exit status' in command
            works = result.returncode in (0, 124) or shown_to_fail
            failed += not works
            said = '' if works else f'\n    {last_of(result.stdout)}'
            print(f'{"ok" if works else "fails"} {seconds:5.1f} s  {page.name}: {command.splitlines()[0]}{said}', flush=True)
    return failed


def execute(options, words):
    pages = [Path(word) for word in words] or [ROOT / 'README.md', *sorted((ROOT / 'docs').rglob('*.md'))]
    for page in pages:
        if not page.is_file():
            raise BadUse(f'{page}: is no file; give a page such as docs/guides/rtl.md')
    require('unshare', 'timeout')
    with tempfile.TemporaryDirectory(prefix='cubecast-store-') as store:
        environment = os.environ | {'CUBECAST_CACHE': store}
        run_or_fail(*sandbox('build/cubecast models --build stepc')(ROOT, 0), env=environment, stdout=subprocess.DEVNULL)
        if sum(run_page(page, options.limit, environment) for page in pages):
            raise Failed
