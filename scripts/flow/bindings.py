# SPDX-License-Identifier: Apache-2.0
"""The Verilog that binds the proofs' names (rtl_sim/proofs/names.txt, link_names.txt) to a router
or to the two ends of a link: the instance, and what is in it.

A register is reached by its hierarchical name: a wire of that name with the attribute hierconn,
which Yosys joins with the register's when it flattens; words of memories likewise, once they are
registers (memory_map)."""
import re

from flow.options import Failed
from flow.tools import ROOT

HERE = ROOT / 'rtl_sim/proofs'


def pattern(path):
    """links[1].valid: links[].valid and [1]."""
    return re.sub(r'\[\d+\]', '[]', path), [int(index) for index in re.findall(r'\[(\d+)\]', path)]


def wanted(names):
    """(kind, path) -> (name, whether every variant has it)."""
    found = {}
    for line in names.read_text().splitlines():
        words = line.split('#')[0].split()
        if words:
            name, kind, path = words
            found[kind.rstrip('?'), path] = name, not kind.endswith('?')
    return found


def parts_of(layout):
    """(kind, path) -> parts (indices, width, where), ascending. `where`: (port, bit) or the name in
    the RTL."""
    found = {}

    def add(kind, path, width, where, *word):
        path, indices = pattern(path)
        found.setdefault((kind, path), []).append((indices + list(word), width, where))

    for register in layout['registers']:
        if register['of'] == 'state' and register['rtl']:
            add('register', register['path'], register['width'], register['rtl'])
    for memory in layout['memories']:
        for word in range(memory['words']):
            add('memory', memory['path'], memory['width'], f'{memory["rtl"]}[{word}]', word)
    for kind in ('input', 'output'):
        for port in layout[kind + 's']:
            add(kind, port['path'], port['width'], (port['port'], port['bit']))
    return {key: sorted(parts) for key, parts in found.items()}


def router_sizes(found, _):
    """The constants of a router."""
    ports = len(found['input', 'links[].go'])

    def words(path):
        return len(found['memory', path]) // len({tuple(part[0][:-1]) for part in found['memory', path]})
    return {'D': ports, 'Q': ports - 1, 'DEPTH': words('router.outputs_[].queues_[].slots_.packets_'),
            'EJECT_DEPTH': words('router.ejectors_[].queue_.slots_.packets_'),
            'OWN_DEPTH': words('injections[].slots_.packets_'), 'PACKET': found['memory', 'injections[].slots_.packets_'][0][1]}


def link_sizes(found, layout):
    """The constants of a link: packets in a buffer and in a frame, bits of a packet, wires, and the
    words of a header, a packet and a checksum."""
    def width(path):
        return found['register', 'ends[].' + path][0][1]
    wires = found['output', 'driven[].word[]'][0][1]
    packet = found['memory', 'ends[].sender_.packets_'][0][1]
    header = sum(parts[0][1] for (kind, path), parts in found.items() if path.startswith('ends[].receiver_.header_.'))
    frame = next(register['reset'] for register in layout['registers'] if register['path'] == 'ends[0].sender_.most_')
    return {'FRAME_PACKETS': frame, 'BUFFER': len(found['memory', 'ends[].sender_.packets_']) // 2, 'PACKET': packet,
            'WIRES': wires, 'HEADER': header, 'HEADER_WORDS': -(-header // wires), 'PACKET_WORDS': -(-packet // wires),
            'SUM_WORDS': -(-width('sender_.sum_.crc_.rest_') // wires),
            'MOST_WORDS': len(found['register', 'ends[].sender_.words_.words_[][]']) // 2}


# Module -> the file of its names, and its constants.
SUBJECTS = {'router': ('names.txt', router_sizes), 'link': ('link_names.txt', link_sizes)}


def bindings(layout, module):
    """`layout`: what stepc writes by --layout."""
    file, sizes_of = SUBJECTS[module]
    names, found = wanted(HERE / file), parts_of(layout)
    for key in found:
        if key[0] == 'input' and key not in names:
            raise Failed(f'{HERE / file}: an input {key[1]} has no name')
    lines, ports = [], {}
    for (kind, path), (name, always) in names.items():
        parts = found.get((kind, path))
        if parts is None:
            if always:
                raise Failed(f'{HERE / file}: {name}: there is no {kind} {path}; follow the C++ to its new name')
            continue
        width = parts[0][1]
        lines.append(f'`define HAS_{name.upper()}')
        lines.append(f'localparam {name.upper()}_BITS = {width};')
        lines.append(f'{"(* anyseq *) reg" if kind == "input" else "wire"} [{width * len(parts) - 1}:0] {name};')
        for place, (_, _, where) in enumerate(parts):
            part = f'{name}[{place * width} +: {width}]'
            if kind in ('input', 'output'):
                ports.setdefault((where[0], kind), []).append((where[1], width, part))
            else:
                lines.append(f'(* hierconn *) wire [{width - 1}:0] \\dut.{where} ;')
                lines.append(f'assign {part} = \\dut.{where} ;')
    connections = ['.clk(clk)', '.rst(rst)']
    for (port, kind), fields in ports.items():
        fields.sort(reverse=True)
        if kind == 'input':
            connections.append(f'.{port}({{{", ".join(part for _, _, part in fields)}}})')
            continue
        lines.append(f'wire [{fields[0][0] + fields[0][1] - 1}:0] port_{port};')
        lines += [f'assign {part} = port_{port}[{bit} +: {width}];' for bit, width, part in fields]
        connections.append(f'.{port}(port_{port})')
    sizes = [f'{name} = {value}' for name, value in sizes_of(found, layout).items()]
    return '\n'.join([f'localparam {", ".join(sizes)};', *lines, f'{module} dut({", ".join(connections)});', ''])
