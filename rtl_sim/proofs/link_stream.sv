// An end of a link with streams between a node and a medium that do anything, and the rules beside it
// (scripts/flow/axi_proof.py). The node keeps to its link: it sends in the two cycles behind one with go. So the packets that
// wait for an acknowledgement never fill their buffer, whatever acknowledgements come.
`default_nettype none

module proof (
  input wire aclk,
  input wire aresetn,
  input wire [17:0] link_in,
  input wire m_axis_tready,
  input wire [7:0] s_axis_tdata,
  input wire s_axis_tkeep,
  input wire s_axis_tlast,
  input wire s_axis_tvalid,
  input wire [3:0] address,
  input wire [31:0] write_data,
  input wire write
);
  wire [17:0] link_out;
  wire [31:0] read_data;
  wire [7:0] m_axis_tdata;
  wire m_axis_tkeep, m_axis_tlast, m_axis_tvalid, s_axis_tready, up, dead;

  `NODE dut (
    .aclk(aclk), .aresetn(aresetn), .link_in(link_in), .link_out(link_out),
    .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast),
    .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
    .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tlast(s_axis_tlast),
    .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
    .address(address), .write_data(write_data), .write(write), .read_data(read_data), .up(up), .dead(dead)
  );

  axi_stream_rules #(.CONTENT(10)) frames (
    .aclk(aclk), .aresetn(aresetn), .content({m_axis_tdata, m_axis_tkeep, m_axis_tlast}), .tvalid(m_axis_tvalid),
    .tready(m_axis_tready)
  );

  // Reset in the first cycle.
  reg first = 1'b1;
  always @(posedge aclk) first <= 1'b0;
  always @* if (first) assume (!aresetn);

  reg [1:0] went = 2'b00;
  always @(posedge aclk) went <= aresetn ? {went[0], link_out[0]} : 2'b00;
  always @* if (!went[0] && !went[1]) assume (!link_in[1]);

  // None of these holds emptily.
  always @(posedge aclk) if (aresetn && !first) begin
    cover (m_axis_tvalid && !m_axis_tready);
  end
endmodule

`default_nettype wire
