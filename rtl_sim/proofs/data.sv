// Two packets, A and B, in this order from one source among any others: each leaves exactly once through every port that
// its rule names and through no other, is delivered if the rule says so, as it came, A before B, and in bounded time.
// The source `FROM`: 0 to D - 1, an in-port; D to 2 D - 1, the own packets of a port. Whatever two packets of a source
// one looks at, they can be A and B: the router does not look at payloads, of which two bits are the colour.
`default_nettype none
module proof (input wire clk);
  `include "environment.svh"
  `include "queues.svh"
  `include "sending.svh"
  localparam FROM = `FROM, COLOUR_AT = PACKET - PAYLOAD, A = 1, B = 2, OWN = FROM >= D, PORT = FROM % D;
  localparam ONLY_PLAIN = 1, COLOURED = 7;

  // Colours come from the source alone.
  wire [D*2*2-1:0] colours;
  wire [PACKET-1:0] source_packet = OWN ? own_packet[PORT*PACKET+:PACKET] : in_packet[PORT*PACKET+:PACKET];
  wire a_in = colours[FROM*2+:2] == A, b_in = colours[FROM*2+:2] == B;
  reg a_came, b_came;
  reg [PACKET-1:0] a_packet, b_packet;
  always @(posedge clk) begin
    a_came <= !rst && (a_came || a_in);
    b_came <= !rst && (b_came || b_in);
    if (a_in) a_packet <= source_packet;
    if (b_in) b_packet <= source_packet;
  end

  // In the cycle in which they arrive at the queues: that of the link, or the next one.
`ifdef HAS_HELD_PORTS
  reg a_held, b_held;
  always @(posedge clk) begin
    a_held <= !OWN && a_in;
    b_held <= !OWN && b_in;
  end
  wire a_arrives = OWN ? a_in : a_held, b_arrives = OWN ? b_in : b_held;
