# SPDX-License-Identifier: Apache-2.0
"""One proof of one router, of one link, of a part with AXI or of the core (docs/guides/proofs.md): from C++ to a circuit whose
outputs are assertions, and what ABC says of it.

The C++ becomes RTL (stepc), the RTL with its assertions a circuit of gates and registers
(Yosys, AIGER), and ABC proves by induction that no assertion ever fails: none does in the first
cycles, and none does in a cycle before which none did. Every cover must be reached. A fault in the
C++ must break the assertions that the list of faults names (faults.py)."""
import hashlib
import json
import re
from collections import namedtuple

from flow import axi_proof, core_proof
from flow.aiger import Machine
from flow.bindings import bindings
from flow.circuit import circuit_of
from flow.configuration import members_of
from flow.options import BadUse, Failed
from flow.tools import ROOT, cubecast, run, run_once, stepc

# Proof -> the files that Yosys reads beside the RTL.
SOURCES = {
    'rules': ['rule_definition.sv', 'rules.sv'],
    'control': ['rule_definition.sv', 'control.sv'],
    'half_duplex': ['rule_definition.sv', 'half_duplex.sv'],
    'data': ['rule_definition.sv', 'tracked.sv', 'plain.sv', 'data.sv'],
    'link': ['link.sv'],
    'link_delayed': ['link.sv'],
    'link_progress': ['link_progress.sv'],
}
# The most cycles of the wires between the ends of a link, each way.
DELAY_OF_LINK = {'link_delayed': 1}
# Covers must be reached, and faults noticed, within so many cycles.
REACH, REACH_OF_LINK = 40, 240
NONE = 'No output asserted'  # as ABC says it

# `router`: or the node whose links are proved, or the core. `source`: the origin of the packets that the proof
# `data` follows: a link (0 to d - 1), or a port's own packets (d to 2d - 1); of proofs of links,
# packets that an end has room for.
Proof = namedtuple('Proof', 'router kind source')


class Refuted(Failed):
    """A proof that does not hold: an assertion fails, or a cover is not reached."""


def is_of_core(kind):
    return kind in core_proof.PROOFS


def is_of_axi(kind):
    return kind in axi_proof.PROOFS


def of_core(kind):
    return Proof('core', kind, 0)


def label_of(proof):
    if is_of_core(proof.kind):
        return proof.kind
    return f'{proof.router} {proof.kind}' + (
        f' from {proof.source}' if proof.kind == 'data' else f' of {proof.source}' if is_of_link(proof.kind) else '')


def is_of_link(kind):
    return kind in ('link', 'link_delayed', 'link_progress')


def reach_of(kind):
    if is_of_core(kind):
        return core_proof.PROOFS[kind].cycles
    return REACH_OF_LINK if is_of_link(kind) else REACH


def check(members, kind):
    """Refuses a configuration that the proof is not of. `members`: of it."""
    if is_of_axi(kind):
        return axi_proof.check(members, kind)
    def must(member, holds, text):
        if not holds:
            raise BadUse(f'{member} {members.get(member)}: {text}')
    if is_of_link(kind):
        must('kind', members.get('link_wires', 0) != 0, 'must be router, or node with link_wires')
        must('link_wires', 0 < members.get('link_wires', 0) <= 32, 'must be 1 to 32 for a proof of a link')
        must('link_check', members['link_check'] != 'none', 'must be crc16 or crc32 for a proof of a link')
        must('operators', members['operators'] == 'none', 'must be none for a proof of a link')
        return
    must('kind', members['kind'] == 'router', 'must be router, or a node with --link-wires')
    must('ports', 'dim' in members, 'proved are routers of cubes; give --dim in its place')
    must('dim', members['dim'] > 1, 'must be 2 or more for a proof')
    must('rules', members['rules'] == 'all', 'must be all for a proof')
    must('memory_waits', members['memory_waits'], 'must be true for a proof')
    must('port_model', kind != 'half_duplex' or members['port_model'] == 'gated', 'must be gated for the proof half_duplex')
    must('payload_bits', kind != 'data' or members['payload_bits'] > 1, 'must be 2 or more for the proof data')


