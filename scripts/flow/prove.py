# SPDX-License-Identifier: Apache-2.0
"""Proves the RTL of routers, for every source of data, of links, of parts with AXI and of the core (docs/guides/proofs.md).

    scripts/prove.sh --dims 2..3
    scripts/prove.sh --kind router --dim 3 --payload-bits 13 --queue-depth 32
    scripts/prove.sh node_d1_w1_gated_link24_frame2_crc16_b1 --proof link
    scripts/prove.sh node_axi_d2_w8_all
    scripts/prove.sh --proof core_instruction

Every proof of the router that is said as to `cubecast rtl`; or of those of the dimensions A to B,
2..2 if left out: all-port and gated, with one cycle a hop and with two; of the data from d = 3 on
with queues of 4 packets. B: 6 at most. Prints a line for each. Faults that the proofs must find:
flow.py mutate --against proofs.
Exit status: 0; 1: something is not proved; 2: bad use.
"""
import logging
from pathlib import Path

from flow import axi_proof, core_proof, proof
from flow.configuration import Configurations, members_of
from flow.options import BadUse, Failed
from flow.proof import Proof
from flow.tools import alone_in, built, folder, place_in, require, take_build

SUMMARY = "proofs on routers' RTL"
USAGE = '[NAME|FILE] [--MEMBER VALUE]... [OPTION]...'


def add_options(options):
    options.take_dims(2, 6, default=None)
    known = [*proof.SOURCES, *axi_proof.PROOFS, *core_proof.PROOFS]
    options.take('--proof', metavar='PROOF', must=f'one of {", ".join(known)}', like='|'.join(known),
                 help=f'one proof of the router: {", ".join(proof.SOURCES)}; of what has its name: {", ".join(axi_proof.PROOFS)}; '
                      f'or of the core: {", ".join(core_proof.PROOFS)}')
    options.take('--from', dest='source', metavar='N', must='a number', like='[0-9]{1,2}', to=int,
                 help='the source whose packets the proof data follows: a link, 0 to d-1, or the own packets of a port, '
                      'd to 2d-1; each in turn if left out')
    options.take('--buffer', metavar='N', must='4, 8 or 16', like='4|8|16', to=int,
                 help='the proofs of links: packets that an end has room for (4)')
    options.take('--work', metavar='DIR', to=Path, help="a folder for the files (the build directory's proofs)")
    take_build(options)


def proofs_of(router, members):
    yield from data(router, members.get('dim', 1))
    yield Proof(router, 'control', 0)
    yield Proof(router, 'rules', 0)
    if members['port_model'] == 'gated':
        yield Proof(router, 'half_duplex', 0)


def data(router, dim):
    """From every link and every port's own packets."""
    return [Proof(router, 'data', source) for source in range(2 * dim)]


def proofs_of_dims(dims):
    for d in dims:
        yield Proof(f'router_d{d}_w2_all_b2', 'rules', 0)
        for hop in ('', '_r2'):
            yield Proof(f'router_d{d}_w2_gated{hop}_b2', 'half_duplex', 0)
            for ports in ('all', 'gated'):
                yield Proof(f'router_d{d}_w2_{ports}{hop}_b2', 'control', 0)
                yield from data(f'router_d{d}_w2_{ports}{hop}{"_q4" if d > 2 else ""}_b2', d)


def links(router, kind, frame_packets, options):
    buffer = options.buffer or 4
    if frame_packets > buffer:
        raise BadUse(f'frame_packets {frame_packets}: must be at most {buffer}, the packets of a buffer; see --buffer')
    return [Proof(router, kind, buffer)]


def wanted(options, chosen, build):
    """The proofs to make."""
    if options.proof and proof.is_of_core(options.proof):
        return [proof.of_core(options.proof)]
    if not chosen.words:
        return list(proofs_of_dims(options.dims or [2]))
    router = chosen.name(build)
    members = members_of(build, router)
    kind = options.proof or (members['kind'] if proof.is_of_axi(members['kind']) else
                             'link' if members.get('link_wires', 0) else None)
    proof.check(members, kind or 'data')
    if kind and proof.is_of_link(kind):
        return links(router, kind, members['frame_packets'], options)
    if options.buffer:
        raise BadUse(f'--buffer {options.buffer}: is of the proofs of links; leave it out')
    if not kind:
        return list(proofs_of(router, members))
    if options.source is None and kind == 'data':
        return data(router, members['dim'])
    if (options.source or 0) >= 2 * members.get('dim', 1):
        raise BadUse(f'--from {options.source}: must be 0 to {2 * members["dim"] - 1} for {router}')
    return [Proof(router, kind, options.source or 0)]


def execute(options, words):
    chosen = Configurations(words)
    if options.dims and chosen.words:
        raise BadUse(f'--dims {options.dims[0]}..{options.dims[-1]}: is of many routers; leave it or {chosen.words[0]} out')
    of_core = options.proof is not None and proof.is_of_core(options.proof)
    if of_core and (chosen.words or options.dims):
        raise BadUse(f'--proof {options.proof}: is of the core; leave {(chosen.words or ["--dims"])[0]} out')
    for flag, value in (('--proof', None if of_core else options.proof), ('--from', options.source), ('--buffer', options.buffer)):
        if value is not None and not chosen.words:
            raise BadUse(f'{flag} {value}: is of one router; name it')
    if options.source is not None and options.proof != 'data':
        raise BadUse(f'--from {options.source}: is of the proof data alone; give --proof data or leave it out')
    require('yosys', 'yosys-abc')
    build = built(options.build, 'cubecast')
    proofs = wanted(options, chosen, build)
    work = folder('--work', options.work or place_in(build, 'proofs'))
    failed = False
    for one in proofs:
        label = proof.label_of(one)
        place = work.resolve() / label.replace(' ', '_')
        try:
            with alone_in(place):
                print(f'{label}: {proof.prove(build, place, one)}', flush=True)
        except Failed as failure:
            logging.error('%s: %s', label, failure)
            failed = True
    if failed:
        raise Failed
