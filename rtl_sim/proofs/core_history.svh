// From the reset: registers and memory hold what was written there last. One register is watched, and one
// word of the memory, any of them.
  (* anyconst *) reg [31:0] place_watched;
  reg was_reset = 0, known = 0, has_retired = 0;
  reg [31:0] last, next_pc, there, there_before;
  reg [4:0] was_watched;
  wire is_there = valid && ready && address == {place_watched[31:2], 2'b00};
  wire [31:0] strobed = {{8{strobes[3]}}, {8{strobes[2]}}, {8{strobes[1]}}, {8{strobes[0]}}};
  always @(posedge clk) begin
    was_watched <= watched;
    was_reset <= 1;
    if (is_there) there <= (there & ~strobed) | (write_data & strobed);
    if (rvfi.valid || rvfi.intr || !has_retired) there_before <= there;
    if (was_reset && rvfi.valid) begin
      has_retired <= 1;
      next_pc <= rvfi.pc_wdata;
      if (rvfi.rd_addr == watched && watched != 0) begin
        known <= 1;
        last <= rvfi.rd_wdata;
      end
    end
  end
  always @* begin
    resets_once: assume (rst == !was_reset);
    watches_one: assume (!was_reset || watched == was_watched);
    answers_what_is_there: assume (!is_there || strobes != 0 || read_data == there);
    if (was_reset) x0_stays_0: assert (x0_is_0);
    if (was_reset && rvfi.valid) begin
      if (known && rvfi.rs1_addr == watched) first_is_last: assert (rvfi.rs1_rdata == last);
      if (known && rvfi.rs2_addr == watched) second_is_last: assert (rvfi.rs2_rdata == last);
      if (has_retired && !rvfi.intr) follows: assert (rvfi.pc_rdata == next_pc);
`ifndef COMPRESSED
      if (rvfi.pc_rdata[31:2] == place_watched[31:2]) word_of_memory: assert (rvfi.insn == there_before);
`endif
    end
    reads_again: cover (was_reset && rvfi.valid && known && rvfi.rs1_addr == watched);
    writes_ahead: cover (was_reset && rvfi.valid && rvfi.mem_wmask != 0 && rvfi.mem_addr == rvfi.pc_wdata);
  end