class Circuit:
    """Some outputs of an AIGER file, for ABC. `keep`: for each of its outputs."""

    def __init__(self, work, proof, kind, circuit, keep, outputs):
        header, body = circuit.split(b'\n', 1)
        self.counts = [int(count) for count in header.split()[1:]]  # variables, inputs, latches, outputs, ands, bad, ...
        lines = body.split(b'\n', self.counts[2] + len(keep))
        self.latches, self.rest = lines[:self.counts[2]], lines[-1]
        assert self.counts[3] == 0 and self.counts[5] == len(keep)
        self.work, self.proof, self.kind, self.all, self.keep = work, proof, kind, circuit, keep
        # name -> line; the RTL's own assertions are named by their source lines, and those of further
        # instances by all of their name.
        self.outputs = {}
        for name, line, kept in zip(outputs, lines[self.counts[2]:-1], keep):
            if kept:
                short = re.sub(r'.*\$assert\$.*/(.*)', r'\1', name.split('/', 1)[1])
                self.outputs[name if short in self.outputs else short] = line

    def abc(self, names, commands, wanted):
        """Where ABC says `wanted`, a regular expression, of the circuit with these outputs alone; or None."""
        file, counts = self.work / f'{self.kind}.aig', self.counts.copy()
        counts[5] = len(names)
        file.write_bytes(b'\n'.join([b'aig ' + ' '.join(map(str, counts)).encode(), *self.latches,
                                     *[self.outputs[name] for name in names], self.rest]))
        # Registers of the core begin with any value.
        begin = 'logic; undc; strash; ' if is_of_core(self.proof) else ''
        return self.ask(file, f'{begin}fold; strash; {commands}', wanted, ' '.join(names))

    def ask(self, file, commands, wanted, what=''):
        """`what`: tells questions with the same commands apart."""
        question = hashlib.sha256(f'{commands} {what}'.encode()).hexdigest()[:12]
        log = self.work / f'{self.kind}_{question}.log'
        run_once(log, [file], [], 'yosys-abc', '-c', f'read_aiger {file.name}; {commands}', wanted=wanted)
        return re.search(wanted, log.read_text())

    def hold_in_all_cycles(self):
        """Is no output 1 in the cycles of a bounded proof?"""
        reach = reach_of(self.proof)
        return self.abc(self.outputs, f'orpos; bmc3 -F {reach}', f'No output asserted in {reach} frames')

    def hold_step_by_step(self):
        """As hold(), one output after the other, which takes less time than all at once."""
        if not self.abc(self.outputs, 'orpos; bmc3 -F 3', NONE):
            return False
        machine = Machine(self.all)
        bad = [literal for literal, kept in zip(machine.bad, self.keep) if kept]
        for literal in bad:
            step = self.work / 'step.aig'
            step.write_bytes(machine.step(bad, literal))
            if not self.ask(step, 'fold; strash; bmc3 -F 2', NONE, f'step {literal}'):
                return False
        return True

    def hold(self):
        """Is no output 1 in the first cycles, nor in any before which none has been 1?"""
        if self.counts[2] == 0 or is_of_axi(self.proof):
            return self.abc(self.outputs, 'orpos; pdr', 'Property proved')
        return (self.abc(self.outputs, 'orpos; ind -F 2', 'Networks are equivalent') and
                self.abc(self.outputs, 'orpos; bmc3 -F 3', NONE))

    def reached(self, names):
        """The outputs that are 1 within so many cycles, as far as half a minute goes for each, or
        three minutes of links: name -> cycle."""
        reach = reach_of(self.proof)
        search = 'pdr -T 30' if self.counts[2] == 0 else f'bmc3 -F {reach} -T {30 if reach == REACH else 180}'
        found = {name: self.abc([name], search, r'was asserted in frame +(\d+)') for name in names}
        return {name: int(match.group(1)) for name, match in found.items() if match}


