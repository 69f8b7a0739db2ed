// From any state between two instructions: the first instruction, or the interrupt in its place.
`ifdef PIPELINED
  (* hierconn *) wire [31:0] \dut.next , \dut.ahead_result , \dut.registers_first_data ;
  (* hierconn *) wire \dut.ahead_is_first ;
  // It may have been fetched, while the next one is asked for. A stored CSR has been read, or was just written.
  wire [31:0] asked = running[31:20] == 12'h305 ? mtvec : running[31:20] == 12'h340 ? mscratch
                      : running[31:20] == 12'h341 ? mepc : running[31:20] == 12'h342 ? mcause : mtval;
  wire is_stored = running[6:2] == 5'b11100 &&
                   (running[31:20] == 12'h305 || (running[31:20] >= 12'h340 && running[31:20] <= 12'h343));
  wire is_read = !is_stored || asked == (\dut.ahead_is_first ? \dut.ahead_result : \dut.registers_first_data );
  wire is_between = valid && instruction && strobes == 0 && pc_now[1:0] == 0 &&
                    (\dut.phase == FETCH ? address == pc_now
                                         : \dut.phase == EXECUTE && is_read && address == \dut.next &&
                                           \dut.next == pc_now + 4);
`else
  wire is_between = valid && instruction && strobes == 0 && \dut.phase == FETCH && (pc_now & IN_INSTRUCTION) == 0 &&
                    address == {pc_now[31:2], 2'b00};
`endif
  wire registers_hold = (mepc & IN_INSTRUCTION) == 0 && mtvec[1:0] == 0;

  reg was_seen = 0;  // an instruction or an interrupt
  always @(posedge clk) was_seen <= was_seen || (!first && (rvfi.valid || rvfi.intr));
  wire ends = !first && !was_seen && rvfi.valid && !rvfi.intr;
  wire is_interrupt = !first && !was_seen && rvfi.intr;
  wire [2:0] taken = old_mask & pending_then;

  always @* begin
    no_reset: assume (!rst);
    x0_was_0: assume (x0_is_0);
    begins_between_two: assume (!first || (is_between && registers_hold && !rvfi.valid && !rvfi.intr));
    if (ends) begin
      traps_where_it_must: assert (rvfi.trap == traps);
      address_of_it: assert (rvfi.pc_rdata == old_pc);
      next: assert (rvfi.pc_wdata == goes_to);
      if (rvfi.trap) begin
        no_register: assert (rvfi.rd_addr == 0);
        no_memory: assert (rvfi.mem_rmask == 0 && rvfi.mem_wmask == 0);
      end else begin
        first_operand: assert (!reads_first || rvfi.rs1_addr == word[19:15]);
        second_operand: assert (!reads_second || rvfi.rs2_addr == word[24:20]);
        operands_of_product: assert (operands_are_read);
        destination: assert (rvfi.rd_addr == (writes ? word[11:7] : 0));
        value: assert (rvfi.rd_addr == 0 ? rvfi.rd_wdata == 0 : rvfi.rd_wdata == result);
        bytes_read: assert (rvfi.mem_rmask == (is_load ? bytes : 0));
        bytes_written: assert (rvfi.mem_wmask == (is_store ? bytes : 0));
        at: assert (!(is_load || is_store) || rvfi.mem_addr == {place[31:2], 2'b00});
        word_written: assert (!is_store || ((rvfi.mem_wdata ^ stored) & written_bits) == 0);
      end
      // Control and status registers.
      no_interrupt: assert (!was_due);
      wakes: assert (!is_wfi || (mask & pending) != 0);
      mscratch_is: assert (mscratch == (changes && csr == 12'h340 ? kept : old_mscratch));
      mepc_is: assert (mepc == (traps ? old_pc : changes && csr == 12'h341 ? kept : old_mepc));
      mcause_is: assert (mcause == (traps ? cause : changes && csr == 12'h342 ? kept : old_mcause));
      mtval_is: assert (mtval == (traps ? trap_value : changes && csr == 12'h343 ? kept : old_mtval));
      mtvec_is: assert (mtvec == (changes && csr == 12'h305 ? kept : old_mtvec));
      mie_is: assert (of_lines(mask) == (changes && csr == 12'h304 ? kept & 32'h888 : of_lines(old_mask)));
      mstatus_is: assert ({mpie_of_status, mie_of_status} ==
                          (traps ? {old_mie_of_status, 1'b0} : is_mret ? {1'b1, old_mpie_of_status}
                           : changes && csr == 12'h300 ? {kept[7], kept[3]} : {old_mpie_of_status, old_mie_of_status}));
    end
    if (is_interrupt) begin
      interrupt_is_due: assert (was_due);
      interrupt_cause: assert (mcause == {1'b1, 31'd0} + (taken[2] ? 11 : taken[0] ? 3 : 7));
      interrupt_epc: assert (mepc == old_pc && mtval == 0);
      interrupt_goes_to: assert (pc_now == old_mtvec && address == old_mtvec);
      interrupt_status: assert (mpie_of_status == old_mie_of_status && !mie_of_status);
      interrupt_keeps: assert (mscratch == old_mscratch && mtvec == old_mtvec && mask == old_mask);
    end
`ifdef COUNTERS
    if (!first && !was_executed) count_before: assert (mcycle == mcycle_before + 1 && minstret == minstret_before);
    if (ends) begin
      cycles_are: assert (mcycle == counted(12'hb00, mcycle_then) + since);
      instructions_are: assert (minstret == (traps ? minstret_then : counted(12'hb02, minstret_then)));
    end
    if (is_interrupt) interrupt_counts: assert (mcycle == mcycle_then + 1 + since && minstret == minstret_then);
`endif
    if (!first) lines_are_pending: assert (pending == inputs_before);
    if (ends || is_interrupt) ends_between_two: assert (is_between && registers_hold);
    if (ends) ends_at_next: assert (pc_now == rvfi.pc_wdata);
    trap_of_access: cover (ends && traps && cause == 6);
    trap_of_system: cover (ends && traps && cause == 11);
    comes_back: cover (ends && is_mret);
    waits: cover (ends && is_wfi);
    sets_status: cover (ends && changes && csr == 12'h300);
    interrupts: cover (is_interrupt && mcause[3:0] == 7);
    loads: cover (ends && !traps && is_load);
`ifdef MULTIPLIES
    product_of_signs: cover (ends && multiplies && function_3 == 2 && first_is_negative);
    writes_a_counter: cover (ends && changes && csr == 12'hb82);
`endif
    jumps_far: cover (ends && !traps && is_branch && jumps);
  end
`ifndef FAST
`ifndef PIPELINED
  // A shift of a bit a cycle by any number of bits: what is left to shift by leads from `work` to the same
  // result in every cycle, and nothing is left at the end.
  (* hierconn *) wire [31:0] \dut.work ;
  (* hierconn *) wire [4:0] \dut.left ;
  wire [31:0] arithmetically = $signed(\dut.work ) >>> \dut.left ;
  wire [31:0] to_come = running[14:12] == 1 ? \dut.work << \dut.left : running[30] ? arithmetically : \dut.work >> \dut.left ;
  wire shifts = \dut.phase == SHIFT && (running[6:0] == 7'b0010011 || running[6:0] == 7'b0110011);
  reg shifted_before = 0;
  reg [31:0] came_before, ran_before;
  reg [4:0] left_before;
  always @(posedge clk) begin
    shifted_before <= shifts && !was_seen;
    {came_before, ran_before, left_before} <= {to_come, running, \dut.left };
  end
  always @* if (shifted_before && left_before != 0)
    shift_goes_on: assert (shifts && to_come == came_before && running == ran_before && \dut.left == left_before - 5'd1);
`endif
`endif
