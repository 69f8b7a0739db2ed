// The control and status registers (RISC-V privileged architecture 1.12, chapter 3; unprivileged, chapter 9):
// what they were before the first instruction, and what an access reads and writes.
  (* hierconn *) wire [3:0] \dut.phase ;
  (* hierconn *) wire \dut.status_enabled , \dut.status_previous ;
  (* hierconn *) wire [2:0] \dut.status_mask , \dut.status_pending ;
  (* hierconn *) wire [31:0] \dut.registers_first[32] , \dut.registers_first[33] , \dut.registers_first[34] ,
                             \dut.registers_first[35] , \dut.registers_first[37] ;
  wire [31:0] mscratch = \dut.registers_first[32] , mepc = \dut.registers_first[33] ,
              mcause = \dut.registers_first[34] , mtval = \dut.registers_first[35] ,
              mtvec = \dut.registers_first[37] ;
  wire mie_of_status = \dut.status_enabled , mpie_of_status = \dut.status_previous ;
  // Software, timer and external interrupt.
  wire [2:0] mask = \dut.status_mask , pending = \dut.status_pending ;
`ifdef HAS_COUNTER
  (* hierconn *) wire [31:0] \dut.counter_address ;
  wire [31:0] pc_now = \dut.counter_address ;
`else
  wire [31:0] pc_now = address;
`endif
  (* hierconn *) wire [31:0] \dut.instruction_reg ;
  wire [31:0] running = \dut.instruction_reg ;
`ifdef COUNTERS
  (* hierconn *) wire [63:0] \dut.status_cycles , \dut.status_instructions ;
  wire [63:0] mcycle = \dut.status_cycles , minstret = \dut.status_instructions ;
`else
  wire [63:0] mcycle = 0, minstret = 0;
`endif
  localparam FETCH = 1, EXECUTE = 2, SHIFT = 5;  // phases

  function [31:0] of_lines(input [2:0] lines);
    of_lines = {20'd0, lines[2], 3'd0, lines[1], 3'd0, lines[0], 3'd0};
  endfunction

  reg first = 1, was_executed = 0, was_due, old_mie_of_status, old_mpie_of_status;
  reg [31:0] old_mscratch, old_mepc, old_mcause, old_mtval, old_mtvec, old_pc;
  reg [2:0] old_mask, pending_then, inputs_before;
  reg [63:0] mcycle_before, minstret_before, mcycle_then, minstret_then;
  reg [3:0] since;  // cycles after that in which it was executed
`ifdef PIPELINED
  wire executes = \dut.phase == EXECUTE && ready;
`else
  wire executes = \dut.phase == EXECUTE;
`endif
  always @(posedge clk) begin
    first <= 0;
    inputs_before <= {external, timer, software};
    {mcycle_before, minstret_before} <= {mcycle, minstret};
    since <= was_executed ? since + 4'd1 : 4'd0;
    if (first) begin
      {old_mscratch, old_mepc, old_mcause, old_mtval, old_mtvec} <= {mscratch, mepc, mcause, mtval, mtvec};
      {old_mie_of_status, old_mpie_of_status, old_mask, old_pc} <= {mie_of_status, mpie_of_status, mask, pc_now};
    end
    if (executes && !was_executed) begin
      was_executed <= 1;
      pending_then <= pending;
      {mcycle_then, minstret_then} <= {mcycle, minstret};
      was_due <= mie_of_status && (mask & pending) != 0;
    end
  end

  wire [11:0] csr = word[31:20];
  wire csr_writes = function_3[1:0] == 1 || word[19:15] != 0;
`ifdef COUNTERS
  // Two that count, with their shadows, and 29 of no event, which read 0 as all do that are not in csr_old.
  wire is_counter = ((csr[11:8] == 4'hb || csr[11:8] == 4'hc) && (csr[6:0] == 0 || csr[6:0] == 2)) ||
                    (csr >= 12'hb03 && csr <= 12'hb1f) || (csr >= 12'hb83 && csr <= 12'hb9f) ||
                    (csr >= 12'h323 && csr <= 12'h33f);
`else
  wire is_counter = 0;
`endif
  wire csr_exists = is_counter || csr == 12'h300 || csr == 12'h301 || csr == 12'h304 || csr == 12'h305 ||
                    csr == 12'h310 || (csr >= 12'h340 && csr <= 12'h344) || (csr >= 12'hf11 && csr <= 12'hf15);
  wire is_csr = opcode == 7'b1110011 && function_3[1:0] != 0 && csr_exists && !(csr_writes && csr[11:10] == 3);
  wire is_ecall = word == 32'h00000073, is_ebreak = word == 32'h00100073, is_mret = word == 32'h30200073,
       is_wfi = word == 32'h10500073;
  wire is_system = is_csr || is_ecall || is_ebreak || is_mret || is_wfi;
`ifdef COMPRESSED
  localparam [31:0] MISA = 32'h40000104;
`elsif MULTIPLIES
  localparam [31:0] MISA = 32'h40001100;
`else
  localparam [31:0] MISA = 32'h40000100;
`endif
  reg [31:0] csr_old;
  always @*
    case (csr)
      12'h300: csr_old = {24'h000018, old_mpie_of_status, 3'd0, old_mie_of_status, 3'd0};
      12'h301: csr_old = MISA;
      12'h304: csr_old = of_lines(old_mask);
      12'h305: csr_old = old_mtvec;
      12'h340: csr_old = old_mscratch;
      12'h341: csr_old = old_mepc;
      12'h342: csr_old = old_mcause;
      12'h343: csr_old = old_mtval;
      12'h344: csr_old = of_lines(pending_then);
      12'hb00, 12'hc00: csr_old = mcycle_then[31:0];
      12'hb80, 12'hc80: csr_old = mcycle_then[63:32];
      12'hb02, 12'hc02: csr_old = minstret_then[31:0];
      12'hb82, 12'hc82: csr_old = minstret_then[63:32];
      default: csr_old = 0;
    endcase
  wire [31:0] csr_operand = function_3[2] ? {27'd0, word[19:15]} : rvfi.rs1_rdata;
  wire [31:0] csr_new = function_3[1:0] == 1 ? csr_operand : function_3[1:0] == 2 ? csr_old | csr_operand
                                                                                  : csr_old & ~csr_operand;
  wire [31:0] csr_bits = csr == 12'h305 ? ~32'd3 : csr == 12'h341 ? ~IN_INSTRUCTION : ~32'd0;
  wire changes = is_csr && csr_writes;
  wire [31:0] kept = csr_new & csr_bits;
  // A counter after the instruction: what is written takes the place of its step.
  function [63:0] counted(input [11:0] low_half, input [63:0] now);
    counted = changes && csr == low_half ? {now[63:32], kept}
              : changes && csr == (low_half | 12'h080) ? {kept, now[31:0]} : now + 1;
  endfunction
