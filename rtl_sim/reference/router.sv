// A router of the same function as hls/router, all-port, written by hand for D dimensions: the yardstick for the area of
// the generated one, which it equals in every output in every cycle (rtl_sim/reference/reference_test.cpp).
// Flits, control and streams are laid out as the generated top's; port k is slice k. Cycle by cycle:
//   arriving flits are decoded -> crosspoint queues (i, o) and ejectors; each out-port grants its own packet or, round
//   robin, an arriving or waiting one -> link register.
`default_nettype none

// In-port: which ports a packet leaves through from here, and whether it is for this node (docs/theory/algorithms.md).
module reference_rules #(parameter int D = 3, parameter int T = $clog2(D)) (
  input  logic [D-1:0] me, source, destination, table_children,
  input  logic [T-1:0] tree,
  input  logic [2:0]   rule,
  output logic [D-1:0] relative, ports,
  output logic         deliver
);
  function automatic [D-1:0] rotate_right(input [D-1:0] x, input [T-1:0] by);
    reg [2*D-1:0] twice;
    twice = {x, x} >> by;
    rotate_right = twice[D-1:0];
  endfunction
  function automatic [D-1:0] highest(input [D-1:0] x);
    highest = 0;
    for (int k = 0; k < D; k++) if (x[k]) highest = 1 << k;
  endfunction
  function automatic [D-1:0] above(input [D-1:0] x);  // zeroes above the highest 1
    above = {D{1'b1}};
    for (int k = 0; k < D; k++) if (x[k]) above = {D{1'b1}} << (k + 1);
  endfunction
  function automatic [D-1:0] gray_step(input [D-1:0] x);  // one-hot port to the next node of the Gray path
    reg [D-1:0] rank;
    for (int k = 0; k < D; k++) rank[k] = ^(x >> k);
    gray_step = ~rank & (rank + 1'b1);
  endfunction
  function automatic [T-1:0] base(input [D-1:0] x);  // right rotations that minimise x
    base = 0;
    for (int j = 1; j < D; j++) if (rotate_right(x, j) < rotate_right(x, base)) base = j;
  endfunction
  function automatic [D-1:0] sbnt(input [D-1:0] c);  // zeroes up to the next 1, right of the base, that keep the base
    reg [D-1:0] zeroes;
    reg [2*D-1:0] twice;
    zeroes = above(rotate_right(c, base(c)));
    twice = {zeroes, zeroes} << base(c);
    zeroes = twice[2*D-1:D];
    sbnt = 0;
    for (int m = 0; m < D; m++) if (zeroes[m] && base(c ^ (1 << m)) == base(c)) sbnt[m] = 1;
    if (c == 0) sbnt = {D{1'b1}};
  endfunction

  // Constant tables: children by tree rule and relative address.
  wire [D-1:0] trees [0:4*2**D-1];
  for (genvar c = 0; c < 2**D; c++) begin : address
    wire [D-1:0] a = c;
    assign trees[c]          = above(a);                                                            // SBT
    assign trees[2**D + c]   = c == 0 ? 1 : a[0] ? above(a) | (c != 1 ? 1'b1 : 1'b0) : 0;           // nESBT
    assign trees[2*2**D + c] = sbnt(a);                                                             // SBnT
    assign trees[3*2**D + c] = gray_step(a);                                                        // Gray path
  end

  wire [D-1:0] to_go = rotate_right(me ^ destination, tree);
  wire [D-1:0] up = rule[0] ? to_go & -to_go : highest(to_go);
  wire [D-1:0] step = gray_step(me) == 0 ? 1 << (D - 1) : gray_step(me);
  wire [1:0] tree_rule = rule[1:0] - 2'd2;
  wire [D-1:0] turned = rule == 7 ? table_children : rule < 2 ? up : trees[{tree_rule, relative}];
  wire [2*D-1:0] turned_back = {turned, turned} << tree;
  assign relative = rotate_right(me ^ source, tree);
  assign ports = rule != 6 ? turned_back[2*D-1:D] : (me ^ step) == source ? 0 : step;
  assign deliver = rule >= 2 || me == destination;
endmodule

// A queue with registered flags, made beside the adder of the count: `waiting` says that a packet is at its head, `filling`
// leaves room for what comes until the sender has stopped (STOP: the stop latency of hls/network/link.hpp).
module reference_queue #(
  parameter int W = 8, parameter int STOP = 3, parameter int DEPTH = 2 ** $clog2(STOP + 1), parameter int A = $clog2(DEPTH)
) (
  input  logic         clk, rst, push, pop,
  input  logic [W-1:0] in,
  output logic [W-1:0] head,
  output logic         waiting, filling
);
  logic [W-1:0] slots [0:DEPTH-1];
  logic [A-1:0] first, last;
  logic [A:0] count;
  assign head = slots[first];
  always_ff @(posedge clk) if (push && !rst) slots[last] <= in;
  always_ff @(posedge clk)
    if (rst) {first, last, count, waiting, filling} <= 0;
    else begin
      if (pop) first <= first + 1'b1;
      if (push) last <= last + 1'b1;
      if (push != pop) begin
        count <= push ? count + 1'b1 : count - 1'b1;
        waiting <= push || count != 1;
        filling <= push ? filling || count == DEPTH - STOP : filling && count != DEPTH - STOP + 1;
      end
    end
endmodule

module reference_router #(
  parameter int D = 3, parameter int STOP = 3, parameter int PAYLOAD = 32, parameter int DEPTH = 4,
  parameter int T = $clog2(D), parameter int P = PAYLOAD + 16 + 2 * D + T + 3,
  parameter int F = P + 1, parameter int L = F + 1  // flit = {packet, valid}, link = {flit, go}
) (
  input  logic               clk, rst,
  input  logic [D-1:0]       address,
  input  logic               transit_first, start,
  input  logic [D-1:0]       children_address, children,
  input  logic               children_write,
  input  logic [D*L-1:0]     links,
  input  logic [D*F-1:0]     injects,
  input  logic [D-1:0]       eject_ready,
  output logic [D*L-1:0]     links_out,
  output logic [D*F-1:0]     ejects,
  output logic [D-1:0]       inject_go
);
  function automatic [D-1:0] lowest(input [D-1:0] x);  // without carries, as up_to_highest
    for (int k = 0; k < D; k++) lowest[k] = x[k] && (x & ((1 << k) - 1)) == 0;
  endfunction
  function automatic [D-1:0] up_to_highest(input [D-1:0] x);
    for (int k = 0; k < D; k++) up_to_highest[k] = (x >> k) != 0;
  endfunction

  logic [D-1:0] children_of [0:2**D-1];
  always_ff @(posedge clk) if (children_write && !rst) children_of[children_address] <= children;

  wire [D*D-1:0] to_port, full;  // [D * o + i]: from in-port i to out-port o
  wire [D-1:0] eject_full, inject_full;
  logic [D-1:0] go_out;
  for (genvar i = 0; i < D; i++) begin : in_port
    wire [P-1:0] packet = links[L*i+2 +: P];
    wire [D-1:0] relative, ports, stopped;
    wire deliver;
    wire valid = links[L*i+1];
    wire arriving = valid && deliver;
    reference_rules #(D) rules (.me(address), .source(packet[T+D+3 +: D]), .destination(packet[T+3 +: D]),
                                .table_children(children_of[relative]), .tree(packet[3 +: T]), .rule(packet[2:0]), .*);
    for (genvar o = 0; o < D; o++) begin : target
      assign to_port[D*o+i] = valid && ports[o];
      assign stopped[o] = full[D*o+i];
    end

    logic [P-1:0] eject;
    logic eject_valid;
    wire [P-1:0] head;
    wire waiting;
    wire free = !eject_valid || eject_ready[i];
    reference_queue #(P, STOP) queue (.push(arriving && !(free && !waiting)), .pop(free && waiting), .in(packet),
                                .filling(eject_full[i]), .*);
    always_ff @(posedge clk)
      if (rst) {eject, eject_valid} <= 0;
      else if (free) begin
        eject_valid <= waiting || arriving;
        if (waiting || arriving) eject <= waiting ? head : packet;
      end
    assign ejects[F*i +: F] = {eject, eject_valid};
    always_ff @(posedge clk) go_out[i] <= rst || !(eject_full[i] || |stopped);
  end

  for (genvar o = 0; o < D; o++) begin : out_port
    wire [P-1:0] own;
    wire own_waiting;
    wire go = links[L*o];
    wire [D-1:0] waiting;
    wire [D-1:0] arriving = to_port[D*o +: D] & ~(1 << o);
    wire [D-1:0] requests = waiting | arriving;
    wire own_is_next = own_waiting && !(transit_first && requests != 0);
    wire own_leaves = go && own_is_next;
    logic [D-1:0] last;
    wire [D-1:0] after = requests & ~up_to_highest(last);
    wire [D-1:0] grant = go && (!own_waiting || transit_first) ? lowest(after != 0 ? after : requests) : 0;
    // The last in-port is the default; the packet is ignored unless `valid` is set.
    localparam int LAST = o == D - 1 ? D - 2 : D - 1;
    wire [D-1:0] others = grant & ~(1 << LAST);
    wire [D*P-1:0] offered;
    for (genvar i = 0; i < D; i++) begin : crosspoint
      wire [P-1:0] head;
      wire [P-1:0] in = links[L*i+2 +: P];
      if (i == o) assign {waiting[i], full[D*o+i], offered[P*i +: P]} = 0;
      else begin
        reference_queue #(P, STOP, DEPTH) queue (.push(arriving[i] && (waiting[i] || !grant[i])), .pop(grant[i] && waiting[i]),
                                           .waiting(waiting[i]), .filling(full[D*o+i]), .*);
        assign offered[P*i +: P] = waiting[i] ? head : in;
      end
    end
    reference_queue #(P, STOP) inject (.push(injects[F*o]), .pop(own_leaves), .in(injects[F*o+1 +: P]), .head(own),
                                 .waiting(own_waiting), .filling(inject_full[o]), .*);
    logic [P-1:0] next;
    always_comb begin
      next = own_is_next ? own : offered[P*LAST +: P];
      for (int i = 0; i < D; i++) if (others[i]) next = offered[P*i +: P];
    end
    logic [P:0] link;
    always_ff @(posedge clk) begin
      link <= rst ? 0 : {next, own_leaves || grant != 0};
      last <= rst || start ? 0 : grant != 0 ? grant : last;
      inject_go[o] <= rst || !inject_full[o];
    end
    assign links_out[L*o +: L] = {link, go_out[o]};
  end
endmodule