# The two ends of a link, as the step function of a module `link`.
LINK = '''
#include "rtl_sim/proofs/link_pair.hpp"

struct Short : Config {{
  static constexpr unsigned kLinkBuffer = {packets};
}};
void link(proofs::LinkState<Short>& state, const proofs::LinkIn<Short>& in, proofs::LinkOut<Short>& out) {{
  proofs::link_step(state, in, out);
}}
'''


def rtl_circuit(build, work, proof, includes, broken):
    """The circuit of a router, or of a link, whose registers begin at the reset; see circuit_of()."""
    module = 'link' if is_of_link(proof.kind) else 'router'
    source = work / f'{module}.cpp'
    text = cubecast(build, 'configuration', proof.router, '--source')
    source.write_text(text + LINK.format(packets=proof.source) if module == 'link' else text)
    run(work / 'stepc.log', stepc(build), source, '--top', 'link' if module == 'link' else 'step', '--module', module,
        '-o', work / f'{module}.sv', '--layout', work / 'layout.json', '--', *[f'-I{folder}' for folder in (*includes, ROOT)])
    (work / 'bindings.svh').write_text(bindings(json.loads((work / 'layout.json').read_text()), module))
    members = members_of(build, proof.router)
    sources = ' '.join(f'proofs/{name}' for name in SOURCES[proof.kind])
    return circuit_of(work, f'read_verilog -sv -formal ./{module}.sv; '
                            f'read_verilog -sv -formal -I. -Iproofs -DDIM={members["dim"]} -DLATENCY={members["link_latency"]} '
                            f'-DDELAY={DELAY_OF_LINK.get(proof.kind, 0)} -DFROM={proof.source} {sources}',
                      broken, 'setundef -undriven -anyseq; wreduce; opt -full -purge; check -assert', 'write_aiger -zinit circuit.aig')


def circuits(build, work, proof, includes=(), broken=None):
    """The assertions and the covers, as circuits. `includes`: folders whose headers come before the
    project's. `broken`: see circuit_of()."""
    work.mkdir(parents=True, exist_ok=True)
    circuit, outputs, covers = (core_proof.circuit(build, work, proof.kind, includes, broken) if is_of_core(proof.kind) else
                                axi_proof.circuit(build, work, proof, includes, broken) if is_of_axi(proof.kind) else
                                rtl_circuit(build, work, proof, includes, broken))
    return tuple(Circuit(work, proof.kind, name, circuit, [(output in covers) == of_covers for output in outputs], outputs)
                 for name, of_covers in (('asserts', False), ('covers', True)))


def prove(build, work, proof, includes=()):
    """Says how much is proved. Refuted where something is not; Failed where a tool is not able to."""
    asserts, covers = circuits(build, work, proof, includes)
    holds = (asserts.hold_in_all_cycles() if is_of_core(proof.kind) else
             asserts.hold_step_by_step() if is_of_link(proof.kind) else asserts.hold())
    if not holds:
        broken = asserts.reached(asserts.outputs)
        raise Refuted(f'assertions that fail, by cycle: {broken}' if broken else
                      f'no assertion fails in {reach_of(proof.kind)} cycles, and not all follow from the cycle before')
    reached = covers.reached(covers.outputs)
    if missing := [name for name in covers.outputs if name not in reached]:
        raise Refuted(f'covers that are not reached in {reach_of(proof.kind)} cycles: {missing}')
    bound = f' in {reach_of(proof.kind)} cycles' if is_of_core(proof.kind) else ''
    return f'{len(asserts.outputs)} assertions proved{bound}, {len(covers.outputs)} covers reached'


def refute(build, work, proof, includes, wanted):
    """Says which assertions the fault in the folder `includes` breaks: it must be all of the
    assertions."""
    asserts, _ = circuits(build, work, proof, includes, wanted)
    broken = asserts.reached(wanted)
    if holding := [name for name in wanted if name not in broken]:
        raise Failed(f'not seen to fail: {holding}')
    return 'fail, by cycle: ' + ', '.join(f'{name} {broken[name]}' for name in wanted)
