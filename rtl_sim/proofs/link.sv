// A link between two routers: every packet that one end takes from its router comes out of the other end once, as it was,
// and in order, whatever happens on the wires, as long as checksums find it.
`default_nettype none
module proof (input wire clk);
  `define CLAIM assert
  `include "link_environment.svh"
  reg was_refused;  // a frame with a packet, at end 1
  always @(posedge clk) was_refused <= !rst && (was_refused || (from_refused[1] && way[0].r_count != 0));
  always @* begin
    replayed: cover (was_refused && way[0].delivered == 2 && way[0].came == 2 && way[0].holds);
    comes_again: cover (from_right[1] && way[0].r_count != 0 && way[0].taken_up_to == way[0].r_end);
    numbers_wrap: cover (way[0].delivered == 2 * BUFFER + 1 && way[0].holds);
    replay_fills: cover (way[0].s_held == BUFFER && way[0].holds);
    buffer_fills: cover (way[0].r_taken == BUFFER && way[0].holds);
    both_ways: cover (way[0].delivered == 1 && way[1].delivered == 1 && way[0].holds && way[1].holds);
    dies: cover (way[0].came != 0 && way[0].s_state == DEAD);
  end
endmodule
