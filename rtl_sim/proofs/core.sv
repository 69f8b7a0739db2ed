// SPDX-License-Identifier: Apache-2.0
// An instruction of the core does what the ISA manual says (RISC-V unprivileged ISA 20191213, chapters 2, 9,
// 16 and 24), from any state between two instructions, and traps where it must; so does an interrupt. The
// core shows by RVFI what it has done. The cycles are enough where the bus does not wait.
//
//     COMPRESSED   with C          PIPELINED   a pipelined core          FAST   shifts in one cycle
//     MULTIPLIES   with M, products in one cycle (core_at_once.svh)      COUNTERS   with counters
//     PRODUCTS     products alone, by induction (core_products.svh)
//     QUOTIENTS    quotients and remainders (core_quotients.svh)
//     RESET        from the reset, what is read from a register is what was written there last, and each
//                  instruction is the one that the last has named, with the word that is there
`default_nettype none
module proof (input wire clk, rst, ready, software, timer, external, input wire [31:0] read_data,
              input wire [4:0] watched);  // any register
  wire valid, instruction;
  wire [31:0] address, write_data;
  wire [3:0] strobes;
  core_pkg::rvfi_t rvfi;
  core dut (.*);

`ifdef PIPELINED
`define HAS_COUNTER
`endif
`ifdef COMPRESSED
`define HAS_COUNTER
`include "core_compressed.svh"
  wire is_short = rvfi.insn[1:0] != 3;
  wire [31:0] word = is_short ? expanded(rvfi.insn[15:0]) : rvfi.insn;
  wire [31:0] behind = rvfi.pc_rdata + (is_short ? 2 : 4);
  localparam ALIGNED = 1;  // bits of the address of an instruction that are 0
`else
  wire [31:0] word = rvfi.insn;
  wire [31:0] behind = rvfi.pc_rdata + 4;
  localparam ALIGNED = 2;
`endif
  localparam [31:0] IN_INSTRUCTION = (1 << ALIGNED) - 1;
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
  wire is_known = is_lui || is_auipc || is_jal || is_jalr || is_branch || is_load || is_store || is_immediate ||
                  is_register || is_fence || is_system || multiplies || divides;
`include "core_status.svh"
`ifdef MULTIPLIES
`include "core_at_once.svh"
`else
  wire multiplies = 0, divides = 0, operands_are_read = 1;
  wire [31:0] of_product = 0;
`endif

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
  wire astray = jumps && (target & IN_INSTRUCTION) != 0;
  wire traps = !is_known || is_ecall || is_ebreak || astray || misaligned;
  wire [31:0] cause = !is_known ? 2 : is_ecall ? 11 : is_ebreak ? 3 : astray ? 0 : is_load ? 4 : 6;
  wire [31:0] trap_value = astray ? target : is_known && misaligned ? place : 0;
  wire writes = is_lui || is_auipc || is_jal || is_jalr || is_load || is_immediate || is_register || is_csr || multiplies;
  wire [31:0] result = is_lui ? {word[31:12], 12'd0} : is_auipc ? rvfi.pc_rdata + {word[31:12], 12'd0}
                       : is_jal || is_jalr ? behind : is_load ? loaded : is_csr ? csr_old
                       : multiplies ? of_product : computed;
  wire [31:0] goes_to = traps ? old_mtvec : is_mret ? old_mepc : jumps ? target : behind;
  wire reads_first = is_jalr || is_branch || is_load || is_store || is_immediate || is_register || multiplies ||
                     (is_csr && !function_3[2]);
  wire reads_second = is_branch || is_store || is_register || multiplies;

  wire x0_is_0 = (rvfi.rs1_addr != 0 || rvfi.rs1_rdata == 0) && (rvfi.rs2_addr != 0 || rvfi.rs2_rdata == 0);
`ifdef RESET
`include "core_history.svh"
`elsif PRODUCTS
`include "core_products.svh"
`elsif QUOTIENTS
`include "core_quotients.svh"
`else
`include "core_instruction.svh"
`endif
endmodule
