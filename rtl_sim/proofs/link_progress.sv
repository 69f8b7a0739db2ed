// A link makes progress when errors end: an answer comes within ANSWER cycles of a time-out, so before the next one.
// Frames have no gap here, and registers keep the values of the reset. `link` proves what is assumed of both ends.
`default_nettype none
module proof (input wire clk);
  `define CLAIM assume
  `include "link_environment.svh"
  localparam ANSWER = 24, TIME_OUT = 4 * (HEADER_WORDS + SUM_WORDS + FRAME_PACKETS * PACKET_WORDS) + 16;  // usual_time_out
  wire [1:0] timers_right, settings_right, answers_right, trained_right, answered, calm;
  generate
    for (w = 0; w < 2; w = w + 1) begin : end_of
      localparam S = w, R = 1 - w, TIMER = TIMER_BITS, TRIED = TIME_OUTS_BITS;
      wire [1:0] s_state = state[S*2+:2], r_state = state[R*2+:2];
      wire [TIMER-1:0] s_timer = timer[S*TIMER+:TIMER];
      wire [TRIED-1:0] s_time_outs = time_outs[S*TRIED+:TRIED];
      wire [LINK-1:0] s_oldest = oldest[S*LINK+:LINK];
      wire [HELD-1:0] s_held = held[S*HELD+:HELD], s_room = room[S*HELD+:HELD];
      reg [TRIED-1:0] had_time_outs;
      reg [LINK-1:0] had_oldest;
      reg [HELD-1:0] had_room;
      reg [1:0] had_state;
      reg had_rst, waits, trains;
      reg [$clog2(ANSWER+2)-1:0] waited, trained;
      // Nothing is disturbed, and the far router takes packets.
      assign calm[w] = driven_kind[S*2+:2] == received_kind[R*2+:2] && goes[S] &&
          driven_word[S*WIRES+:WIRES] == received_word[R*WIRES+:WIRES];
      wire both = &alive && r_state != SILENT;
      wire timed_out = s_time_outs != had_time_outs && !had_rst;
      wire progress = s_oldest != had_oldest || (had_room == 0 && s_room != 0);
      always @(posedge clk) begin
        had_rst <= rst;
        had_time_outs <= s_time_outs;
        had_oldest <= s_oldest;
        had_room <= s_room;
        had_state <= s_state;
        if (rst || !(&calm) || s_state != UP || !both || (progress && !timed_out)) waits <= 0;
        else if (timed_out) waits <= 1;
        waited <= timed_out ? 0 : waited + 1'b1;
        // A time-out in training, or at the end of the silence.
        if (rst || !(&calm) || s_state != TRAINING || !both) trains <= 0;
        else if (s_timer == 0) trains <= 1;
        trained <= s_timer == 0 ? 0 : trained + 1'b1;
      end
      assign settings_right[w] = time_out[S*TIMER+:TIMER] == TIME_OUT && gap[S*GAP_BITS+:GAP_BITS] == 0 &&
          rests[S*RESTS_BITS+:RESTS_BITS] == 0 && frame_size[S*COUNT+:COUNT] == 0 && total[S*TOTAL_BITS+:TOTAL_BITS] == 0;
      assign timers_right[w] = s_timer < TIME_OUT;
      assign answers_right[w] = !waits || waited < ANSWER;
      assign trained_right[w] = !trains || trained < ANSWER;
      assign answered[w] = waits && progress;
    end
  endgenerate
  always @* begin
    registers_rest: assume (access_write == 0 && !start);
    settings: assert (rst || &settings_right);
    time_out_comes: assert (rst || &timers_right);
    answer_comes: assert (rst || &answers_right);
    training_ends: assert (rst || &trained_right);
    up: cover (state == {2'd2, 2'd2});
    answer_came: cover (&alive && answered[0]);
  end
endmodule
