# SPDX-License-Identifier: Apache-2.0
"""The Verilog that binds the proofs' names (rtl_sim/proofs/names.txt) to a router: its instance,
and what is in it.

A register is reached by its hierarchical name: a wire of that name with the attribute hierconn,
which Yosys joins with the register's when it flattens; words of memories likewise, once they are
registers (memory_map)."""
import re

from flow.options import Failed
from flow.tools import ROOT

NAMES = ROOT / 'rtl_sim/proofs/names.txt'


def pattern(path):
    """links[1].valid: links[].valid and [1]."""
    return re.sub(r'\[\d+\]', '[]', path), [int(index) for index in re.findall(r'\[(\d+)\]', path)]


def wanted():
    """(kind, path) -> (name, whether every router has it)."""
    found = {}
    for line in NAMES.read_text().splitlines():
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


def bindings(layout):
    """`layout`: what stepc writes by --layout."""
    names, found = wanted(), parts_of(layout)
    for key in found:
        if key[0] == 'input' and key not in names:
            raise Failed(f'{NAMES}: the router has an input {key[1]} without a name')
    lines, ports, words = [], {}, {}
    for (kind, path), (name, always) in names.items():
        parts = found.get((kind, path))
        if parts is None:
            if always:
                raise Failed(f'{NAMES}: {name}: the router has no {kind} {path}; follow the C++ to its new name')
            continue
        width = parts[0][1]
        lines.append(f'`define HAS_{name.upper()}')
        lines.append(f'localparam {name.upper()}_BITS = {width};')
        lines.append(f'{"(* anyseq *) reg" if kind == "input" else "wire"} [{width * len(parts) - 1}:0] {name};')
        if kind == 'memory':
            words[name] = parts[-1][0][-1] + 1
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
    ports_of_node = len(found['input', 'links[].go'])
    sizes = [f'D = {ports_of_node}', f'Q = {ports_of_node - 1}', f'DEPTH = {words["slots"]}',
             f'EJECT_DEPTH = {words["eject_slots"]}', f'OWN_DEPTH = {words["own_slots"]}',
             f'PACKET = {found["memory", "injections[].slots_.packets_"][0][1]}']
    return '\n'.join([f'localparam {", ".join(sizes)};', *lines, f'router dut({", ".join(connections)});', ''])
