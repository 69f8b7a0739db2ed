// A node with AXI interfaces between masters, memories and neighbours that do anything, and the rules beside it
// (scripts/flow/axi_proof.py). The other assertions say more than AXI asks for: a write that could be done waits for one
// read at most, and a read for one write.
`default_nettype none

module proof (
  input wire aclk,
  input wire aresetn,
  input wire start,
  input wire [34:0] link_0_in,
  input wire [34:0] link_1_in,
  input wire [1:0] fetch_tready,
  input wire [7:0] payload_0_tdata,
  input wire [7:0] payload_1_tdata,
  input wire [1:0] payload_tvalid,
  input wire [1:0] eject_tready,
  input wire [17:0] awaddr,
  input wire awvalid,
  input wire [31:0] wdata,
  input wire [3:0] wstrb,
  input wire wvalid,
  input wire bready,
  input wire [17:0] araddr,
  input wire arvalid,
  input wire rready
);
  wire [31:0] fetch_0_tdata, fetch_1_tdata, eject_0_tuser, eject_1_tuser, rdata;
  wire [7:0] eject_0_tdata, eject_1_tdata;
  wire [1:0] fetch_tid, eject_tid, fetch_tvalid, payload_tready, eject_tvalid, bresp, rresp;
  wire awready, wready, bvalid, arready, rvalid;
  wire [3:0] write_addresses, write_data, read_addresses;

  `NODE dut (
    .aclk(aclk), .aresetn(aresetn), .start(start), .link_0_in(link_0_in), .link_1_in(link_1_in),
    .m_axis_fetch_0_tdata(fetch_0_tdata), .m_axis_fetch_0_tid(fetch_tid[0]),
    .m_axis_fetch_0_tvalid(fetch_tvalid[0]), .m_axis_fetch_0_tready(fetch_tready[0]),
    .m_axis_fetch_1_tdata(fetch_1_tdata), .m_axis_fetch_1_tid(fetch_tid[1]),
    .m_axis_fetch_1_tvalid(fetch_tvalid[1]), .m_axis_fetch_1_tready(fetch_tready[1]),
    .s_axis_payload_0_tdata(payload_0_tdata), .s_axis_payload_0_tvalid(payload_tvalid[0]),
    .s_axis_payload_0_tready(payload_tready[0]),
    .s_axis_payload_1_tdata(payload_1_tdata), .s_axis_payload_1_tvalid(payload_tvalid[1]),
    .s_axis_payload_1_tready(payload_tready[1]),
    .m_axis_eject_0_tdata(eject_0_tdata), .m_axis_eject_0_tuser(eject_0_tuser), .m_axis_eject_0_tid(eject_tid[0]),
    .m_axis_eject_0_tvalid(eject_tvalid[0]), .m_axis_eject_0_tready(eject_tready[0]),
    .m_axis_eject_1_tdata(eject_1_tdata), .m_axis_eject_1_tuser(eject_1_tuser), .m_axis_eject_1_tid(eject_tid[1]),
    .m_axis_eject_1_tvalid(eject_tvalid[1]), .m_axis_eject_1_tready(eject_tready[1]),
    .s_axi_awaddr(awaddr), .s_axi_awprot(3'd0), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
    .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
    .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
    .s_axi_araddr(araddr), .s_axi_arprot(3'd0), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
    .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rvalid(rvalid), .s_axi_rready(rready)
  );

  axi_lite_rules lite (
    .aclk(aclk), .aresetn(aresetn), .awvalid(awvalid), .awready(awready), .wvalid(wvalid), .wready(wready),
    .bresp(bresp), .bvalid(bvalid), .bready(bready), .arvalid(arvalid), .arready(arready), .rdata(rdata),
    .rresp(rresp), .rvalid(rvalid), .rready(rready), .write_addresses(write_addresses), .write_data(write_data),
    .read_addresses(read_addresses)
  );
  axi_stream_rules #(.CONTENT(33)) fetch_0 (
    .aclk(aclk), .aresetn(aresetn), .content({fetch_tid[0], fetch_0_tdata}), .tvalid(fetch_tvalid[0]), .tready(fetch_tready[0])
  );
  axi_stream_rules #(.CONTENT(33)) fetch_1 (
    .aclk(aclk), .aresetn(aresetn), .content({fetch_tid[1], fetch_1_tdata}), .tvalid(fetch_tvalid[1]), .tready(fetch_tready[1])
  );
  axi_stream_rules #(.CONTENT(41)) eject_0 (
    .aclk(aclk), .aresetn(aresetn), .content({eject_tid[0], eject_0_tdata, eject_0_tuser}), .tvalid(eject_tvalid[0]),
    .tready(eject_tready[0])
  );
  axi_stream_rules #(.CONTENT(41)) eject_1 (
    .aclk(aclk), .aresetn(aresetn), .content({eject_tid[1], eject_1_tdata, eject_1_tuser}), .tvalid(eject_tvalid[1]),
    .tready(eject_tready[1])
  );

  // Reset in the first cycle.
  reg first = 1'b1;
  always @(posedge aclk) first <= 1'b0;
  always @* if (first) assume (!aresetn);

  // A write, or a read, has all that it needs and its answer has a place.
  wire can_write = write_addresses > {3'd0, bvalid} && write_data > {3'd0, bvalid} && !(bvalid && !bready);
  wire can_read = read_addresses > {3'd0, rvalid} && !(rvalid && !rready);
  // Cycles in which it has had them, in a row.
  reg [1:0] write_waits = 2'd0;
  reg [1:0] read_waits = 2'd0;
  // Packets that the memory has been asked for since it gave one, up to 7.
  reg [2:0] asked = 3'd0;
  always @(posedge aclk) begin
    asked <= !aresetn || payload_tvalid[0] && payload_tready[0] ? 3'd0 :
             asked + (fetch_tvalid[0] && fetch_tready[0] && asked != 3'd7);
    write_waits <= aresetn && can_write ? write_waits + 2'd1 : 2'd0;
    read_waits <= aresetn && can_read ? read_waits + 2'd1 : 2'd0;
    if (aresetn && !first) begin
      // Every access that the slave has taken lies in its buffers or is answered.
      all_addresses: assert (write_addresses == !awready + bvalid);
      all_data: assert (write_data == !wready + bvalid);
      all_reads: assert (read_addresses == !arready + rvalid);
      write_is_done: assert (write_waits < 2'd3);
      read_is_done: assert (read_waits < 2'd3);
      write_response: assert (bresp == 2'b00 || bresp == 2'b10);
      read_response: assert (rresp == 2'b00 || rresp == 2'b10);
      // There is room for four packets, and one that has its payload may wait.
      few_asked: assert (asked < 3'd6);
    end
  end

  // None of these holds emptily.
  always @(posedge aclk) if (aresetn && !first) begin
    cover (bvalid && bresp == 2'b10);
    // The capabilities: eight rules, two ports; bit 9, two cycles a hop, in one of the nodes.
    cover (rvalid && rresp == 2'b00 && (rdata | 32'h00000200) == 32'h00ff0202);
    cover (bvalid && !bready && rvalid);
    cover (write_waits == 2'd2);
    cover (fetch_tvalid[0] && !fetch_tready[0]);
    cover (fetch_tvalid == 2'b11);
    cover (eject_tvalid == 2'b11 && eject_tready == 2'b00);
    cover (read_waits == 2'd2);
    cover (!payload_tready[0]);
  end
endmodule

`default_nettype wire
