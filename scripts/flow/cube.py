# SPDX-License-Identifier: Apache-2.0
"""A whole cube of systems (hls/soc) as one top: 2^d of them, their links and the wires of their
barriers. Port k of node n is wired to port k of node n xor 2^k.

All systems are loaded alike through `load`. Each has its own `run`, serial line and exit."""
from flow.configuration import members_of
from flow.options import BadUse
from flow.tools import run


def cube_of(name, dim, channel):
    """The SystemVerilog of the top NAME_cube, to stand behind that of the system NAME.

    `channel`: what goes over a link, as the system's output `node` has it: links, or phits with a
    link layer."""
    nodes, package = 1 << dim, f'{name}_pkg'
    lines = [f'module {name}_cube (',
             '  input  logic clk,',
             '  input  logic rst,',
             f'  input  logic [{nodes - 1}:0] run,',
             f'  input  {package}::load_t load,',
             f'  input  logic [{nodes - 1}:0] rx,',
             f'  input  logic [{nodes - 1}:0] rx_ends,',
             f'  output logic [{nodes - 1}:0] rx_ready,',
             f'  output logic [{nodes - 1}:0] tx,',
             f'  output logic [{nodes - 1}:0] exited,',
             f'  output logic [{32 * nodes - 1}:0] status',
             ');']
    for node in range(nodes):
        lines += [f'  {package}::out_t node_{node};', f'  logic [{dim - 1}:0] barrier_{node};']
    for node in range(nodes):
        neighbours = [node ^ 1 << port for port in range(dim)]
        barrier = ', '.join(f'barrier_{neighbours[port]}[{port}]' for port in reversed(range(dim)))
        lines += [f'  {name} system_{node} (',
                  *[f'    .links_{port}(node_{there}.{channel}_{port}),' for port, there in enumerate(neighbours)],
                  f'    .barrier({{{barrier}}}), .barrier_out(barrier_{node}),',
                  f"    .number({dim}'d{node}), .node(node_{node}), .clk(clk), .rst(rst), .run(run[{node}]), .load(load),",
                  f'    .rx(rx[{node}]), .rx_ends(rx_ends[{node}]), .rx_ready(rx_ready[{node}]), .tx(tx[{node}]),',
                  f'    .exited(exited[{node}]), .status(status[{32 * node} +: 32])',
                  '  );']
    return '\n'.join([*lines, 'endmodule', ''])


def rtl_of(build, name):
    """The name of the top, and the function that writes its RTL; see synth.synthesise."""
    members = members_of(build, name)
    if members['kind'] != 'soc':
        raise BadUse(f'--cube: is of systems, and the kind of {name} is {members["kind"]}; give a system, '
                     'such as soc_d1_w64_gated_stack4_mem8')

    def write(folder, log):
        run(log, build / 'cubecast', 'rtl', name, '--output', folder)
        channel = 'phits' if members['link_wires'] else 'links'
        text = (folder / f'{name}.sv').read_text() + cube_of(name, members['dim'], channel)
        (folder / f'{name}_cube.sv').write_text(text)
        (folder / f'{name}_cube.f').write_text(f'{name}_cube.sv\n')
    return f'{name}_cube', write