`else
  wire a_arrives = a_in, b_arrives = b_in;
`endif

  // Nowhere but behind the source is there a colour.
  wire [D*Q-1:0] crosspoint_plain;
  wire [D-1:0] ejector_plain, own_plain, eject_plain, out_plain;
  generate
    for (i = 0; i < D; i = i + 1) begin : colour
      assign colours[i*2+:2] = in_valid[i] ? in_packet[i*PACKET+COLOUR_AT+:2] : 0;
      assign colours[(D+i)*2+:2] = own_valid[i] ? own_packet[i*PACKET+COLOUR_AT+:2] : 0;
      assign out_plain[i] = !out_valid[i] || out_packet[i*PACKET+COLOUR_AT+:2] != 3;
      assign eject_plain[i] = !eject_valid[i] ||
          (i == FROM ? eject_packet[i*PACKET+COLOUR_AT+:2] != 3 : eject_packet[i*PACKET+COLOUR_AT+:2] == 0);
      plain #(.DEPTH(EJECT_DEPTH), .PACKET(PACKET), .COUNT(EJECT_COUNT_BITS), .FIRST(EJECT_FIRST_BITS),
              .COLOUR_AT(COLOUR_AT), .COLOURS(i == FROM ? COLOURED : ONLY_PLAIN)) ejector(
          .first(eject_first[i*EJECT_FIRST_BITS+:EJECT_FIRST_BITS]),
          .count(eject_count[i*EJECT_COUNT_BITS+:EJECT_COUNT_BITS]),
          .slots(eject_slots[i*EJECT_DEPTH*PACKET+:EJECT_DEPTH*PACKET]), .holds(ejector_plain[i]));
      plain #(.DEPTH(OWN_DEPTH), .PACKET(PACKET), .COUNT(OWN_COUNT_BITS), .FIRST(OWN_FIRST_BITS),
              .COLOUR_AT(COLOUR_AT), .COLOURS(D + i == FROM ? COLOURED : ONLY_PLAIN)) own(
          .first(own_first[i*OWN_FIRST_BITS+:OWN_FIRST_BITS]), .count(own_count[i*OWN_COUNT_BITS+:OWN_COUNT_BITS]),
          .slots(own_slots[i*OWN_DEPTH*PACKET+:OWN_DEPTH*PACKET]), .holds(own_plain[i]));
      for (q = 0; q < Q; q = q + 1) begin : in
        localparam X = i * Q + q;
        plain #(.DEPTH(DEPTH), .PACKET(PACKET), .COUNT(COUNT_BITS), .FIRST(FIRST_BITS), .COLOUR_AT(COLOUR_AT),
                .COLOURS((q < i ? q : q + 1) == FROM ? COLOURED : ONLY_PLAIN)) crosspoint(
            .first(first[X*FIRST_BITS+:FIRST_BITS]), .count(count[X*COUNT_BITS+:COUNT_BITS]),
            .slots(slots[X*DEPTH*PACKET+:DEPTH*PACKET]), .holds(crosspoint_plain[X]));
      end
    end
  endgenerate

  // The ways out of the source: through every other port and to the memory; of own packets, through their port.
  wire [D-1:0] a_expected, a_gone, a_at_out, a_waits, a_strange, a_twice, a_altered, a_lost, a_late;
  wire [D-1:0] b_expected, b_gone, b_at_out, b_waits, b_strange, b_twice, b_altered, b_lost, b_late;
  wire [D-1:0] overtaken;
  `define TRACKED(x, IS) \
    wire [N_FIRST-1:0] x``_ahead; \
    tracked #(.DEPTH(N), .PACKET(PACKET), .COUNT(N_COUNT), .FIRST(N_FIRST), .TURNS(TURNS), .COLOUR_AT(COLOUR_AT), \
              .COLOUR(IS)) x( \
        .clk(clk), .rst(rst), .enters(x``_arrives && enters), .packet(x``_packet), .first(n_first), .last(n_last), \
        .count(n), .slots(n_slots), .out_valid(n_valid), .leaves(n_leaves), .out_packet(n_packet), .serves(serves), \
        .restarts(start), .turn(turn), .expected(x``_expected[o]), .gone(x``_gone[o]), .at_out(x``_at_out[o]), \
        .waits(x``_waits[o]), .ahead(x``_ahead), .strange(x``_strange[o]), .twice(x``_twice[o]), \
        .altered(x``_altered[o]), .lost(x``_lost[o]), .late(x``_late[o]));
  generate
    for (o = 0; o < D; o = o + 1) begin : way
      localparam TO_MEMORY = o == FROM, USED = !OWN || o == PORT;
      localparam KIND_DEPTH = OWN ? OWN_DEPTH : TO_MEMORY ? EJECT_DEPTH : DEPTH;
      localparam N = KIND_DEPTH, N_FIRST = $clog2(N), N_COUNT = $clog2(N + 1), TURNS = OWN || TO_MEMORY ? 1 : Q;
      localparam X = TO_MEMORY || OWN ? 0 : o * Q + (FROM < o ? FROM : FROM - 1);
      wire [N_FIRST-1:0] n_first, n_last;
      wire [N_COUNT-1:0] n;
      wire [N*PACKET-1:0] n_slots;
      wire [PACKET-1:0] n_packet = TO_MEMORY ? eject_packet[o*PACKET+:PACKET] : out_packet[o*PACKET+:PACKET];
      wire n_valid = TO_MEMORY ? eject_valid[o] : out_valid[o] && USED;
      wire n_leaves = TO_MEMORY ? eject_ready[o] : 1'b1;
      wire enters, serves;
      reg [$clog2(TURNS+1)-1:0] turn;
      if (OWN) begin : stream
        assign n_first = own_first[PORT*OWN_FIRST_BITS+:OWN_FIRST_BITS];
        assign n_last = own_last[PORT*OWN_FIRST_BITS+:OWN_FIRST_BITS];
        assign n = own_count[PORT*OWN_COUNT_BITS+:OWN_COUNT_BITS];
        assign n_slots = USED ? own_slots[PORT*OWN_DEPTH*PACKET+:OWN_DEPTH*PACKET] : 0;
        assign enters = USED;
        assign serves = allowed[o] && !(transit_first && (waiting[o*Q+:Q] | arriving[o*Q+:Q]) != 0);
        always @* turn = 1;
      end else if (TO_MEMORY) begin : memory
        assign n_first = eject_first[o*EJECT_FIRST_BITS+:EJECT_FIRST_BITS];
        assign n_last = eject_last[o*EJECT_FIRST_BITS+:EJECT_FIRST_BITS];
        assign n = eject_count[o*EJECT_COUNT_BITS+:EJECT_COUNT_BITS];
        assign n_slots = eject_slots[o*EJECT_DEPTH*PACKET+:EJECT_DEPTH*PACKET];
        assign enters = arrival_deliver[PORT];
        assign serves = eject_ready[o] || !eject_valid[o];
        always @* turn = 1;
      end else begin : link
        assign n_first = first[X*FIRST_BITS+:FIRST_BITS];
        assign n_last = last[X*FIRST_BITS+:FIRST_BITS];
        assign n = count[X*COUNT_BITS+:COUNT_BITS];
        assign n_slots = slots[X*DEPTH*PACKET+:DEPTH*PACKET];
        assign enters = arrival_ports[PORT*D+o];
        assign serves = allowed[o] && (transit_first || !own_waits[o]);
        // Turns go round from the crosspoint behind the last one served.
        integer k;
        always @* begin
          turn = X % Q + 1;
          for (k = 0; k < Q; k = k + 1) if (last_grant[o*Q+k]) turn = (X % Q + Q - k - 1) % Q + 1;
        end
      end
      `TRACKED(a, A)
      `TRACKED(b, B)
      assign overtaken[o] = a_expected[o] && ((a_waits[o] && b_waits[o] && a_ahead >= b_ahead) ||
                                              ((b_at_out[o] || b_gone[o]) && !a_gone[o]));
    end
  endgenerate

`ifdef HAS_HELD_PORTS
  // A packet that is held keeps its colour.
  wire [PACKET-1:0] from_held = OWN ? 0 : held_packet[PORT*PACKET+:PACKET];
  wire [1:0] colour_held = !OWN && had_in_valid[PORT] ? from_held[COLOUR_AT+:2] : 0;
  reg [D-1:0] other_held;
  integer h;
  always @* begin
    for (h = 0; h < D; h = h + 1)
      other_held[h] = h != FROM && had_in_valid[h] && held_packet[h*PACKET+COLOUR_AT+:2] != 0;
    held_colours: assert (rst || (other_held == 0 && colour_held == {b_held, a_held} && colour_held != 3));
    held_intact: assert (rst || ((!a_held || from_held == a_packet) && (!b_held || from_held == b_packet)));
    held_once: assert (rst || ((!a_held || (a_came && !b_came && a_expected == 0)) &&
                               (!b_held || (b_came && b_expected == 0))));
  end
