// A link between two routers: every packet that one end takes from its router comes out of the other end once, as it was,
// and in order, whatever happens on the wires, as long as checksums find it.
`default_nettype none
module proof (input wire clk);
  `define CLAIM assert
  `include "link_environment.svh"
  reg was_refused;  // a frame with a packet, at end 1
  always @(posedge clk) was_refused <= !rst && (was_refused || (from_refused[1] && way[0].r_count != 0));
  // Each end: a timeout comes at its time, and only the last of `most_tries` in a row is the end of the link.
  wire [1:0] tries_right;
  reg had_rst;
  always @(posedge clk) had_rst <= rst;
  generate
    for (w = 0; w < 2; w = w + 1) begin : tried
      wire [7:0] now = tries[w*8+:8];
      wire is_dead = state[w*2+:2] == DEAD;
      wire [LINK-1:0] s_oldest = oldest[w*LINK+:LINK];
      reg [TIMER_BITS:0] after;
      reg [TIMER_BITS-1:0] allowed;
      reg [7:0] before, enough;
      reg [LINK-1:0] had_oldest;
      reg was_dead;
      always @(posedge clk) begin
        after <= timer[w*TIMER_BITS+:TIMER_BITS] + 1'b1;
        allowed <= time_out[w*TIMER_BITS+:TIMER_BITS];
        before <= now;
        enough <= most_tries[w*8+:8];
        had_oldest <= s_oldest;
        was_dead <= is_dead;
      end
      // An answer that tells of no room begins the count anew, also in the cycle of a timeout.
`ifdef HAS_TRIP
      wire is_time = 1;  // a timeout that follows the round trip is not followed here
`else
      wire is_time = after[TIMER_BITS-1:0] >= allowed;
`endif
      wire another = (now == before + 8'd1 || now == 1) && is_time;
      assign tries_right[w] = (now == before || now == 0 || another) && (!is_dead || was_dead || (another && now >= enough)) &&
          (s_oldest == had_oldest || now == 0);
    end
  endgenerate
  // A story, for a cover: wires take no cycle, nothing goes wrong, and end 0 sends.
  reg flows;
  always @(posedge clk)
    flows <= rst || (flows && all_delays == 0 && access_write == 0 && !start && follow == 0 && way[0].same &&
        way[1].same && &goes && leaving_valid == out_free[0]);
  always @* begin
    dies_by_tries: assert (rst || had_rst || &tries_right);
    replayed: cover (!rst && was_refused && way[0].delivered == 2 && way[0].came == 2 && way[0].holds);
    comes_again: cover (!rst && from_right[1] && way[0].r_count != 0 && way[0].taken_up_to == way[0].r_end);
    numbers_wrap: cover (!rst && flows && way[0].delivered == 2 * BUFFER + 1 && way[0].holds);
    replay_fills: cover (!rst && way[0].s_held == BUFFER && way[0].holds);
    buffer_fills: cover (!rst && way[0].r_taken == BUFFER && way[0].holds);
    both_ways: cover (!rst && way[0].delay == DELAY && way[1].delay == DELAY && way[0].delivered == 1 &&
        way[1].delivered == 1 && way[0].holds && way[1].holds);
    dies: cover (!rst && way[0].came != 0 && way[0].s_state == DEAD);
  end
endmodule
