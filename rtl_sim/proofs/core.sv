// SPDX-License-Identifier: Apache-2.0
// An instruction of the core does what the ISA manual says (RISC-V unprivileged ISA 20191213, chapters 2
// and 24), in 7 cycles from any state between two instructions, and traps where it must. The core shows
// by RVFI what it has done. These cycles are enough for all but shifts by more than 3 bits, where the
// bus does not wait. Instructions for control and status registers only have to end between two.
//
// With RESET: in 8 cycles from the reset, what is read from a register is what was written there last,
// and each instruction is the one that the last has named.
`default_nettype none
module proof (input wire clk, rst, ready, software, timer, external, input wire [31:0] read_data,
              input wire [4:0] watched);  // any register
  wire valid, instruction;
  wire [31:0] address, write_data;
  wire [3:0] strobes;
  core_traced_pkg::rvfi_t rvfi;
  core_traced dut (.*);
  wire retires = rvfi.valid;
  wire [1:0] low = address[1:0];

  wire [31:0] word = rvfi.insn;
  wire [6:0] opcode = word[6:0];
  wire [2:0] function_3 = word[14:12];
  wire [6:0] function_7 = word[31:25];
  wire is_lui = opcode == 7'b0110111, is_auipc = opcode == 7'b0010111, is_jal = opcode == 7'b1101111;
  wire is_jalr = opcode == 7'b1100111 && function_3 == 0;
  wire is_branch = opcode == 7'b1100011 && function_3 != 2 && function_3 != 3;
  wire is_load = opcode == 7'b0000011 && (function_3 < 3 || function_3 == 4 || function_3 == 5);
  wire is_store = opcode == 7'b0100011 && function_3 < 3;
  wire is_shift = function_3 == 1 || function_3 == 5;
  wire is_immediate = opcode == 7'b0010011 &&
                      (!is_shift || function_7 == 0 || (function_3 == 5 && function_7 == 7'h20));
  wire is_register = opcode == 7'b0110011 &&
                     (function_7 == 0 || (function_7 == 7'h20 && (function_3 == 0 || function_3 == 5)));
  wire is_fence = opcode == 7'b0001111 && function_3 < 2;
  wire is_system = opcode == 7'b1110011;  // of which only ECALL and EBREAK are said here
  wire is_known = is_lui || is_auipc || is_jal || is_jalr || is_branch || is_load || is_store || is_immediate ||
                  is_register || is_fence;

  wire [31:0] i_immediate = {{20{word[31]}}, word[31:20]};
  wire [31:0] s_immediate = {{20{word[31]}}, word[31:25], word[11:7]};
  wire [31:0] b_immediate = {{19{word[31]}}, word[31], word[7], word[30:25], word[11:8], 1'b0};
  wire [31:0] j_immediate = {{11{word[31]}}, word[31], word[19:12], word[20], word[30:21], 1'b0};

  wire [31:0] a = rvfi.rs1_rdata;
  wire [31:0] b = is_immediate ? i_immediate : rvfi.rs2_rdata;
  wire [31:0] arithmetic = $signed(a) >>> b[4:0];
  reg [31:0] computed;
  always @*
    case (function_3)
      0: computed = is_register && function_7[5] ? a - b : a + b;
      1: computed = a << b[4:0];
      2: computed = {31'd0, $signed(a) < $signed(b)};
      3: computed = {31'd0, a < b};
      4: computed = a ^ b;
      5: computed = word[30] ? arithmetic : a >> b[4:0];
      6: computed = a | b;
      7: computed = a & b;
    endcase
  reg holds;
  always @*
    case (function_3)
      0: holds = a == b;
      1: holds = a != b;
      4: holds = $signed(a) < $signed(b);
      5: holds = $signed(a) >= $signed(b);
      6: holds = a < b;
      default: holds = a >= b;
    endcase

  // Memory is read and written in words; the lowest byte of an access is byte `lane` of one.
  wire [31:0] place = a + (is_store ? s_immediate : i_immediate);
  wire [1:0] lane = place[1:0];
  wire [3:0] bytes = (function_3[1:0] == 0 ? 4'b0001 : function_3[1:0] == 1 ? 4'b0011 : 4'b1111) << lane;
  wire [31:0] read = rvfi.mem_rdata >> {lane, 3'b000};
  reg [31:0] loaded;
  always @*
    case (function_3)
      0: loaded = {{24{read[7]}}, read[7:0]};
      1: loaded = {{16{read[15]}}, read[15:0]};
      4: loaded = {24'd0, read[7:0]};
      5: loaded = {16'd0, read[15:0]};
      default: loaded = read;
    endcase
  wire [31:0] stored = rvfi.rs2_rdata << {lane, 3'b000};
  wire [31:0] written_bits = {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};

  wire jumps = is_jal || is_jalr || (is_branch && holds);
  wire [31:0] target = is_jal ? rvfi.pc_rdata + j_immediate : is_jalr ? (a + i_immediate) & ~32'd1
                                                                       : rvfi.pc_rdata + b_immediate;
  wire misaligned = (is_load || is_store) && ((function_3[1:0] == 1 && lane[0]) || (function_3[1:0] == 2 && lane != 0));
  wire traps = !is_known || (jumps && target[1:0] != 0) || misaligned;
  wire writes = is_lui || is_auipc || is_jal || is_jalr || is_load || is_immediate || is_register;
  wire [31:0] result = is_lui ? {word[31:12], 12'd0} : is_auipc ? rvfi.pc_rdata + {word[31:12], 12'd0}
                       : is_jal || is_jalr ? rvfi.pc_rdata + 4 : is_load ? loaded : computed;
  wire reads_first = is_jalr || is_branch || is_load || is_store || is_immediate || is_register;
  wire reads_second = is_branch || is_store || is_register;

  wire x0_is_0 = (rvfi.rs1_addr != 0 || rvfi.rs1_rdata == 0) && (rvfi.rs2_addr != 0 || rvfi.rs2_rdata == 0);
`ifdef RESET
  reg was_reset = 0, known = 0, has_retired = 0;
  reg [31:0] last, next_pc;
  reg [4:0] was_watched;
  always @(posedge clk) begin
    was_watched <= watched;
    was_reset <= 1;
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
    if (was_reset) x0_stays_0: assert (x0_is_0);
    if (was_reset && rvfi.valid) begin
      if (known && rvfi.rs1_addr == watched) first_is_last: assert (rvfi.rs1_rdata == last);
      if (known && rvfi.rs2_addr == watched) second_is_last: assert (rvfi.rs2_rdata == last);
      if (has_retired && !rvfi.intr) follows: assert (rvfi.pc_rdata == next_pc);
    end
  end
