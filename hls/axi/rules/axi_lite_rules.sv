// The rules for an AXI4-Lite slave (IHI 0022, sections A3.2 and A3.3): its answers keep the rules
// of streams, and each belongs to a write whose address and data, or to a read whose address, it
// has taken before. It needs axi_stream_rules.sv, which says how to use both. The master may leave
// up to 15 accesses of a kind unanswered.
`default_nettype none

module axi_lite_rules (
  input wire aclk,
  input wire aresetn,
  input wire awvalid,
  input wire awready,
  input wire wvalid,
  input wire wready,
  input wire [1:0] bresp,
  input wire bvalid,
  input wire bready,
  input wire arvalid,
  input wire arready,
  input wire [31:0] rdata,
  input wire [1:0] rresp,
  input wire rvalid,
  input wire rready,
  // Addresses and data that have been taken and not yet answered
  output reg [3:0] write_addresses,
  output reg [3:0] write_data,
  output reg [3:0] read_addresses
);
  axi_stream_rules #(.CONTENT(2)) write_answers (
    .aclk(aclk), .aresetn(aresetn), .content(bresp), .tvalid(bvalid), .tready(bready)
  );
  axi_stream_rules #(.CONTENT(34)) read_answers (
    .aclk(aclk), .aresetn(aresetn), .content({rresp, rdata}), .tvalid(rvalid), .tready(rready)
  );

  initial begin
    write_addresses = 4'd0;
    write_data = 4'd0;
    read_addresses = 4'd0;
  end

  always @(posedge aclk) begin
    if (!aresetn) begin
      write_addresses <= 4'd0;
      write_data <= 4'd0;
      read_addresses <= 4'd0;
    end else begin
      write_addresses <= write_addresses + (awvalid && awready) - (bvalid && bready);
      write_data <= write_data + (wvalid && wready) - (bvalid && bready);
      read_addresses <= read_addresses + (arvalid && arready) - (rvalid && rready);
`ifdef FORMAL
      if (bvalid) write_was_asked: assert (write_addresses != 4'd0 && write_data != 4'd0);
      if (rvalid) read_was_asked: assert (read_addresses != 4'd0);
`else
      if (bvalid) assert (write_addresses != 4'd0) else $error("%m: an answer to a write without an address");
      if (bvalid) assert (write_data != 4'd0) else $error("%m: an answer to a write without data");
      if (rvalid) assert (read_addresses != 4'd0) else $error("%m: an answer to no read");
`endif
    end
  end
endmodule

`default_nettype wire
