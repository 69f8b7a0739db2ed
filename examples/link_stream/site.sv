`timescale 1ns / 1ps
// A node, its memory and the end of its link, on a clock of their own.
`default_nettype none

module site #(
  parameter ME = 0,
  parameter PACKETS = 300,
  parameter real HALF_PERIOD = 5.0
) (
  input wire aresetn,
  input wire pauses,
  input wire clear,
  input wire started,  // of another clock
  output reg aclk,
  output wire up,
  output wire done,
  output integer right,
  output integer wrong,

  output wire [72:0] m_word,
  output wire m_tvalid,
  input wire m_tready,
  input wire [72:0] s_word,
  input wire s_tvalid,
  output wire s_tready
);
  initial aclk = 1'b0;
  always #HALF_PERIOD aclk = !aclk;

  reg [2:0] starts = 3'b000;
  wire start = starts[1] && !starts[2];
  reg [31:0] round = 0;
  always @(posedge aclk) begin
    starts <= {starts[1:0], started};
    if (start) round <= round + 1;
  end

  reg [17:0] awaddr = 18'd0;
  reg [31:0] wdata = 32'd0;
  reg awvalid = 1'b0, wvalid = 1'b0;
  wire awready, wready, bvalid;
  wire [1:0] bresp;
  wire [56:0] link_to, link_from;
  wire [31:0] fetch_tdata, payload_tdata, eject_tdata, eject_tuser, lost;
  wire fetch_tvalid, fetch_tready, payload_tvalid, payload_tready, eject_tvalid, eject_tready, eject_tid, dead;

  node_axi_d1_w32_all node (
    .aclk(aclk), .aresetn(aresetn), .start(start), .done(done), .link_0_out(link_to),
    .link_0_in(link_from), .m_axis_fetch_0_tdata(fetch_tdata), .m_axis_fetch_0_tid(), .m_axis_fetch_0_tvalid(fetch_tvalid),
    .m_axis_fetch_0_tready(fetch_tready), .s_axis_payload_0_tdata(payload_tdata),
    .s_axis_payload_0_tvalid(payload_tvalid), .s_axis_payload_0_tready(payload_tready),
    .m_axis_eject_0_tdata(eject_tdata), .m_axis_eject_0_tuser(eject_tuser), .m_axis_eject_0_tid(eject_tid), .m_axis_eject_0_tvalid(eject_tvalid),
    .m_axis_eject_0_tready(eject_tready), .s_axi_awaddr(awaddr), .s_axi_awprot(3'd0), .s_axi_awvalid(awvalid),
    .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(4'hf), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
    .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(1'b1), .s_axi_araddr(18'd0), .s_axi_arprot(3'd0),
    .s_axi_arvalid(1'b0), .s_axi_arready(), .s_axi_rdata(), .s_axi_rresp(), .s_axi_rvalid(), .s_axi_rready(1'b0)
  );
  memory #(.ME(ME), .NODES(2), .PACKETS(PACKETS)) memory (
    .aclk(aclk), .aresetn(aresetn), .pauses(pauses), .clear(clear), .round(round), .right(right), .wrong(wrong),
    .fetch_tdata(fetch_tdata), .fetch_tvalid(fetch_tvalid), .fetch_tready(fetch_tready), .payload_tdata(payload_tdata),
    .payload_tvalid(payload_tvalid), .payload_tready(payload_tready), .eject_tdata(eject_tdata),
    .eject_tuser(eject_tuser), .eject_tid(eject_tid), .eject_tvalid(eject_tvalid), .eject_tready(eject_tready)
  );
  link_stream_d1_w32 stream_end (
    .aclk(aclk), .aresetn(aresetn), .link_in(link_to), .link_out(link_from), .m_axis_tdata(m_word[63:0]),
    .m_axis_tkeep(m_word[71:64]), .m_axis_tlast(m_word[72]), .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready),
    .s_axis_tdata(s_word[63:0]), .s_axis_tkeep(s_word[71:64]), .s_axis_tlast(s_word[72]), .s_axis_tvalid(s_tvalid),
    .s_axis_tready(s_tready), .address(4'd12), .write_data(32'd0), .write(1'b0), .read_data(lost), .up(up), .dead(dead)
  );
  axi_stream_rules #(.CONTENT(73)) frame_rules (
    .aclk(aclk), .aresetn(aresetn), .content(m_word), .tvalid(m_tvalid), .tready(m_tready)
  );

  // A write over AXI4-Lite, at falling edges.
  task set(input [17:0] address, input [31:0] data);
    begin
      @(negedge aclk);
      awaddr = address;
      wdata = data;
      awvalid = 1'b1;
      wvalid = 1'b1;
      @(negedge aclk);
      awvalid = 1'b0;
      wvalid = 1'b0;
      while (!bvalid) @(negedge aclk);
      if (bresp != 2'b00) $display("FAILED: the answer to a write");
    end
  endtask

  // PACKETS packets to the other node, and as many from there (docs/guides/axi.md).
  task load;
    begin
      set(18'h00000, ME);
      set(18'h00004, 0);         // e-cube
      set(18'h00008, 1);         // step
      set(18'h0000c, 0);         // tree
      set(18'h00010, 0);         // first
      set(18'h00014, 1);         // count
      set(18'h10000, 1);         // the program: relative address 1
      set(18'h18000, 1);         // its length
      set(18'h20000, PACKETS);   // packets to send
      set(18'h00028, PACKETS);   // and to receive
    end
  endtask
endmodule

`default_nettype wire
