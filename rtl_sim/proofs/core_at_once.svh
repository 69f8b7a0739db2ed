// Products in one cycle. The operands are multiplied here in the cycle in which the core does, which makes one
// multiplier in the circuit of both; the proof holds whatever that gives (core_proof.py). So the operands, the
// sign and the half are shown, not the operator `*`. A negative operand stands for 2^32 less than its bits.
// Quotients take more cycles than this proof has.
  (* hierconn *) wire [31:0] \dut.first , \dut.second ;
  wire is_of_m = opcode == 7'b0110011 && function_7 == 1;
  wire multiplies = is_of_m && !function_3[2], divides = is_of_m && function_3[2];
  reg [31:0] first_then, second_then, low_then;
  reg [63:0] whole_then;
  always @(posedge clk) if (executes && !was_executed) begin
    {first_then, second_then} <= {\dut.first , \dut.second };
    low_then <= \dut.first * \dut.second ;
    whole_then <= {32'd0, \dut.second } * {32'd0, \dut.first };
  end
  wire first_is_negative = first_then[31] && function_3 != 3;
  wire second_is_negative = second_then[31] && function_3 < 2;
  wire [63:0] less = (first_is_negative ? {second_then, 32'd0} : 64'd0) + (second_is_negative ? {first_then, 32'd0} : 64'd0);
  wire [63:0] signed_then = whole_then - less;
  wire [31:0] of_product = function_3 == 0 ? low_then : signed_then[63:32];
  wire operands_are_read = !multiplies || (first_then == rvfi.rs1_rdata && second_then == rvfi.rs2_rdata);
