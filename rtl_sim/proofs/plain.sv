// A queue that holds packets of certain colours only: bit c of COLOURS.
`default_nettype none
module plain #(parameter DEPTH = 8, PACKET = 26, COUNT = 4, FIRST = 3, COLOUR_AT = 24, COLOURS = 1) (
    input wire [FIRST-1:0] first,
    input wire [COUNT-1:0] count,
    input wire [DEPTH*PACKET-1:0] slots,
    output wire holds);
  wire [DEPTH-1:0] other;
  genvar k;
  generate
    for (k = 0; k < DEPTH; k = k + 1) begin : each_slot
      wire [FIRST-1:0] place = k - first;
      wire [3:0] allowed = COLOURS;
      assign other[k] = place < count && !allowed[slots[k*PACKET+COLOUR_AT+:2]];
    end
  endgenerate
  assign holds = other == 0;
endmodule
