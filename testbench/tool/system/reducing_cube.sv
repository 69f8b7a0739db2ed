// SPDX-License-Identifier: Apache-2.0
// Four nodes of the 2-cube add vectors of PACKETS packets (allreduce). Registers and memories begin
// with unknown values. Each line of writes.hex is a register write: node, address, value.
`default_nettype none

module reducing_cube;
  parameter WRITES = 1;
  parameter PACKETS = 1;

  reg clk = 1'b0;
  reg rst = 1'b1;
  reg start = 1'b0;
  reg [67:0] writes [0:WRITES-1];
  reg [67:0] now = 68'd0;
  reg writing = 1'b0;
  wire [90:0] link [0:7];  // 2 n + k: what node n drives through port k
  wire [3:0] done;
  integer right = 0;
  integer wrong = 0;

  function [63:0] contribution(input [1:0] node, input [15:0] sequence_);
    contribution = (64'd1 << (8 * node + 32)) + 1000 * node + 7 * sequence_;
  endfunction
  function [63:0] total(input [15:0] sequence_);
    total = contribution(0, sequence_) + contribution(1, sequence_) + contribution(2, sequence_) +
            contribution(3, sequence_);
  endfunction

  genvar n, k;
  generate
    for (n = 0; n < 4; n = n + 1) begin : site
      wire [28:0] fetch [0:3];  // sequence, source, destination, tree, rule, valid, combined, is_second
      wire [63:0] payload [0:3];
      wire [89:0] eject [0:1];  // payload, sequence, source, destination, tree, rule, valid
      reg [63:0] sums [0:PACKETS-1];
      node_d2_w64_gated_integers node (
        .clk(clk), .rst(rst), .links_0(link[2 * (n ^ 1)]), .links_1(link[2 * (n ^ 2) + 1]),
        .links_0_out(link[2 * n]), .links_1_out(link[2 * n + 1]),
        .payloads_0(payload[0]), .payloads_1(payload[1]), .payloads_2(payload[2]), .payloads_3(payload[3]),
        .fetches_0(fetch[0]), .fetches_1(fetch[1]), .fetches_2(fetch[2]), .fetches_3(fetch[3]),
        .ejects_0(eject[0]), .ejects_1(eject[1]), .eject_ready(2'b11),
        .access({now[63:0], writing && now[65:64] == n, 1'b0}), .start(start), .answer(), .done(done[n])
      );
      for (k = 0; k < 4; k = k + 1) begin : stream
        assign payload[k] = fetch[k][2:0] == 3'b001 ? sums[fetch[k][28:13]] : contribution(n, fetch[k][28:13]);
      end
      for (k = 0; k < 2; k = k + 1) begin : port
        always @(posedge clk) begin
          if (start === 1'b0 && !rst && eject[k][0] !== 1'b0) begin
            sums[eject[k][25:10]] <= eject[k][89:26];
            if (eject[k][0] === 1'b1 && eject[k][89:26] === total(eject[k][25:10])) right = right + 1;
            else wrong = wrong + 1;
          end
        end
      end
    end
  endgenerate

  always #5 clk = !clk;

  // All that the testbench drives changes at falling edges.
  integer i;
  initial begin
    $readmemh("writes.hex", writes);
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (i = 0; i < WRITES; i = i + 1) begin
      now = writes[i];
      writing = 1'b1;
      @(negedge clk);
    end
    writing = 1'b0;
    start = 1'b1;
    @(negedge clk);
    start = 1'b0;
    for (i = 0; i < 200 && done !== 4'hf; i = i + 1) @(negedge clk);
    if (done !== 4'hf) $display("the nodes are not done");
    $display("%0d sums are right, %0d wrong", right, wrong);
    $finish;
  end
endmodule

`default_nettype wire
