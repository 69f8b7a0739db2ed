// By parity a node never sends and receives at once. All nodes count the cycles from the same strobe; those of odd weight
// send in odd turns, the others in even turns, and neighbours have different parities. So what is proved here of a node's
// sending is what it may assume of its neighbours'.
`default_nettype none
module proof (input wire clk);
  `include "environment.svh"
  `include "queues.svh"
  // Turns last as long as a hop.
  reg [HOP-1:0] cycles = 0;
  wire own_turn = cycles[HOP-1] == ^address;
  (* anyconst *) reg [D-1:0] kept_address;
  reg had_own_turn = 0;
  always @(posedge clk) begin
    cycles <= rst || start ? 0 : cycles + 1'b1;
    had_own_turn <= own_turn;
  end
  always @* begin
    by_parity: assume (mode == 3 && address == kept_address);
    neighbours_keep_turns: assume (in_valid == 0 || !had_own_turn);
    same_turns: assert (rst || gate_parity == cycles);
    keeps_turns: assert (rst || out_valid == 0 || had_own_turn);
    half_duplex: assert (rst || out_valid == 0 || in_valid == 0);
    sends: cover (!rst && out_valid == {D{1'b1}});
    receives: cover (!rst && in_valid == {D{1'b1}});
  end
endmodule
