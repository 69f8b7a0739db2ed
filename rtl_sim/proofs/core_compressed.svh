// The instruction of 32 bits for one of 16 bits (RISC-V unprivileged ISA 20191213, section 16.8), 0 for none.
  function [31:0] addi(input [4:0] rd, rs1, input [11:0] value);
    addi = {value, rs1, 3'd0, rd, 7'b0010011};
  endfunction
  function [31:0] lw(input [4:0] rd, rs1, input [11:0] at);
    lw = {at, rs1, 3'd2, rd, 7'b0000011};
  endfunction
  function [31:0] sw(input [4:0] rs2, rs1, input [11:0] at);
    sw = {at[11:5], rs2, rs1, 3'd2, at[4:0], 7'b0100011};
  endfunction
  function [31:0] jal(input [4:0] rd, input [20:0] by);
    jal = {by[20], by[10:1], by[11], by[19:12], rd, 7'b1101111};
  endfunction
  function [31:0] branch(input [2:0] kind, input [4:0] rs1, input [12:0] by);
    branch = {by[12], by[10:5], 5'd0, rs1, kind, by[4:1], by[11], 7'b1100011};
  endfunction
  function [31:0] op(input [6:0] upper, input [2:0] kind, input [4:0] rd, rs1, rs2);
    op = {upper, rs2, rs1, kind, rd, 7'b0110011};
  endfunction
  function [31:0] expanded(input [15:0] c);
    reg [4:0] rd, rs2, high, low;  // the last two: of x8 to x15
    reg [11:0] six;                // six bits with their sign
    reg [20:0] far;
    reg [12:0] near;
    begin
      rd = c[11:7];
      rs2 = c[6:2];
      high = {2'b01, c[9:7]};
      low = {2'b01, c[4:2]};
      six = {{7{c[12]}}, c[6:2]};
      far = {{10{c[12]}}, c[8], c[10:9], c[6], c[7], c[2], c[11], c[5:3], 1'b0};
      near = {{5{c[12]}}, c[6:5], c[2], c[11:10], c[4:3], 1'b0};
      expanded = 0;
      casez ({c[15:13], c[1:0]})
        5'b000_00: if (c[12:5] != 0) expanded = addi(low, 2, {2'd0, c[10:7], c[12:11], c[5], c[6], 2'b00});
        5'b010_00: expanded = lw(low, high, {5'd0, c[5], c[12:10], c[6], 2'b00});
        5'b110_00: expanded = sw(low, high, {5'd0, c[5], c[12:10], c[6], 2'b00});
        5'b000_01: expanded = addi(rd, rd, six);
        5'b001_01: expanded = jal(1, far);
        5'b010_01: expanded = addi(rd, 0, six);
        5'b011_01:
          if ({c[12], c[6:2]} != 0)
            expanded = rd == 2 ? addi(2, 2, {{3{c[12]}}, c[4:3], c[5], c[2], c[6], 4'd0})
                               : {{15{c[12]}}, c[6:2], rd, 7'b0110111};
        5'b100_01:
          case (c[11:10])
            0: if (!c[12]) expanded = {7'h00, rs2, high, 3'd5, high, 7'b0010011};
            1: if (!c[12]) expanded = {7'h20, rs2, high, 3'd5, high, 7'b0010011};
            2: expanded = {six, high, 3'd7, high, 7'b0010011};
            3:
              if (!c[12])
                case (c[6:5])
                  0: expanded = op(7'h20, 0, high, high, low);
                  1: expanded = op(0, 4, high, high, low);
                  2: expanded = op(0, 6, high, high, low);
                  3: expanded = op(0, 7, high, high, low);
                endcase
          endcase
        5'b101_01: expanded = jal(0, far);
        5'b110_01: expanded = branch(0, high, near);
        5'b111_01: expanded = branch(1, high, near);
        5'b000_10: if (!c[12]) expanded = {7'h00, rs2, rd, 3'd1, rd, 7'b0010011};
        5'b010_10: if (rd != 0) expanded = lw(rd, 2, {4'd0, c[3:2], c[12], c[6:4], 2'b00});
        5'b100_10:
          if (rs2 != 0) expanded = op(0, 0, rd, c[12] ? rd : 5'd0, rs2);
          else if (rd != 0) expanded = {12'd0, rd, 3'd0, 4'd0, c[12], 7'b1100111};
          else if (c[12]) expanded = 32'h00100073;
        5'b110_10: expanded = sw(rs2, 2, {4'd0, c[8:7], c[12:9], 2'b00});
        default: expanded = 0;
      endcase
    end
  endfunction
