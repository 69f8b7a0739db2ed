// The answer of each rule by the definitions of the papers: trees by the parents of their nodes, where the router's rules have
// formulas or tables of the children. `seen`: this node as the source of the packet sees it, turned to tree 0.
//
// Rules by their numbers (firmware/rules/cube_rules.hpp): 0 e-cube, 1 ascending, 2 SBT, 3 nESBT, 4 SBnT (Johnsson and Ho
// 1986, sections 3.2, 3.5, 3.6), 5 the path of the Gray code (section 3.1), 6 the ring of the Gray code (Dimakopoulos
// 1999, section 3), 7 the stored word.
`default_nettype none
module rule_definition #(parameter D = 2, TREE = 1) (
    input wire [D-1:0] me, source, destination,
    input wire [TREE-1:0] tree,
    input wire [2:0] rule,
    input wire [D-1:0] word,
    output reg [D-1:0] ports,
    output reg deliver,
    output wire [D-1:0] seen);
  function automatic [D-1:0] right(input [D-1:0] x, input [TREE-1:0] j);
    right = {x, x} >> j;
  endfunction
  function automatic [D-1:0] left(input [D-1:0] x, input [TREE-1:0] j);
    reg [2*D-1:0] twice;
    begin
      twice = {x, x} << j;
      left = twice[2*D-1:D];
    end
  endfunction
  function automatic [D-1:0] highest(input [D-1:0] x);
    integer k;
    begin
      highest = 0;
      for (k = 0; k < D; k = k + 1) if (x[k]) highest = 1 << k;
    end
  endfunction
  function automatic [D-1:0] lowest(input [D-1:0] x);
    integer k;
    begin
      lowest = 0;
      for (k = D - 1; k >= 0; k = k - 1) if (x[k]) lowest = 1 << k;
    end
  endfunction
  function automatic [D-1:0] gray(input [D-1:0] rank);
    gray = rank ^ (rank >> 1);
  endfunction
  function automatic [D-1:0] rank_of(input [D-1:0] x);
    integer k;
    begin
      rank_of = x;
      for (k = D - 2; k >= 0; k = k - 1) rank_of[k] = rank_of[k+1] ^ x[k];
    end
  endfunction
  // The bit in which a node's parent in tree 0 differs from it.
  function automatic [D-1:0] to_parent(input [2:0] rule, input [D-1:0] c);
    integer j;
    reg [D-1:0] least;
    begin
      to_parent = highest(c);
      if (rule == 3 && !c[0]) to_parent = 1;
      if (rule == 4) begin
        // The least rotation, the first of them; in it the first 1 to the right of bit 0 is the highest.
        least = c;
        for (j = 1; j < D; j = j + 1) begin
          if (right(c, j) < least) begin
            least = right(c, j);
            to_parent = left(highest(least), j);
          end
        end
      end
      if (rule == 5) to_parent = c ^ gray(rank_of(c) - 1'b1);
    end
  endfunction

  wire [D-1:0] to_go = right(me ^ destination, tree);
  assign seen = right(me ^ source, tree);
  reg [D-1:0] children, child, next;
  integer p;
  always @* begin
    children = 0;
    child = 0;
    next = gray(rank_of(me) + 1'b1);
    ports = 0;
    deliver = 1;
    case (rule)
      0, 1: begin
        ports = left(rule == 0 ? highest(to_go) : lowest(to_go), tree);
        deliver = me == destination;
      end
      2, 3, 4, 5: begin
        for (p = 0; p < D; p = p + 1) begin
          child = seen ^ (1 << p);
          children[p] = child != 0 && to_parent(rule, child) == (1 << p);
        end
        ports = left(children, tree);
      end
      6: if (next != source) ports = me ^ next;
      7: ports = left(word, tree);
    endcase
  end
endmodule
