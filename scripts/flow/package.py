# SPDX-License-Identifier: Apache-2.0
"""Makes the RTL of configurations and an archive of it that stands by itself.

    scripts/package.sh node_axi_d2_w32_all node_d3_w32_all     # build/cubecast-rtl-<version>.tar.gz
    scripts/package.sh node_axi_d2_w32_all --payload-bits 13 --output mine.tar.gz

It holds rtl/NAME with the Verilog files, a file list (.f), a FuseSoC core file (.core) and the
parameters (.json) of each, rtl/axi_rules, the testbenches of node_axi and link_stream, the documentation of ports and
registers, and the licence. Configurations are said as to `cubecast rtl` (its --help has the
members); options are those of all.
Exit status: 0; 1: a tool failed; 2: bad use.
"""
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from flow import interruption
from flow.configuration import Configurations
from flow.options import BadUse, Failed
from flow.tools import ROOT, built, cubecast, place_in, take_build

SUMMARY = 'an archive of RTL that stands by itself'
USAGE = '[NAME|FILE]... [--MEMBER VALUE]... [OPTION]...'


def add_options(options):
    options.take('--output', metavar='FILE.tar.gz', help='the archive, a new or a regular file '
                                                         '(DIR/cubecast-rtl-<version>.tar.gz)')
    take_build(options)


def check_output(output):
    if not output.endswith('.tar.gz'):
        raise BadUse(f'--output {output}: must end with .tar.gz')
    if os.path.exists(output) and not os.path.isfile(output):
        raise BadUse(f'--output {output}: is no regular file; give the name of a new or a regular file')
    folder = os.path.dirname(output) or '.'
    if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise BadUse(f'--output {output}: {folder} is no folder that can be written to; give a file in a folder of yours')
    return os.path.realpath(folder)


def fill(package, build, names, version):
    """The archive's files."""
    for name in names:
        cubecast(build, 'rtl', name, '--output', package / 'rtl' / name)
    rules = package / 'rtl/axi_rules'
    shutil.copytree(ROOT / 'hls/axi/rules', rules)
    core = rules / 'axi_rules.core'
    core.write_text(core.read_text().replace('@version@', version))
    shutil.copy(ROOT / 'LICENSE', package)
    for page in ('guides/packaging', 'guides/axi', 'reference/configuration', 'reference/registers'):
        copy = package / f'docs/{page}.md'
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / f'docs/{page}.md', copy)
    for example in ('node_axi_testbench', 'link_stream'):
        shutil.copytree(ROOT / 'examples' / example, package / 'examples' / example)


def archive(folder, package, file):
    """The same files make the same archive."""
    with file.open('wb') as output:
        with subprocess.Popen(['tar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '-C', folder,
                               '-cf', '-', package], stdout=subprocess.PIPE) as tar:
            compressed = interruption.run(['gzip', '-n'], stdin=tar.stdout, stdout=output)
        if tar.returncode or compressed.returncode:
            raise Failed


def execute(options, words):
    chosen = Configurations(words)
    if not chosen.words:
        raise BadUse('no configuration is given; give one, such as node_axi_d2_w32_all')
    build = built(options.build, 'cubecast')
    names = chosen.names(build)
    for name, times in sorted(Counter(names).items()):
        if times > 1:
            raise BadUse(f'{name}: named twice; leave one out')
    version = re.search(r'\d+\.\d+\.\d+', cubecast(build, '--version'))[0]
    package = f'cubecast-rtl-{version}'
    output = options.output or str(place_in(build, f'{package}.tar.gz'))
    # The temporary folder is beside the archive, which can then be moved into place at once.
    with tempfile.TemporaryDirectory(prefix='.cubecast-', dir=check_output(output)) as work:
        work = Path(work)
        (work / package).mkdir()
        fill(work / package, build, names, version)
        archive(work, package, work / 'archive')
        os.replace(work / 'archive', output)
    print(output)
