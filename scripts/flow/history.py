# SPDX-License-Identifier: Apache-2.0
"""The cost of a router or a node at commits of this repository, and its longest path.

    scripts/flow.py history router_d3_w8_all a33f25f HEAD

stepc and the RTL are those of the commit, Yosys and nextpnr run as by today's `flow.py synth`, with
three seeds on the HX8K. NAME: <node|router>_d<2 to 6>_w<1 to 64>_<all|gated>, which stepc had from
the beginning. The commits' trees and all files are in build/history.
Exit status: 0; 1: a tool failed; 2: bad use.
"""
import os
import re
import shutil
import subprocess

from flow import place, synth
from flow.options import BadUse, Failed
from flow.tools import ROOT, require_own_checkout, run, run_or_fail

SUMMARY = "a configuration's cost and longest path at commits"
USAGE = 'NAME COMMIT...'

HISTORY = ROOT / 'build/history'
SEEDS = 3


def add_options(options):
    pass


def source_before_configurations(part, dim, payload, ports):
    """The source of it for commits at which a configuration is no value."""
    of, config, step = {'router': ('tops::Router', 'Router', 'tops::router_step'),
                        'node': ('router::', 'Node', 'router::Node<Config>::step')}[part]
    port_model = {'all': 'kAllPort', 'gated': 'kGated'}[ports]
    return (f'#include "hls/tops/{part}_top.hpp"\n'
            f'using Config = tops::{config}Config<{dim}, {payload}, router::PortModel::{port_model}>;\n'
            f'void step({of}State<Config>& state, const {of}In<Config>& in, {of}Out<Config>& out)'
            f' {{ {step}(state, in, out); }}\n')


def commit_named(name):
    found = subprocess.run(['git', '-C', ROOT, 'rev-parse', '--short', '--verify', '--quiet', f'{name}^{{commit}}'],
                           stdout=subprocess.PIPE, text=True)
    if found.returncode:
        raise BadUse(f'{name}: no commit')
    return found.stdout.strip()


def tree_of(commit):
    """The commit's tree with its stepc, and with its command, if that makes RTL of a
    configuration."""
    tree = HISTORY / commit
    if not tree.is_dir():
        run_or_fail('git', '-C', ROOT, 'worktree', 'add', '--quiet', '--detach', tree, commit)
    targets = ['stepc'] + (['cubecast'] if (tree / 'hls/configuration').is_dir() else [])
    if not os.access(tree / 'build' / targets[-1], os.X_OK):
        log = HISTORY / f'{commit}.log'
        run(log, 'cmake', '--preset', 'default', '-S', tree)
        run(log, 'cmake', '--build', tree / 'build', '--target', *targets, '--parallel', '2')
    return tree


def writer(tree, name, members):
    """The function that writes the RTL as the commit does; see synth.synthesise."""
    def write(folder, log):
        folder.mkdir(exist_ok=True)
        command = tree / 'build/cubecast'
        if os.access(command, os.X_OK):
            return run(log, command, 'rtl', name, '--output', folder)
        source = folder / f'{name}.cpp'
        source.write_text(source_before_configurations(*members))
        (folder / f'{name}.f').write_text(f'{name}.sv\n')
        run(log, tree / 'build/stepc', source, '--module', name, '-o', folder / f'{name}.sv', '--', f'-I{tree}')
    return write


def execute(options, words):
    matched = re.fullmatch('(node|router)_d([2-6])_w([0-9]+)_(all|gated)', words[0]) if words else None
    if not matched or len(words) < 2:
        raise BadUse(f'{words[0] if words else ""}: give a name, such as router_d3_w8_all, and commits')
    require_own_checkout()
    name = words[0]
    HISTORY.mkdir(parents=True, exist_ok=True)
    for commit in words[1:]:
        commit = commit_named(commit)
        tree = tree_of(commit)
        build = HISTORY / f'as_{commit}'
        shutil.rmtree(build / 'synth' / name, ignore_errors=True)
        top = synth.synthesise(build, name, 'ice40', 'hx8k', writer(tree, name, matched.groups()))
        try:
            placed = place.place(top, 'hx8k', SEEDS)
            print(f'{commit} {place.described(placed)}')
        except Failed:
            placed = None
            print(f'{commit} not placed')
        cells = top.cells
        print(f'  {cells["lut"]} LUT, {cells["ff"]} FF, {cells["block_ram"]} block RAM, '
              f'{cells["levels"]} LUTs on the longest path')
        for report in sorted(top.work.glob('timing_*.json')) if placed else []:
            print(f'  {place.longest_path(report)}', flush=True)
