// Quotients and remainders, a bit in each cycle, by induction as in core_products.svh. With the dividend's and
// the divisor's magnitudes n and d, and q the bits of the quotient up to now: q d + `high` are the bits of n up
// to now, and `high` < d. `q_times_d` goes from q to 2 q + b as 2 q d + b d. Signs are those of the manual's
// table 7.1: a remainder has the dividend's, and a division by zero gives -1 and the dividend.
  localparam ITERATE = 6, NEGATE = 7;
  (* hierconn *) wire [31:0] \dut.work , \dut.registers_second_data ;
  (* hierconn *) wire [32:0] \dut.multiplier_high ;
  (* hierconn *) wire \dut.multiplier_negates ;
  (* hierconn *) wire [4:0] \dut.left ;
  wire [31:0] work = \dut.work , divisor = \dut.registers_second_data ;
  wire [32:0] high = \dut.multiplier_high ;
  wire negates = \dut.multiplier_negates ;
  wire [4:0] left = \dut.left ;
  wire [2:0] kind = running[14:12];  // DIV 4, DIVU 5, REM 6, REMU 7
  wire is_signed = !kind[0], is_remainder = kind[1];
  wire is_quotient = running[6:0] == 7'b0110011 && running[31:25] == 1 && kind[2];
  wire is_between = valid && instruction && strobes == 0 && \dut.phase == FETCH && address[1:0] == 0;
  wire iterates = \dut.phase == ITERATE && is_quotient;
  wire turns = \dut.phase == NEGATE && is_quotient;
  wire is_at_end = \dut.phase == SHIFT && is_quotient && left == 0;

  (* anyconst *) reg [31:0] dividend;  // its magnitude
  (* anyconst *) reg [35:0] q_times_d;
  wire [35:0] magnitude = is_signed && divisor[31] ? {4'd0, -divisor} : {4'd0, divisor};
  wire [35:0] up_to_now = {4'd0, dividend} >> (left + 6'd1);
  wire [31:0] ones = ~(32'hffffffff << (5'd31 - left));  // bits of the quotient in `work`
  wire [31:0] mask_of_rest = 32'hffffffff >> (5'd31 - left);
  wire has_rest = ((work >> (5'd31 - left)) ^ dividend) << (5'd31 - left) == 0;
  wire is_less = divisor == 0 || high < magnitude;
  wire has_ones = divisor != 0 || (work & ones) == ones;
  wire holds_numbers = q_times_d + high == up_to_now && q_times_d <= up_to_now && is_less && has_rest && has_ones &&
               (divisor != 0 || q_times_d == 0);
  wire [35:0] with_0 = q_times_d << 1, with_1 = with_0 + magnitude;

  reg began = 0, began_quotient = 0, went = 0, turned = 0, ended = 0, was_last;
  reg [4:0] left_before;
  reg [32:0] high_before;
  reg negated_before;
  reg [31:0] work_before, ran_before, divisor_before;
  always @(posedge clk) begin
    began <= executes;
    began_quotient <= executes && is_quotient;
    went <= iterates && first;
    turned <= turns && first;
    ended <= is_at_end && first;
    {was_last, left_before, high_before, negated_before, work_before, ran_before, divisor_before} <=
        {left == 0, left, high, negates, work, running, divisor};
  end
  wire is_negative = is_signed && rvfi.rs1_rdata[31];
  wire [35:0] in_bits = was_last ? {4'd0, dividend} : up_to_now;
  always @* begin
    no_reset: assume (!rst);
    begins_somewhere: assume (!first || is_between || is_at_end || turns || (iterates && holds_numbers));
    if (began && (iterates || turns))
      begins: assert (turns == is_negative && high == 0 && left == 31 && work == rvfi.rs1_rdata &&
                      divisor == rvfi.rs2_rdata && rvfi.rs1_addr == running[19:15] && rvfi.rs2_addr == running[24:20] &&
                      rvfi.insn == running &&
                      negates == (is_remainder ? is_negative
                                               : divisor != 0 && is_negative != (is_signed && divisor[31])));
    if (began_quotient && !was_due) begins_each: assert (iterates || turns);
    if (went || turned) keeps: assert (running == ran_before && divisor == divisor_before && negates == negated_before);
    if (turned) turns_round: assert (work == -work_before && high == high_before && left == left_before &&
                                     (left == 0 ? is_at_end : iterates));
    if (went) begin
      bits_of_n: assert (with_0 + high == in_bits || with_1 + high == in_bits);
      rest_is_less: assert (is_less);
      if (!was_last) goes_on: assert (iterates && left == left_before - 5'd1 && has_rest && has_ones);
      if (!was_last || !is_remainder) bit_of_q: assert ((work[0] ? with_1 : with_0) + high == in_bits);
      if (was_last) result_is: assert ((negates ? turns : is_at_end) && left == 0 &&
                                       (is_remainder ? work == high[31:0] && !high[32]
                                                     : work[31:1] == work_before[30:0] && (divisor != 0 || work[0])));
    end
    if (ended) ends: assert (rvfi.valid && rvfi.rd_addr == running[11:7] &&
                             rvfi.rd_wdata == (running[11:7] == 0 ? 0 : work_before));
    last_bit: cover (went && was_last && kind == 6 && divisor == 3);
    begins_one: cover (began && turns);
    by_zero: cover (went && was_last && kind == 4 && divisor == 0);
  end
