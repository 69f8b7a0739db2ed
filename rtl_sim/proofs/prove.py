#!/usr/bin/env python3
"""Proves one proof of one router, or finds that a mutant breaks it.

    prove.py --build BUILD --work DIR --proof data [--from 0] router_d2_w2_all_b2
    prove.py --build BUILD --work DIR --mutant NAME

The router is said as to `cubecast configuration`. Its C++ becomes RTL (stepc), the RTL with its assertions a circuit of gates and registers (Yosys, AIGER), and ABC proves
by induction that no assertion ever fails: none does in the first cycles, and none does in a cycle before which none did.
Every cover must be reached. The assertions that a mutant names (mutants.txt) must fail.
Exit status: 0 proved; 1 not; 2 bad use."""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import bindings
import mutants

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What Yosys reads beside the router.
SOURCES = {
    'rules': ['rule_definition.sv', 'rules.sv'],
    'control': ['rule_definition.sv', 'control.sv'],
    'half_duplex': ['rule_definition.sv', 'half_duplex.sv'],
    'data': ['rule_definition.sv', 'tracked.sv', 'plain.sv', 'data.sv'],
}
# Cycles in which covers must be reached, and mutants noticed.
REACH = 40


class Failed(Exception):
    pass


def run(log, *command):
    """The output of a command, which is kept in the log and runs beside it: what Yosys and ABC are to read has a name there
    that they take for no more than a name, whatever is in the path."""
    result = subprocess.run([str(word) for word in command], cwd=log.parent, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    log.write_text(result.stdout)
    if result.returncode != 0:
        raise Failed(f'{Path(command[0]).name} failed; the end of {log}:\n' + '\n'.join(result.stdout.splitlines()[-5:]))
    return result.stdout


def configuration(build, words):
    """What `cubecast configuration` says. Its mistakes are bad use."""
    result = subprocess.run([build / 'cubecast', 'configuration', *words], stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(2)
    return result.stdout


def check(router, proof):
    """Ends where the proof is not of such a router."""
    def must(member, holds, text):
        if not holds:
            print(f'prove.py: {member} {router.get(member)}: {text}', file=sys.stderr)
            sys.exit(2)
    must('kind', router['kind'] == 'router', 'must be router, which alone is proved')
    must('ports', 'dim' in router, 'proved are routers of cubes; give --dim in its place')
    must('dim', router['dim'] > 1, 'must be 2 or more for a proof')
    must('rules', router['rules'] == 'all', 'must be all for a proof')
    must('memory_waits', router['memory_waits'], 'must be true for a proof')
    must('port_model', proof != 'half_duplex' or router['port_model'] == 'gated', 'must be gated for the proof half_duplex')
    must('payload_bits', proof != 'data' or router['payload_bits'] > 1, 'must be 2 or more for the proof data')


def make_rtl(arguments, work):
    """The router's RTL, its modules called router..., and its layout."""
    source = work / 'router.cpp'
    source.write_text(configuration(arguments.build, [arguments.router, '--source']))
    includes = [f'-I{ROOT}']
    if arguments.mutant:
        includes.insert(0, f'-I{mutants.overlay(arguments.mutant, ROOT, work)}')
    run(work / 'stepc.log', arguments.build / 'stepc', source, '--module', 'router', '-o', work / 'router.sv', '--layout',
        work / 'layout.json', '--', *includes)


def make_circuit(arguments, work):
    """circuit.aig, whose outputs are the assertions and the covers, and their names."""
    layout = json.loads((work / 'layout.json').read_text())
    (work / 'bindings.svh').write_text(bindings.bindings(layout))
    here = work / 'proofs'
    here.unlink(missing_ok=True)
    here.symlink_to(HERE)
    sources = ' '.join(f'proofs/{name}' for name in SOURCES[arguments.proof])
    script = [
        'read_verilog -sv -formal ./router.sv',
        f'read_verilog -sv -formal -I. -Iproofs -DDIM={arguments.dim} -DFROM={arguments.source} {sources}',
        'hierarchy -check -top proof; proc; memory_map; flatten',
        # A mutant is judged by the assertions that it breaks, and those that they depend on.
        *(['delete t:$cover', 'delete t:$assert ' + ' '.join(f'proof/{name} %d' for name in arguments.mutant.breaks)]
          if arguments.mutant else []),
        'opt_clean',
        # A name that no register has would be free to take any value.
        'select -assert-none w:* a:hierconn %i',
        'setundef -undriven -anyseq; opt -full; check -assert',
        'tee -o covers.names select -list t:$cover; techmap -map proofs/cover.v t:$cover',
        'opt -fast; techmap; opt -fast; dffunmap; setundef -anyseq; aigmap; opt_clean',
        'tee -o outputs.names select -list t:$assert; write_aiger -zinit circuit.aig',
    ]
    (work / 'proof.ys').write_text('\n'.join(script) + '\n')
    run(work / 'yosys.log', 'yosys', '-q', 'proof.ys')
    outputs, covers = ((work / name).read_text().split() for name in ('outputs.names', 'covers.names'))
    circuit = (work / 'circuit.aig').read_bytes()
    return (Circuit(work, 'asserts', circuit, [name not in covers for name in outputs], outputs),
            Circuit(work, 'covers', circuit, [name in covers for name in outputs], outputs))


class Circuit:
    """Some outputs of an AIGER file, for ABC. `keep`: for each of its outputs."""

    def __init__(self, work, kind, circuit, keep, outputs):
        header, body = circuit.split(b'\n', 1)
        self.counts = [int(count) for count in header.split()[1:]]  # variables, inputs, latches, outputs, ands, bad, ...
        lines = body.split(b'\n', self.counts[2] + len(keep))
        self.latches, self.rest = lines[:self.counts[2]], lines[-1]
        assert self.counts[3] == 0 and self.counts[5] == len(keep)
        self.work, self.kind = work, kind
        # name -> line; those of the RTL's own assertions have its lines for names.
        self.outputs = {re.sub(r'.*\$assert\$.*/(.*)', r'\1', name.split('/', 1)[1]): line
                        for name, line, kept in zip(outputs, lines[self.counts[2]:-1], keep) if kept}

    def abc(self, names, commands):
        """What ABC says of the circuit with these outputs alone."""
        file, counts = self.work / f'{self.kind}.aig', self.counts.copy()
        counts[5] = len(names)
        file.write_bytes(b'\n'.join([b'aig ' + ' '.join(map(str, counts)).encode(), *self.latches,
                                     *[self.outputs[name] for name in names], self.rest]))
        return run(self.work / f'{self.kind}.log', 'yosys-abc', '-c', f'read_aiger {file.name}; fold; strash; {commands}')

    def hold(self):
        """Is no output 1 in the first cycles, nor in any before which none has been 1?"""
        if self.counts[2] == 0:
            return 'Property proved' in self.abc(self.outputs, 'orpos; pdr')
        return ('Networks are equivalent' in self.abc(self.outputs, 'orpos; ind -F 2') and
                'No output asserted' in self.abc(self.outputs, 'orpos; bmc3 -F 3'))

    def reached(self, names):
        """Those that are 1 within REACH cycles, as far as half a minute goes for each: name -> cycle."""
        search = 'pdr -T 30' if self.counts[2] == 0 else f'bmc3 -F {REACH} -T 30'
        found = {name: re.search(r'was asserted in frame +(\d+)', self.abc([name], search)) for name in names}
        return {name: int(match.group(1)) for name, match in found.items() if match}


def prove(asserts, covers):
    if not asserts.hold():
        broken = asserts.reached(asserts.outputs)
        raise Failed(f'assertions that fail, by cycle: {broken}' if broken else
                     f'no assertion fails in {REACH} cycles, and not all follow from the cycle before')
    reached = covers.reached(covers.outputs)
    if missing := [name for name in covers.outputs if name not in reached]:
        raise Failed(f'covers that are not reached in {REACH} cycles: {missing}')
    return f'{len(asserts.outputs)} assertions proved, {len(covers.outputs)} covers reached'


def refute(asserts, wanted):
    broken = asserts.reached(wanted)
    if holding := [name for name in wanted if name not in broken]:
        raise Failed(f'not seen to fail: {holding}')
    return 'fail, by cycle: ' + ', '.join(f'{name} {broken[name]}' for name in wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     allow_abbrev=False)
    parser.add_argument('--build', type=Path, required=True)
    parser.add_argument('--work', type=Path, required=True)
    parser.add_argument('--proof', choices=SOURCES)
    parser.add_argument('--from', dest='source', type=int, default=0)
    parser.add_argument('--mutant', type=mutants.named)
    arguments, words = parser.parse_known_args()
    mutant = arguments.mutant
    if mutant:
        words, arguments.proof, arguments.source = [mutant.router], mutant.proof, mutant.source
    elif not arguments.proof:
        parser.error('--proof or --mutant must be given')
    arguments.build = arguments.build.resolve()
    arguments.router = configuration(arguments.build, words).strip()
    router = json.loads(configuration(arguments.build, [arguments.router, '--json']))
    check(router, arguments.proof)
    arguments.dim = router['dim']
    label = f'{arguments.router} {arguments.proof}' + (f' from {arguments.source}' if arguments.proof == 'data' else '')
    if mutant:
        label = f'mutant {mutant.name} of {label}'
    work = arguments.work.resolve() / label.replace(' ', '_')
    work.mkdir(parents=True, exist_ok=True)
    try:
        make_rtl(arguments, work)
        asserts, covers = make_circuit(arguments, work)
        said = refute(asserts, mutant.breaks) if mutant else prove(asserts, covers)
    except Failed as failure:
        print(f'{label}: {failure}', file=sys.stderr)
        return 1
    print(f'{label}: {said}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
