// The board's pins around board.sv: a reset when the power comes, and when the host asks for one. Block RAM may not be
// used in the first cycles after the configuration.
`default_nettype none

module cubecast_board (
  input  wire clk,
  input  wire rx,
  output wire tx,
  output wire [7:0] leds  // the done nodes, damaged request, 0, 0, power
);
  reg [5:0] since_reset = 6'd0;
  wire running = &since_reset;
  wire [3:0] done;
  wire damaged;
  wire restart;
  wire line;

  always @(posedge clk) begin
    if (restart && running) since_reset <= 6'd0;
    else if (!running) since_reset <= since_reset + 6'd1;
  end

  board board (
    .clk(clk),
    .rst(!running),
    .rx(rx),
    .tx(line),
    .done(done),
    .damaged(damaged),
    .restart(restart)
  );
  assign tx = line;
  assign leds = {running, 2'b00, damaged, done};
endmodule

`default_nettype wire