`endif

  reg [D*2*2-1:0] elsewhere;
  always @* begin
    elsewhere = colours;
    elsewhere[FROM*2+:2] = 0;
    only_from_source: assume (elsewhere == 0 && colours[FROM*2+:2] != 3);
    a_then_b: assume (!(a_in && (a_came || rst)) && !(b_in && (b_came || !a_came)));

    right_port: assert (rst || (a_strange | b_strange) == 0);
    exactly_once: assert (rst || (a_twice | b_twice | a_lost | b_lost) == 0);
    intact: assert (rst || (a_altered | b_altered) == 0);
    in_order: assert (rst || overtaken == 0);
    in_bounded_time: assert (rst || (a_late | b_late) == 0);
    // The properties above follow from these.
    came_before: assert (rst || ((a_expected == 0 || a_came) && (b_expected == 0 || b_came) && (!b_came || a_came)));
    nothing_else: assert (rst || &{crosspoint_plain, ejector_plain, own_plain, out_plain, eject_plain});

    goes_everywhere: cover (!rst && a_gone == {D{1'b1}} >> (OWN ? D - 1 : 0) << (OWN ? PORT : 0));
    b_follows: cover (!rst && (b_gone & a_gone) != 0);
    both_wait: cover (!rst && (a_waits & b_waits) != 0);
  end
endmodule
