# SPDX-License-Identifier: Apache-2.0
"""Proofs of the rules of AXI on a node with AXI interfaces or on a link_stream (docs/guides/axi.md): the RTL that stepc makes, in
the module that gives its ports their names, with hls/axi/rules beside it. What the environment may do stands in
rtl_sim/proofs/node_axi.sv and link_stream.sv."""
from flow.circuit import circuit_of
from flow.options import BadUse
from flow.tools import ROOT, cubecast, run, stepc

# Kind of configuration, which is the proof's name -> its members that the assertions are written for.
PROOFS = {
    'node_axi': {'dim': 2, 'payload_bits': 8, 'port_model': 'all'},
    'link_stream': {'payload_bits': 8, 'link_wires': 8, 'link_latency': 1, 'frame_packets': 1},
}
def check(members, kind):
    """Refuses a configuration that the proof is not of."""
    for member, value in {'kind': kind, **PROOFS[kind]}.items():
        if members.get(member) != value:
            raise BadUse(f'{member} {members.get(member)}: must be {value} for the proof {kind}')


def circuit(build, work, proof, includes=(), broken=None):
    """As circuit_of(). What a node's rule units answer is left open, which is more than they do; so are memories. The router's
    assertions about its neighbours are left out here, for these do anything."""
    rtl = work / 'rtl'
    cubecast(build, 'rtl', proof.router, '--output', rtl)
    core = f'{proof.router}_core'
    (work / 'core.cpp').write_text(cubecast(build, 'configuration', proof.router, '--source'))
    run(work / 'stepc.log', stepc(build), work / 'core.cpp', '--top', 'step', '--module', core, '-o', rtl / f'{core}.sv',
        '--', *[f'-I{folder}' for folder in (*includes, ROOT)])
    rules = work / 'rules'
    rules.unlink(missing_ok=True)
    rules.symlink_to(ROOT / 'hls/axi/rules')
    opened = f'cutpoint */t:*{core}_RuleUnit*; ' + 'chformal -assert -remove ' + ' '.join(
        f'*{core}_{part}*' for part in ('Router', 'OutputPort', 'Ejector', 'Injector')) if proof.kind == 'node_axi' else ''
    return circuit_of(work, f'read_verilog -sv -formal rtl/{core}.sv rtl/{proof.router}.v rules/axi_stream_rules.sv '
                            f'rules/axi_lite_rules.sv; read_verilog -sv -formal -DNODE={proof.router} proofs/{proof.kind}.sv; '
                            f'hierarchy -check -top proof; proc; memory_collect; delete */t:$mem_v2; {opened}',
                      broken, 'setundef -undriven -anyseq; opt -full', 'write_aiger -zinit circuit.aig')
