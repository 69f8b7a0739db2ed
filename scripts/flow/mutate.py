# SPDX-License-Identifier: Apache-2.0
"""Puts single faults into the sources and tells which of them are not noticed: by the unit tests,
by RTL beside C++ in lockstep, or by the proofs.

    scripts/flow.py mutate                              # 500 of hls/router, firmware, testbench/runs/experiment and starts
    scripts/flow.py mutate --sample 100 hls/router      # 100 of one folder
    scripts/flow.py mutate --only 17 --list firmware    # mutant 17, and who notices it
    scripts/flow.py mutate early_delivery               # of the list, scripts/flow/faults.txt
    scripts/flow.py mutate --against proofs             # every fault of the list
    scripts/flow.py mutate --against lockstep lazy_port
    scripts/flow.py mutate --against proofs --sample 5 hls/router/packet_queue.hpp

Faults are mutants of the sources below folders, or those of the list. Mutants are numbered in the
order of files and lines, and the sample takes them at equal distances, so that the same sources
give the same mutants. Their kinds: relational, arithmetic and logical operators, a constant one
more or one less, a negated condition, a removed statement, swapped arguments. Constants of the
compiler (static_assert, constexpr variables, template arguments) are not mutated, and a mutant that
does not compile is left out.

--against tests works in build-mutation, on a copy of the sources into which all chosen mutants are
written at once, each behind a condition that CUBECAST_MUTANT switches on:

    if (a < b)    becomes    if ((mutation::active(1) ? a <= b : mutation::active(2) ? a >= b : a < b))

It takes a build and then about a second for each mutant; a build for each fault of the list. A
mutant is killed by the first program that fails, or takes too long: the tests of its own folder are
asked first, then those of the folders above. First every program runs without a mutant, for as long
as it needs, and its seconds are printed; one that fails ends the run, by name. Too long is five
times those seconds, and --limit at least. A machine may become slower later: where a mutant takes
too long, the program runs without a mutant again, and if that allows more seconds, the mutant does
too.

--against proofs: the assertions that the list names must fail; of a mutant, some proof of a router,
or of the core for a file of hls/core, must. --against lockstep: the RTL is made from the C++ with the fault and runs beside the C++ without
it, until a register differs. Both are soaks of some seconds, or half a minute, for each fault.

Exit status: 0; 1: a fault of the list is not noticed, or a program fails without one; 2: bad use.
"""
import json
import logging
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from flow import against_tests, core_proof, faults, interruption, proof
from flow.configuration import members_of
from flow.mutants import is_source, sample
from flow.options import BadUse, Failed
from flow.proof import Proof, Refuted
from flow.tools import alone_in, built, folder, place_in, require, stepc, take_build

SUMMARY = 'single faults in the sources: which are not noticed by tests, lockstep or proofs'
USAGE = '[--against tests|lockstep|proofs] [FOLDER|FAULT]... [OPTION]...'


def add_options(options):
    options.take('--against', metavar='WHAT', must='tests, lockstep or proofs', like='tests|lockstep|proofs',
                 default='tests', help='tests, lockstep or proofs (%(default)s)')
    whole = {'to': int, 'metavar': 'N'}
    options.take('--sample', **whole, must='a number from 1', like='[1-9][0-9]{0,8}', default=500,
                 help='mutants, at equal distances (%(default)s)')
    options.take('--seed', **whole, must='a number', like='[0-9]{1,9}', default=0, help='which sample (%(default)s)')
    options.take('--only', **whole, must='a number', like='[0-9]{1,9}', nargs='*', help='the numbers of the mutants to run')
    options.add_argument('--list', action='store_true', help='name the mutants that are noticed too')
    options.take('--work', metavar='DIR', to=Path, help='proofs and lockstep: a folder for the files (DIR/faults)')
    take_build(options)
    against_tests.add_options(options)


# The proofs for a mutant: of a router that has all parts.
PROOFS = [Proof('router_d2_w2_gated_b2', kind, 0) for kind in ('rules', 'control', 'half_duplex', 'data')]


def against_proofs(fault, build, work):
    """Says which assertions fail; Failed if nothing does."""
    includes = [faults.overlay(fault, work / 'overlay')]
    if fault.proof:
        return proof.refute(build, work, fault.proof, includes, fault.breaks)
    for one in map(proof.of_core, core_proof.PROOFS) if fault.file.startswith('hls/core/') else PROOFS:
        try:
            proof.prove(build, work, one, includes)
        except Refuted as refuted:
            return f'{proof.label_of(one)}: {refuted}'
    raise Failed('every proof holds')


