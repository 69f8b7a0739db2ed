// The rules for the sender of an AXI4-Stream (IHI 0051, section 2.2): it offers nothing after a
// cycle of reset, and a word that it offers stays the same until it is taken. Instantiate it beside
// a stream in a simulation (Verilator with --assert, Icarus), or in a proof (Yosys, read_verilog
// -formal). CONTENT: bits of tdata, tuser and all other signals of a word.
`default_nettype none

module axi_stream_rules #(
  parameter CONTENT = 32
) (
  input wire aclk,
  input wire aresetn,
  input wire [CONTENT-1:0] content,
  input wire tvalid,
  input wire tready
);
  reg was_reset = 1'b0;
  reg was_open = 1'b0;
  reg [CONTENT-1:0] last;

  always @(posedge aclk) begin
    was_reset <= !aresetn;
    was_open <= aresetn && tvalid && !tready;
    last <= content;
`ifdef FORMAL
    if (was_reset) idle: assert (!tvalid);
    if (aresetn && was_open) stays: assert (tvalid && content == last);
`else
    if (was_reset) assert (!tvalid) else $error("%m: something is offered in reset");
    if (aresetn && was_open) assert (tvalid) else $error("%m: what was offered is taken back");
    if (aresetn && was_open) assert (content === last) else $error("%m: what was offered has changed");
`endif
  end
endmodule

`default_nettype wire
