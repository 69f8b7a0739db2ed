// Two nodes on unrelated clocks send each other PACKETS packets through link_stream and asynchronous FIFOs: over a medium that
// is always ready, and over one that damages words, between memories that pause. The second node starts later than the first,
// also behind its packets. Every packet comes once, with its content.
`timescale 1ns / 1ps
`default_nettype none

module testbench;
  localparam PACKETS = 100;

  reg aresetn = 1'b0;
  reg pauses = 1'b0;
  reg errs = 1'b0;
  reg clear = 1'b1;
  reg [1:0] started = 2'b00;
  wire [1:0] clocks, up, done;
  wire [72:0] sent [0:1];
  wire [72:0] received [0:1];
  wire [1:0] sent_valid, sent_ready, received_valid, received_ready;
  integer right [0:1];
  integer wrong [0:1];

  site #(.ME(0), .PACKETS(PACKETS), .HALF_PERIOD(2.5)) first (
    .aresetn(aresetn), .pauses(pauses), .clear(clear), .started(started[0]), .aclk(clocks[0]), .up(up[0]), .done(done[0]),
    .right(right[0]), .wrong(wrong[0]), .m_word(sent[0]), .m_tvalid(sent_valid[0]), .m_tready(sent_ready[0]),
    .s_word(received[0]), .s_tvalid(received_valid[0]), .s_tready(received_ready[0])
  );
  site #(.ME(1), .PACKETS(PACKETS), .HALF_PERIOD(3.217)) second (
    .aresetn(aresetn), .pauses(pauses), .clear(clear), .started(started[1]), .aclk(clocks[1]), .up(up[1]), .done(done[1]),
    .right(right[1]), .wrong(wrong[1]), .m_word(sent[1]), .m_tvalid(sent_valid[1]), .m_tready(sent_ready[1]),
    .s_word(received[1]), .s_tvalid(received_valid[1]), .s_tready(received_ready[1])
  );
  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : way
      async_fifo #(.WIDTH(73)) fifo (
        .s_aclk(clocks[i]), .s_aresetn(aresetn), .s_word(sent[i]), .s_tvalid(sent_valid[i]), .s_tready(sent_ready[i]),
        .m_aclk(clocks[1-i]), .m_aresetn(aresetn), .errs(errs), .m_word(received[1-i]), .m_tvalid(received_valid[1-i]),
        .m_tready(received_ready[1-i])
      );
    end
  endgenerate

  integer failures = 0;
  integer waited;
  realtime begun;
  task run(input integer most, input integer later);
    begin
      clear = 1'b1;
      started = 2'b00;
      repeat (8) @(negedge clocks[1]);
      clear = 1'b0;
      first.load;
      second.load;
      begun = $realtime;
      started = 2'b01;
      repeat (later) @(negedge clocks[1]);
      started = 2'b11;
      repeat (8) @(negedge clocks[1]);
      for (waited = 0; waited < most && !(&done && right[0] + wrong[0] >= PACKETS && right[1] + wrong[1] >= PACKETS); waited = waited + 1)
        @(negedge clocks[1]);
      if (!(&done)) failures = failures + 1;
      if (right[0] != PACKETS || right[1] != PACKETS || wrong[0] + wrong[1] != 0) failures = failures + 1;
      $display("%0d and %0d packets right, %0d wrong, in %0.0f ns", right[0], right[1], wrong[0] + wrong[1], $realtime - begun);
    end
  endtask

  initial begin
    repeat (4) @(negedge clocks[1]);
    aresetn = 1'b1;
    repeat (3000) if (up != 2'b11) @(negedge clocks[1]);
    if (up != 2'b11) begin
      $display("FAILED: the ends do not hear one another");
      failures = failures + 1;
    end
    run(4000, 0);
    pauses = 1'b1;
    errs = 1'b1;
    run(60000, 400);
    if (failures == 0) $display("PASSED");
    else $display("FAILED: packets are missing or wrong");
    $finish;
  end
endmodule

`default_nettype wire