`else
  reg was_seen;  // an instruction
  always @(posedge clk) was_seen <= was_seen || rvfi.valid;
  always @* begin
    if (!was_seen && rvfi.valid && (!is_system || word == 32'h00000073 || word == 32'h00100073)) begin
      traps_where_it_must: assert (rvfi.trap == traps);
      if (rvfi.trap) begin
        no_register: assert (rvfi.rd_addr == 0);
        no_memory: assert (rvfi.mem_rmask == 0 && rvfi.mem_wmask == 0);
      end else begin
        first_operand: assert (!reads_first || rvfi.rs1_addr == word[19:15]);
        second_operand: assert (!reads_second || rvfi.rs2_addr == word[24:20]);
        destination: assert (rvfi.rd_addr == (writes ? word[11:7] : 0));
        value: assert (rvfi.rd_addr == 0 ? rvfi.rd_wdata == 0 : rvfi.rd_wdata == result);
        next: assert (rvfi.pc_wdata == (jumps ? target : rvfi.pc_rdata + 4));
        bytes_read: assert (rvfi.mem_rmask == (is_load ? bytes : 0));
        bytes_written: assert (rvfi.mem_wmask == (is_store ? bytes : 0));
        at: assert (!(is_load || is_store) || rvfi.mem_addr == {place[31:2], 2'b00});
        word_written: assert (!is_store || ((rvfi.mem_wdata ^ stored) & written_bits) == 0);
      end
    end
    if (!was_seen && rvfi.valid) ends_between_two: assert (valid && instruction && strobes == 0 && address == rvfi.pc_wdata);
  end
  always @* begin
    no_reset: assume (!rst);
    x0_was_0: assume (x0_is_0);
  end
`endif
endmodule
