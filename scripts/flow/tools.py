# SPDX-License-Identifier: Apache-2.0
"""The checkout, its build directory, and the programs that commands run."""
import fcntl
import hashlib
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from flow import interruption
from flow.options import BadUse, Failed

ROOT = Path(__file__).resolve().parent.parent.parent


def require(*programs):
    """They are on PATH."""
    for program in programs:
        if not shutil.which(program):
            raise BadUse(f'{program} is not on PATH; scripts/setup.sh installs it')


def require_own_checkout():
    if not os.access(ROOT, os.W_OK):
        raise BadUse(f'{ROOT}: cannot be written to, and this works in it; clone it to a folder of yours')


def take_build(options):
    options.take('--build', to=Path, metavar='DIR', default=ROOT / 'build',
                 help='the build directory, build; a program that it lacks is built')


def built(build, *targets):
    """The build directory as an absolute path. Programs that it does not have are built."""
    for target in targets:
        if os.access(build / target, os.X_OK):
            continue
        try:
            configured = (build / 'CMakeCache.txt').is_file()
        except OSError as error:
            raise BadUse(f'--build {build}: cannot be read: {error.strerror}; give a build directory that can be') from error
        if not configured:
            raise BadUse(f'--build {build}: not configured; do so with: cmake --preset default -B {build}')
        if not os.access(build, os.W_OK):
            raise BadUse(f'--build {build}: has no {target} and cannot be written to; give a build directory of yours')
        logging.warning('building %s', target)
        run_or_fail('cmake', '--build', build, '--target', target, stdout=sys.stderr)
    return Path(os.path.realpath(build))


def place_in(build, name):
    """Where files of that name belong: in the build directory, or in the current folder if that is not the user's to
    write to."""
    here = Path.cwd()
    for place in (build / name, here / name):
        if os.access(place if place.exists() else place.parent, os.W_OK):
            return place
    raise BadUse(f'{here}: cannot be written to, nor can {build}; go to a folder of yours, where {name} is then made')


def stepc(build):
    """The path of stepc. Where the build directory has none, the store of models gets one."""
    return Path(cubecast(build, 'models', '--build', 'stepc').removesuffix('\n'))


def cubecast(build, *words, stdout=subprocess.PIPE):
    """The output of the command; None where it goes elsewhere. Its mistakes are its own to tell, and
    end this program with its exit status."""
    result = interruption.run([build / 'cubecast', *map(str, words)], stdout=stdout, text=True)
    if result.returncode:
        sys.exit(result.returncode if result.returncode > 0 else 1)
    return result.stdout


def folder(flag, path):
    """The folder that an option names, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        wrong = 'is no folder' if path.exists() and not path.is_dir() else f'cannot be made or written to: {error.strerror}'
        raise BadUse(f'{flag} {path}: {wrong}; give a folder that can be written to') from error
    return path


@contextmanager
def alone_in(work):
    """Makes the folder. Another process that wants to work in it waits."""
    work.mkdir(parents=True, exist_ok=True)
    with (work / '.lock').open('w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run_or_fail(*command, **how):
    """Runs a program that says itself what is wrong."""
    if interruption.run([str(word) for word in command], **how).returncode:
        raise Failed


def run(log, *command):
    """Runs a program in the folder of the log, which takes its output."""
    words = [str(word) for word in command]
    with log.open('w') as output:
        status = interruption.run(words, cwd=log.parent, stdout=output, stderr=subprocess.STDOUT).returncode
    if status:
        end = log.read_text(errors='replace').splitlines()[-5:]
        raise Failed('\n'.join([f'{words[0]} failed; the end of {log}:', *end]))


def run_once(log, inputs, outputs, *command, wanted=''):
    """As run(), but does nothing where the same program has made the outputs of inputs with the same
    contents: a file beside the log says of what. A log without `wanted`, a regular expression, is made
    again, because a search can end by its time."""
    program = Path(os.path.realpath(shutil.which(command[0]) or command[0])).stat()
    made_of = hashlib.sha256(json.dumps([*map(str, command), program.st_size, program.st_mtime_ns]).encode())
    for file in inputs:
        made_of.update(f'\n{file.name}\n'.encode() + hashlib.sha256(file.read_bytes()).digest())
    record = log.with_name(log.name + '.made_of')
    if record.is_file() and record.read_text() == made_of.hexdigest() and all(file.is_file() for file in [log, *outputs]):
        return
    record.unlink(missing_ok=True)
    run(log, *command)
    if re.search(wanted, log.read_text(errors='replace')):
        record.write_text(made_of.hexdigest())


def yosys(log, script):
    """Runs Yosys in the folder of the log, so that a script needs no quotes for what is in a path:
    a space ends a word there, and * is taken for a pattern even in quotes."""
    run(log, 'yosys', '-p', script)


def yosys_once(log, inputs, outputs, script):
    """As yosys(), by run_once(). The files are those of the log's folder with these names."""
    run_once(log, [log.parent / name for name in inputs], [log.parent / name for name in outputs], 'yosys', '-p', script)


def write_json(file, value):
    """The file is there with all of the value, or as it was."""
    new = file.with_name(file.name + '.new')
    new.write_text(json.dumps(value, indent=2) + '\n')
    new.replace(file)


def number(value):
    """A number as JSON's shortest form has it: 12.5, and 12 for 12.0."""
    return int(value) if value == int(value) else value