# A stepc that reads headers of the folder first. The comment gives a fault its own models.
WRONG_STEPC = '''#!/bin/sh
# {fault}
for word; do
  shift
  set -- "$@" "$word"
  [ "$word" != -- ] || set -- "$@" {include}
done
exec {stepc} "$@"
'''


def wrong_command(fault, build, work):
    """A copy of the command, which makes RTL with the fault."""
    tools = json.loads((build / 'cubecast-tools.json').read_text())
    wrong = work / 'stepc'
    overlay = faults.overlay(fault, work / 'overlay')
    wrong.write_text(WRONG_STEPC.format(fault=' '.join(map(repr, fault)), include=shlex.quote(f'-I{overlay}'),
                                        stepc=shlex.quote(str(stepc(build)))))
    wrong.chmod(0o755)
    (work / 'cubecast-tools.json').write_text(json.dumps({**tools, 'stepc': str(wrong)}))
    return shutil.copy(build / 'cubecast', work / 'cubecast')


# Runs that show faults, on a 3-cube. Packets wait, on all ports; other runs use the rules that
# alltoall does not use, and every mode of the port gate.
RUNS = [
    'alltoall --packets 8 --stall 0.8',
    'alltoall --packets 1',
    'alltoall --algorithm fifo --ports one --packets 4',
    'allgather --algorithm ring --ports one --packets 4',
    'allgather --algorithm ring --ports half --packets 4',
    'broadcast --algorithm nesbt --ports one --packets 4',
    'scatter --algorithm sbt --ports one --packets 4',
]
# Runs over links with a link layer.
LINK_RUNS = [
    'alltoall --packets 8 --link-wires 8 --link-check crc16 --bit-error-rate 1e-3 --stall 0.5',
    'broadcast --packets 60 --link-wires 16 --frame-packets 4 --link-check crc32 --bit-error-rate 1e-3',
]


def against_lockstep(fault, build, work):
    """Says which register differs; Failed if none does."""
    command = wrong_command(fault, build, work)
    hop = ['--pipelined'] if fault.proof and members_of(build, fault.proof.router)['hop_cycles'] > 1 else []
    for run in LINK_RUNS if fault.proof and proof.is_of_link(fault.proof.kind) else RUNS:
        result = interruption.run([command, 'run', *run.split(), *hop, '--dim', '3', '--lockstep'], cwd=work, text=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env={**os.environ, 'CUBECAST_CACHE': str(work.parent / 'models')})
        if 'lockstep: ' in result.stderr:
            return result.stderr.strip()
        if result.returncode:
            raise Failed(result.stderr.strip())
    raise Failed('no register differs')


def chosen_faults(options, words):
    """Mutants of what is there, or faults of the list."""
    if not words or not all(map(is_source, words)):
        named = faults.named(words)
        if options.against == 'lockstep':  # of runs, in which no core and no AXI takes part
            named = [fault for fault in named if fault.proof.kind in proof.SOURCES]
            if not named:
                raise BadUse(f'{words[0]}: is of no part of a run; it is --against proofs or tests')
        return named
    mutants = sample(words, options.sample, options.seed)
    if options.only and not set(options.only) & set(mutants):
        raise BadUse(f'--only {" ".join(map(str, options.only))}: none of them is in the sample; a larger --sample has more')
    return [faults.of_mutant(number, mutant) for number, mutant in mutants.items()
            if not options.only or number in options.only]


def execute(options, words):
    for word in words:
        if word.startswith('-'):
            raise BadUse(f'{word}: unknown; see --help')
    if options.against == 'tests':
        return against_tests.execute(options, words)
    chosen = chosen_faults(options, words)
    if options.against == 'proofs':
        require('yosys', 'yosys-abc')
    build = built(options.build, 'cubecast')
    against = {'lockstep': against_lockstep, 'proofs': against_proofs}[options.against]
    where = folder('--work', (options.work or place_in(build, 'faults')).resolve())
    missed = []
    for fault in chosen:
        label = f'mutant {fault.name} in lockstep' if options.against == 'lockstep' else f'mutant {fault.name}'
        if options.against == 'proofs' and fault.proof:
            label += f' of {proof.label_of(fault.proof)}'
        work = where / re.sub('[ /:]', '_', label)
        try:
            with alone_in(work):
                found = against(fault, build, work)
            if fault.proof or options.list:
                print(f'{label}: {found}', flush=True)
        except Failed as failure:
            logging.error('%s: %s', label if fault.proof else f'{label}: {faults.change(fault)}', failure)
            missed.append(fault)
    if len(chosen) > 1:
        print(f'{len(chosen)} faults, {len(chosen) - len(missed)} noticed')
    if any(fault.proof for fault in missed):
        raise Failed
