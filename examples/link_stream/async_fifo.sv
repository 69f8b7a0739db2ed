// A FIFO of 16 words between two clocks, an AXI4-Stream on either side: pointers in Gray code, two registers each on their way
// into the other clock (Cummings, Simulation and Synthesis Techniques for Asynchronous FIFO Design, SNUG 2002). With `errs` the
// medium behind it damages a word now and then.
`default_nettype none

module async_fifo #(
  parameter WIDTH = 73
) (
  input wire s_aclk,
  input wire s_aresetn,
  input wire [WIDTH-1:0] s_word,
  input wire s_tvalid,
  output wire s_tready,

  input wire m_aclk,
  input wire m_aresetn,
  input wire errs,
  output wire [WIDTH-1:0] m_word,
  output wire m_tvalid,
  input wire m_tready
);
  reg [WIDTH-1:0] words [0:15];
  reg [4:0] writes, writes_gray, reads, reads_gray;
  reg [4:0] seen_reads [0:1];
  reg [4:0] seen_writes [0:1];
  wire [4:0] next_write = writes + 5'd1;
  wire [4:0] next_read = reads + 5'd1;

  // Full: as many writes as reads and 16 more, whose Gray code differs in the two highest bits.
  assign s_tready = writes_gray != {~seen_reads[1][4:3], seen_reads[1][2:0]};
  always @(posedge s_aclk) begin
    if (!s_aresetn) begin
      writes <= 5'd0;
      writes_gray <= 5'd0;
      seen_reads[0] <= 5'd0;
      seen_reads[1] <= 5'd0;
    end else begin
      if (s_tvalid && s_tready) begin
        words[writes[3:0]] <= errs && $urandom % 64 == 0 ? s_word ^ {{WIDTH - 32{1'b0}}, 32'h00100000} : s_word;
        writes <= next_write;
        writes_gray <= next_write ^ next_write >> 1;
      end
      seen_reads[0] <= reads_gray;
      seen_reads[1] <= seen_reads[0];
    end
  end

  assign m_tvalid = reads_gray != seen_writes[1];
  assign m_word = words[reads[3:0]];
  always @(posedge m_aclk) begin
    if (!m_aresetn) begin
      reads <= 5'd0;
      reads_gray <= 5'd0;
      seen_writes[0] <= 5'd0;
      seen_writes[1] <= 5'd0;
    end else begin
      if (m_tvalid && m_tready) begin
        reads <= next_read;
        reads_gray <= next_read ^ next_read >> 1;
      end
      seen_writes[0] <= writes_gray;
      seen_writes[1] <= seen_writes[0];
    end
  end
endmodule

`default_nettype wire
