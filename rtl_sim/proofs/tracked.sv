// One coloured packet on its way through one queue and the register behind it: what goes wrong with it. In the queue it is
// followed by its slot; `ahead` packets leave before it.
//
// Delivery: the packet waits for no more than DEPTH * TURNS cycles in which the port serves (`serves`): each brings either
// a turn nearer, `turn` of TURNS, or a packet of this queue to its end.
`default_nettype none
module tracked #(
    parameter DEPTH = 8, PACKET = 26, COUNT = 4, FIRST = 3, TURNS = 1, COLOUR_AT = 24, COLOUR = 1
) (
    input wire clk, rst,
    input wire enters,  // the queue, or the register at once
    input wire [PACKET-1:0] packet,  // as it came, from the next cycle on
    input wire [FIRST-1:0] first, last,
    input wire [COUNT-1:0] count,
    input wire [DEPTH*PACKET-1:0] slots,
    input wire out_valid, leaves,
    input wire [PACKET-1:0] out_packet,
    input wire serves, restarts,
    input wire [$clog2(TURNS+1)-1:0] turn,  // 1: next
    output reg expected, gone,  // it is to come through here, and has come and gone
    output wire at_out, waits,
    output wire [FIRST-1:0] ahead,
    output wire strange, twice, altered, lost, late);
  localparam BOUND = DEPTH * TURNS;
  reg [FIRST-1:0] slot;
  reg [$clog2(BOUND+1)-1:0] waited;
  reg restarted;
  wire [DEPTH-1:0] copies, is_whole;
  assign at_out = out_valid && out_packet[COLOUR_AT+:2] == COLOUR;
  assign waits = expected && !gone && !at_out;
  assign ahead = slot - first;
  always @(posedge clk) begin
    if (rst) begin
      expected <= 0;
      gone <= 0;
    end else begin
      if (enters) expected <= 1;
      if (at_out && leaves) gone <= 1;
    end
    if (enters) begin
      slot <= last;
      waited <= 0;
      restarted <= 0;
    end else begin
      if (waits && serves) waited <= waited + 1'b1;
      if (waits && restarts) restarted <= 1;
    end
  end
  genvar k;
  generate
    for (k = 0; k < DEPTH; k = k + 1) begin : each_slot
      wire [FIRST-1:0] place = k - first;
      assign copies[k] = place < count && slots[k*PACKET+COLOUR_AT+:2] == COLOUR;
      assign is_whole[k] = slot == k && slots[k*PACKET+:PACKET] == packet;
    end
  endgenerate
  assign strange = (at_out || gone) && !expected;
  assign twice = (at_out && gone) || copies != (waits ? 1 << slot : 0);
  assign altered = at_out && out_packet != packet;
  assign lost = waits && !(ahead < count && is_whole != 0);
  assign late = waits && !restarted && waited + ahead * TURNS + turn > BOUND;
endmodule
