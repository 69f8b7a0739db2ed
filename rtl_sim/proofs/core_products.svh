// Products, a bit in each cycle, by induction. `sum` is what the bits of the multiplier up to now have added:
// the multiplicand for each that is set, moved to its place, and for the sign subtracted. Behind the last bit
// it is the product, by the definition of binary numbers. Shown are
//
//     begins   from any state between two instructions: nothing is added yet, and 32 bits are left
//     goes on  from any state in which the core's registers hold `sum`: they do in the next cycle, and
//              behind the last bit `work` holds the part of it that the instruction asks for
//     ends     what `work` holds is written
  localparam ITERATE = 6;
  (* hierconn *) wire [31:0] \dut.work , \dut.registers_second_data ;
  (* hierconn *) wire [32:0] \dut.multiplier_high ;
  (* hierconn *) wire \dut.multiplier_negates ;
  (* hierconn *) wire [4:0] \dut.left ;
  wire [31:0] work = \dut.work , multiplicand = \dut.registers_second_data ;
  wire [4:0] left = \dut.left ;
  wire [2:0] kind = running[14:12];  // MUL, MULH, MULHSU, MULHU
  wire is_product = running[6:0] == 7'b0110011 && running[31:25] == 1 && !kind[2];
  wire iterates = \dut.phase == ITERATE && is_product;
  wire is_between = valid && instruction && strobes == 0 && \dut.phase == FETCH && address[1:0] == 0;
  wire is_at_end = \dut.phase == SHIFT && is_product && left == 0;

  (* anyconst *) reg [31:0] multiplier;
  reg signed [64:0] sum;
  wire signed [64:0] held = {\dut.multiplier_high , work};
  wire signed [64:0] wide = {{33{multiplicand[31] && kind < 2}}, multiplicand};
  wire [4:0] bit_now = 5'd31 - left;
  wire signed [64:0] moved = wide <<< bit_now;
  wire subtracts = left == 0 && kind != 3;
  wire signed [64:0] more = subtracts ? sum - moved : sum + moved;
  wire signed [64:0] held_sum = held >>> (left + 6'd1);
  wire [31:0] rest = multiplier >> bit_now, mask_of_rest = 32'hffffffff >> bit_now;
  wire holds_sum = held_sum == sum && ((work ^ rest) & mask_of_rest) == 0 && !\dut.multiplier_negates ;

  reg began = 0, began_product = 0, went = 0, was_last, ended = 0;
  reg [4:0] left_before;
  reg [31:0] work_before, ran_before, multiplicand_before;
  always @(posedge clk) begin
    if (iterates) sum <= multiplier[bit_now] ? more : sum;
    began <= executes;
    began_product <= executes && is_product;
    went <= iterates && first;
    ended <= is_at_end && first;
    {was_last, left_before, work_before, ran_before, multiplicand_before} <=
        {left == 0, left, work, running, multiplicand};
  end
  always @* begin
    no_reset: assume (!rst);
    begins_somewhere: assume (!first || is_between || is_at_end || (iterates && holds_sum));
    if (began && iterates)
      begins: assert (\dut.multiplier_high == 0 && !\dut.multiplier_negates && left == 31 && work == rvfi.rs1_rdata &&
                      multiplicand == rvfi.rs2_rdata && rvfi.rs1_addr == running[19:15] &&
                      rvfi.rs2_addr == running[24:20] && rvfi.insn == running);
    if (began_product && !was_due) begins_each: assert (iterates);
    if (went) keeps: assert (running == ran_before && multiplicand == multiplicand_before);
    if (went && !was_last) goes_on: assert (iterates && left == left_before - 5'd1 && holds_sum);
    if (went && was_last) product: assert (is_at_end && work == (kind == 0 ? sum[31:0] : sum[63:32]));
    if (ended) ends: assert (rvfi.valid && rvfi.rd_addr == running[11:7] &&
                             rvfi.rd_wdata == (running[11:7] == 0 ? 0 : work_before));
    last_bit: cover (went && was_last && kind == 2);
    begins_one: cover (began && iterates);
  end
