// Queues: none overflows or runs empty below zero, their flags are right, and stop comes in time. All of it is what holds
// in every cycle and follows from itself one cycle before (inductive); the other proofs stand on it.
localparam STOP = HOP + 2 + TRIP;  // network::stop_latency
wire [D*Q-1:0] count_right, flags_right;
wire [D-1:0] eject_right, own_right, in_time, own_in_time, eject_flow;
// A ring of a power of two holds n packets, from first on, and the next one goes to last.
`define RING(n, first, last, depth) (n <= depth && ((first + n - last) & (depth - 1)) == 0)
generate
  for (i = 0; i < D * Q; i = i + 1) begin : crosspoint
    wire [COUNT_BITS-1:0] n = count[i*COUNT_BITS+:COUNT_BITS];
    assign count_right[i] = `RING(n, first[i*FIRST_BITS+:FIRST_BITS], last[i*FIRST_BITS+:FIRST_BITS], DEPTH);
    assign flags_right[i] = waiting[i] == (n != 0) && filling[i] == (n > DEPTH - STOP);
  end
  for (i = 0; i < D; i = i + 1) begin : stream
    wire [EJECT_COUNT_BITS-1:0] n = eject_count[i*EJECT_COUNT_BITS+:EJECT_COUNT_BITS];
    wire [OWN_COUNT_BITS-1:0] own = own_count[i*OWN_COUNT_BITS+:OWN_COUNT_BITS];
    assign eject_right[i] = `RING(n, eject_first[i*EJECT_FIRST_BITS+:EJECT_FIRST_BITS],
                                  eject_last[i*EJECT_FIRST_BITS+:EJECT_FIRST_BITS], EJECT_DEPTH);
    assign own_right[i] = `RING(own, own_first[i*OWN_FIRST_BITS+:OWN_FIRST_BITS],
                                own_last[i*OWN_FIRST_BITS+:OWN_FIRST_BITS], OWN_DEPTH);
    assign eject_flow[i] = n == 0 || eject_valid[i];
    // Whoever may still send finds room: two more where go has just been said, one where it was said a cycle before, and
    // as many more as there are cycles of wires. What is held before a queue needs room too.
    assign own_in_time[i] = own + (own_go[i] ? 2 : own_go_before[i]) <= OWN_DEPTH;
    integer to_come;
    integer said;
    always @* begin
      to_come = 0;
      for (said = TRIP; said >= 0; said = said - 1) if (out_went[said*D+i]) to_come = TRIP + 1 - said;
      if (out_go[i]) to_come = TRIP + 2;
    end
    wire [D-1:0] behind;
    for (o = 0; o < D; o = o + 1) begin : out
      if (o == i) begin : memory
        assign behind[o] = n + (HOP == 2 && arrival_deliver[i]) + to_come <= EJECT_DEPTH;
      end else begin : link
        localparam X = o * Q + (i < o ? i : i - 1);
        assign behind[o] = count[X*COUNT_BITS+:COUNT_BITS] + (HOP == 2 && arriving[X]) + to_come <= DEPTH;
      end
    end
    assign in_time[i] = &behind;
  end
endgenerate
always @* begin
  queue_fits: assert (rst || &count_right);
  queue_flags: assert (rst || &flags_right);
  ejector_fits: assert (rst || &eject_right);
  ejector_flows: assert (rst || &eject_flow);
  own_queue_fits: assert (rst || &own_right);
  stop_in_time: assert (rst || &in_time);
  own_stop_in_time: assert (rst || &own_in_time);
`ifdef HAS_LOST
  none_lost: assert (rst || (lost == 0 && eject_lost == 0));
`endif
  queue_fills: cover (!rst && count[0+:COUNT_BITS] == DEPTH);
  ejector_fills: cover (!rst && eject_count[0+:EJECT_COUNT_BITS] == EJECT_DEPTH);
  own_queue_fills: cover (!rst && own_count[0+:OWN_COUNT_BITS] == OWN_DEPTH);
end
