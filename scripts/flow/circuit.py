# SPDX-License-Identifier: Apache-2.0
"""From RTL with assertions, whose top is `proof`, to a circuit of gates and registers by Yosys."""
from flow.tools import ROOT, run_once

HERE = ROOT / 'rtl_sim/proofs'


def circuit_of(work, read, broken, simplify, write):
    """The circuit as AIGER; the names of its outputs, and those of them that are covers.

    `read`: reads the RTL, whose folder rtl_sim/proofs is `proofs` in the folder `work`. `broken`: the
    assertions to keep, without those that do not bear on them, and without covers; None for all.
    `simplify`: before covers are mapped. `write`: writes circuit.aig."""
    here = work / 'proofs'
    here.unlink(missing_ok=True)
    here.symlink_to(HERE)
    script = [
        read,
        'hierarchy -check -top proof; proc; memory_map; flatten',
        *([] if broken is None else
          ['delete t:$cover', 'delete t:$assert ' + ' '.join(f'proof/{name} %d' for name in broken)]),
        'opt_clean',
        # A name without a register would be free to take any value.
        'select -assert-none w:* a:hierconn %i',
        simplify,
        'tee -o covers.names select -list t:$cover; techmap -map proofs/cover.v t:$cover',
        'opt -fast; techmap; opt -fast; dffunmap; setundef -anyseq; aigmap; opt_clean',
        f'tee -o outputs.names select -list t:$assert; {write}',
    ]
    (work / 'proof.ys').write_text('\n'.join(script) + '\n')
    texts = [file for folder in (work, HERE) for file in sorted(folder.iterdir()) if file.suffix in ('.sv', '.svh', '.v')]
    made = [work / name for name in ('outputs.names', 'covers.names', 'circuit.aig')]
    run_once(work / 'yosys.log', [work / 'proof.ys', *texts], made, 'yosys', '-q', 'proof.ys')
    outputs, covers = ((work / name).read_text().split() for name in ('outputs.names', 'covers.names'))
    return (work / 'circuit.aig').read_bytes(), outputs, covers
