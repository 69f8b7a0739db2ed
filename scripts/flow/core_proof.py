# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core (docs/reference/core.md), each of a configuration: from C++ to a circuit whose
outputs are assertions of rtl_sim/proofs/core.sv. They are bounded: in so many cycles from any state
between two instructions, or from the reset."""
from collections import namedtuple

from flow.circuit import circuit_of
from flow.tools import ROOT, run, stepc

# `options`: members of the configuration that are true. `defines`: of core.sv. `cycles`: enough for the
# longest instruction that a proof is of, where the bus does not wait.
CoreProof = namedtuple('CoreProof', 'options defines cycles')
PROOFS = {
    'core_instruction': CoreProof((), (), 7),
    'core_registers': CoreProof((), ('RESET',), 8),
    'core_at_once': CoreProof(('COUNTERS', 'FAST', 'MULTIPLIES'), ('COUNTERS', 'FAST', 'MULTIPLIES'), 7),
    'core_pipeline': CoreProof(('PIPELINED',), ('PIPELINED',), 7),
    'core_pipeline_registers': CoreProof(('PIPELINED',), ('PIPELINED', 'RESET'), 9),
    'core_products': CoreProof(('MULTIPLIES',), ('PRODUCTS',), 4),
    'core_quotients': CoreProof(('MULTIPLIES',), ('QUOTIENTS',), 4),
    'core_compressed': CoreProof(('COMPRESSED',), ('COMPRESSED',), 8),
}
OPTIONS = ('COUNTERS', 'MULTIPLIES', 'COMPRESSED', 'FAST', 'PIPELINED')


def circuit(build, work, kind, includes=(), broken=None):
    """As circuit_of(). Registers may begin with any value. `opt` makes one multiplier of equal ones, whose
    product may then be anything."""
    chosen = PROOFS[kind]
    flags = [f'-D{option}={str(option in chosen.options).lower()}' for option in OPTIONS]
    run(work / 'stepc.log', stepc(build), ROOT / 'hls/core/core_of_config.cpp', '--top', 'step', '--module', 'core',
        '-o', work / 'core.sv', '--layout', work / 'layout.json', '--',
        *[f'-I{folder}' for folder in (*includes, ROOT)], *flags, '-DTRACES=true')
    defines = ' '.join(f'-D{name}' for name in chosen.defines)
    return circuit_of(work, f'read_verilog -sv -formal ./core.sv; read_verilog -sv -formal -Iproofs {defines} proofs/core.sv',
                      broken, 'opt -fast; cutpoint t:$mul', 'write_aiger circuit.aig')
