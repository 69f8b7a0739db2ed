// Ports: a grant goes to one crosspoint and only to one that asks; a port sends where it has something, its neighbour says
// go and the gate lets it, and only there.
wire [D-1:0] own_waits, asks, allowed;
generate
  for (o = 0; o < D; o = o + 1) begin : asking
    assign own_waits[o] = own_count[o*OWN_COUNT_BITS+:OWN_COUNT_BITS] != 0;
    assign asks[o] = own_waits[o] || (waiting[o*Q+:Q] | arriving[o*Q+:Q]) != 0;
  end
endgenerate
`ifdef HAS_GATE_PORT
// The gate's modes (firmware/node/registers.hpp, GateMode): 1 greedy, 2 windows, 3 parity, 4 counting.
wire odd_turn = gate_parity[$bits(gate_parity)-1];
reg [D-1:0] gate_allows;
integer bit_of;
always @* begin
  gate_allows = ~0;
  case (mode)
    1: gate_allows = (asks & in_go) & (~(asks & in_go) + 1'b1);
    2: gate_allows = 1 << gate_port;
    3: if (^address != odd_turn) gate_allows = 0;
    4: begin
      gate_allows = 0;
      for (bit_of = 0; bit_of < D; bit_of = bit_of + 1) if (gate_to_go[bit_of]) gate_allows = 1 << bit_of;
    end
  endcase
end
assign allowed = gate_allows & in_go;
wire one_port_mode = mode == 1 || mode == 2 || mode == 4;
`else
assign allowed = in_go;
wire one_port_mode = 0;
`endif

// Values of the cycle before.
reg [D-1:0] had_to_send, had_go, had_own;
reg [D*Q-1:0] had_waiting, had_asking;
reg [D*Q*FIRST_BITS-1:0] had_first;
reg [D*OWN_FIRST_BITS-1:0] had_own_first;
reg had_start, had_rst, had_one_port_mode;
always @(posedge clk) begin
  had_to_send <= asks & allowed;
  had_go <= in_go;
  had_own <= own_waits;
  had_waiting <= waiting;
  had_asking <= waiting | arriving;
  had_first <= first;
  had_own_first <= own_first;
  had_start <= start;
  had_one_port_mode <= one_port_mode;
  had_rst <= rst;
end

wire [D-1:0] one_grant, grant_asked, one_leaves;
generate
  for (o = 0; o < D; o = o + 1) begin : sent
    wire [Q-1:0] grant = last_grant[o*Q+:Q], popped;
    for (q = 0; q < Q; q = q + 1) begin : from
      localparam X = o * Q + q;
      assign popped[q] = first[X*FIRST_BITS+:FIRST_BITS] != had_first[X*FIRST_BITS+:FIRST_BITS];
    end
    wire own_left = own_first[o*OWN_FIRST_BITS+:OWN_FIRST_BITS] != had_own_first[o*OWN_FIRST_BITS+:OWN_FIRST_BITS];
    wire transit_left = out_valid[o] && !own_left;
    assign one_grant[o] = (grant & (grant - 1'b1)) == 0;
    assign one_leaves[o] = (popped & (popped - 1'b1)) == 0 && !(popped != 0 && own_left) &&
                           (out_valid[o] || (popped == 0 && !own_left)) && (!own_left || had_own[o]);
    // The start strobe takes the turn away: then only the queues tell.
    assign grant_asked[o] = (popped & ~had_waiting[o*Q+:Q]) == 0 &&
                            (!transit_left || had_asking[o*Q+:Q] != 0) &&
                            (!transit_left || had_start ||
                             ((grant & had_asking[o*Q+:Q]) != 0 && popped == (grant & had_waiting[o*Q+:Q])));
  end
endgenerate
wire settled = !rst && !had_rst;
always @* begin
  grant_is_one: assert (rst || &one_grant);
  one_packet_leaves: assert (!settled || &one_leaves);
  grants_who_asks: assert (!settled || &grant_asked);
  work_is_conserved: assert (!settled || (had_to_send & ~out_valid) == 0);
  sends_on_go: assert (!settled || (out_valid & ~had_go) == 0);
  sends_as_allowed: assert (!settled || (out_valid & ~had_to_send) == 0);
  own_leave: cover (settled && one_leaves && out_valid == {D{1'b1}} && had_own == {D{1'b1}});
  transit_leaves: cover (settled && out_valid == {D{1'b1}} && had_own == 0 && had_waiting == 0);
`ifdef HAS_GATE_PORT
  one_port: assert (!settled || !had_one_port_mode || (out_valid & (out_valid - 1'b1)) == 0);
  one_port_holds_back: cover (settled && had_one_port_mode && out_valid != 0 && (asks & in_go) == {D{1'b1}});
`endif
end
