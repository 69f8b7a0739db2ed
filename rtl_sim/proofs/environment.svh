// The router under proof and what is around it; every proof of a router begins with it. Inputs are free but for the four
// assumptions at the end.
//
// A part of a vector is of one port, in-port or out-port; of crosspoints (`count`, `waiting` ...) o * Q + q is crosspoint q
// of out-port o, where packets of in-port q or, from o on, q + 1 wait.
`include "bindings.svh"

reg rst = 1;
always @(posedge clk) rst <= 0;

// The definition's answer for the packet on each link.
wire [D-1:0] route_deliver;
wire [D*D-1:0] route_ports;
wire [D*PACKET-1:0] in_packet, own_packet, out_packet, eject_packet;
wire [D-1:0] in_tree_exists, own_tree_exists;
genvar i, o, q;
`define PACKET_OF(stream) {stream``_payload[i*PAYLOAD+:PAYLOAD], stream``_sequence[i*SEQUENCE+:SEQUENCE], \
    stream``_source[i*D+:D], stream``_destination[i*D+:D], stream``_tree[i*TREE+:TREE], stream``_rule[i*3+:3]}
localparam PAYLOAD = IN_PAYLOAD_BITS, SEQUENCE = IN_SEQUENCE_BITS, TREE = IN_TREE_BITS;
generate
  for (i = 0; i < D; i = i + 1) begin : port
    assign in_packet[i*PACKET+:PACKET] = `PACKET_OF(in);
    assign own_packet[i*PACKET+:PACKET] = `PACKET_OF(own);
    assign out_packet[i*PACKET+:PACKET] = `PACKET_OF(out);
    assign eject_packet[i*PACKET+:PACKET] = `PACKET_OF(eject);
    assign in_tree_exists[i] = in_tree[i*TREE+:TREE] < D;
    wire [D-1:0] seen;
    reg [D-1:0] word;
    integer place;
    always @* begin
      word = 0;
      for (place = 0; place < 1 << D; place = place + 1) if (seen == place) word = table_words[place*D+:D];
    end
    rule_definition #(.D(D), .TREE(TREE)) definition(
        .me(address), .source(in_source[i*D+:D]), .destination(in_destination[i*D+:D]), .tree(in_tree[i*TREE+:TREE]),
        .rule(in_rule[i*3+:3]), .word(word), .ports(route_ports[i*D+:D]),
        .deliver(route_deliver[i]), .seen(seen));
  end
endgenerate

// Packets that arrive at a crosspoint or an ejector in this cycle, and the cycles of a hop: with two, what has come over a
// link in one cycle is held and arrives in the next.
wire [D*D-1:0] link_mask;
wire [D*D-1:0] link_ports = route_ports & link_mask;
wire [D-1:0] link_deliver = route_deliver & in_valid;
`ifdef HAS_HELD_PORTS
localparam HOP = 2;
wire [D*D-1:0] arrival_ports = held_ports;
wire [D-1:0] arrival_deliver = held_deliver;
reg [D*D-1:0] had_link_ports;
reg [D-1:0] had_link_deliver, had_in_valid;
reg [D*PACKET-1:0] had_in_packet;
always @(posedge clk) begin
  had_link_ports <= link_ports;
  had_link_deliver <= link_deliver;
  had_in_valid <= in_valid;
  had_in_packet <= in_packet;
end
wire [D*PACKET-1:0] held_packet;
wire [D-1:0] held_right;
generate
  for (i = 0; i < D; i = i + 1) begin : held
    assign held_packet[i*PACKET+:PACKET] = `PACKET_OF(held);
    assign held_right[i] = !held_ports[i*D+i] &&
        (had_in_valid[i] ? held_packet[i*PACKET+:PACKET] == had_in_packet[i*PACKET+:PACKET]
                         : held_ports[i*D+:D] == 0 && !held_deliver[i]);
  end
endgenerate
always @* begin
  held_is_what_came: assert (rst || &held_right);
  held_goes_its_way: assert (rst || (held_ports == had_link_ports && held_deliver == had_link_deliver));
  held_goes: cover (!rst && held_ports != 0);
end
`else
localparam HOP = 1;
wire [D*D-1:0] arrival_ports = link_ports;
wire [D-1:0] arrival_deliver = link_deliver;
`endif
wire [D*Q-1:0] arriving;
wire [D-1:0] goes_back;
generate
  for (i = 0; i < D; i = i + 1) begin : arrival
    assign link_mask[i*D+:D] = {D{in_valid[i]}};
    assign goes_back[i] = in_valid[i] && route_ports[i*D+i];
    for (o = 0; o < D; o = o + 1) begin : at
      if (i != o) assign arriving[o*Q+(i<o?i:i-1)] = arrival_ports[i*D+o];
    end
  end
endgenerate

// A link whose wires take up to LATENCY cycles each way brings a packet only where the router has said go in one of the
// 2 LATENCY + 1 cycles before, a stream of own packets only where it has a cycle before. So each link has wires of its own,
// whose delay may even change. A packet's tree is below D, and its rule does not name the port through which it comes: no
// tree's does, followed from node to node.
localparam TRIP = 2 * `LATENCY;
reg [D*(TRIP+1)-1:0] out_went;  // the cycle before is lowest
reg [D-1:0] own_go_before, may_come;
always @(posedge clk) begin
  out_went <= {out_went, out_go};
  own_go_before <= own_go;
end
integer ago;
always @* begin
  may_come = 0;
  for (ago = 0; ago <= TRIP; ago = ago + 1) may_come = may_come | out_went[ago*D+:D];
end
always @* begin
  links_obey_go: assume ((in_valid & ~(rst ? 0 : may_come)) == 0);
  own_obey_go: assume ((own_valid & ~(rst ? 0 : own_go_before)) == 0);
  trees_exist: assume (&in_tree_exists);
  none_goes_back: assume (goes_back == 0);
end
