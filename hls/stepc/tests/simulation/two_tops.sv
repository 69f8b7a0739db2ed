// One FIFO (hls/stepc/examples) from two runs of stepc, under two names: their modules and types do not meet.
module two_tops (
  input  logic        clk, rst, valid, ready,
  input  logic [36:0] packet,
  output logic [36:0] packet_a, packet_b,
  output logic        valid_a, valid_b, full_a, full_b
);
  twin_a a (.clk, .rst, .valid, .ready, .packet, .packet_out(packet_a), .valid_out(valid_a), .full(full_a));
  twin_b b (.clk, .rst, .valid, .ready, .packet, .packet_out(packet_b), .valid_out(valid_b), .full(full_b));
endmodule
