# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core (docs/reference/core.md), each of a configuration: from C++ to a circuit whose
outputs are assertions of rtl_sim/proofs/core.sv. They are bounded: in so many cycles from any state
between two instructions, or from the reset."""
from collections import namedtuple

from flow.tools import ROOT, run

HERE = ROOT / 'rtl_sim/proofs'
# `options`: members of the configuration that are true. `defines`: of core.sv. `cycles`: enough for the
# longest instruction that a proof is of, where the bus does not wait.
CoreProof = namedtuple('CoreProof', 'options defines cycles')
PROOFS = {
    'core_instruction': CoreProof((), (), 7),
    'core_registers': CoreProof((), ('RESET',), 8),
    'core_shifts': CoreProof(('FAST',), ('FAST',), 7),
    'core_pipeline': CoreProof(('PIPELINED',), ('PIPELINED',), 7),
    'core_pipeline_registers': CoreProof(('PIPELINED',), ('PIPELINED', 'RESET'), 9),
    'core_products': CoreProof(('MULTIPLIES',), ('PRODUCTS',), 4),
    'core_quotients': CoreProof(('MULTIPLIES',), ('QUOTIENTS',), 4),
    'core_compressed': CoreProof(('COMPRESSED',), ('COMPRESSED',), 8),
}
OPTIONS = ('COUNTERS', 'MULTIPLIES', 'COMPRESSED', 'FAST', 'PIPELINED')


def circuit(build, work, kind, includes=(), broken=None):
    """An AIGER file in the folder, whose registers may begin with any value; the names of its outputs and
    which of them are covers. `broken`: the assertions to keep, without covers; None for all."""
    work.mkdir(parents=True, exist_ok=True)
    chosen = PROOFS[kind]
    flags = [f'-D{option}={str(option in chosen.options).lower()}' for option in OPTIONS]
    run(work / 'stepc.log', build / 'stepc', ROOT / 'hls/core/core_of_config.cpp', '--top', 'step', '--module', 'core',
        '-o', work / 'core.sv', '--layout', work / 'layout.json', '--',
        *[f'-I{folder}' for folder in (*includes, ROOT)], *flags, '-DTRACES=true')
    here = work / 'proofs'
    here.unlink(missing_ok=True)
    here.symlink_to(HERE)
    script = [
        'read_verilog -sv -formal ./core.sv',
        'read_verilog -sv -formal -Iproofs ' + ' '.join(f'-D{name}' for name in chosen.defines) + ' proofs/core.sv',
        'hierarchy -check -top proof; proc; memory_map; flatten',
        *([] if broken is None else
          ['delete t:$cover', 'delete t:$assert ' + ' '.join(f'proof/{name} %d' for name in broken)]),
        'opt_clean',
        'select -assert-none w:* a:hierconn %i',  # a name without a register would be free to take any value
        'opt -fast',
        'tee -o covers.names select -list t:$cover; techmap -map proofs/cover.v t:$cover',
        'techmap; opt -fast; dffunmap; setundef -anyseq; aigmap; opt_clean',
        'tee -o outputs.names select -list t:$assert; write_aiger circuit.aig',
    ]
    (work / 'proof.ys').write_text('\n'.join(script) + '\n')
    run(work / 'yosys.log', 'yosys', '-q', 'proof.ys')
    outputs, covers = ((work / name).read_text().split() for name in ('outputs.names', 'covers.names'))
    return (work / 'circuit.aig').read_bytes(), outputs, covers
