// A link makes progress when errors end: an answer comes within ANSWER cycles of a timeout, so before the next one, and a
// packet is acknowledged before the third. Frames have no gap here, and registers keep the values of the reset. `link`
// proves what is assumed of both ends.
//
// A timeout is followed step by step: the end sends a frame that asks, the other end takes it and answers. In each step at
// most so many cycles are left (`left_over`), and each cycle makes them fewer.
`default_nettype none
module proof (input wire clk);
  `define CLAIM assume
  `include "link_environment.svh"
  localparam SUM = FROM_SUM_BITS, TIMER = TIMER_BITS, TRIED = TIME_OUTS_BITS, ASKS = HEARD + 1;
  localparam FRAME = HEADER_WORDS + SUM_WORDS + FRAME_PACKETS * PACKET_WORDS;
  localparam TIME_OUT = 4 * FRAME + 16;  // usual_time_out
  // The end's frame without packets, the one that asks, one of the other end, the answer; and the registers between.
  localparam ANSWER = HEADER_WORDS + SUM_WORDS + 3 * FRAME + 4;
  localparam CYCLES = $clog2(TIME_OUT) + 2;
  // Nothing is disturbed, and both routers take packets.
  wire [1:0] calm;
  wire [2*CYCLES-1:0] all_ends;  // at most so many cycles until each end's frame is over
  wire [1:0] all_intact;

  // As Crc::take.
  function [SUM-1:0] sum_of(input [SUM-1:0] before, input [WIRES-1:0] word);
    integer i;
    begin
      sum_of = before;
      for (i = 0; i < WIRES; i = i + 1)
        sum_of = sum_of >> 1 ^ (sum_of[0] ^ word[i] ? SUM == 16 ? 'h8408 : 'hEDB88320 : 0);
    end
  endfunction

  // Without errors a frame arrives.
  wire [1:0] settings_right, frames_right, between_right, parts_follow, sums_right, arrives_right, limits_right, knows_right,
             none_taken;
  generate
    for (w = 0; w < 2; w = w + 1) begin : wires
      localparam S = w, R = 1 - w;
      wire [1:0] s_part = way[w].s_part, s_kind = way[w].s_kind, r_part = way[w].r_part;
      wire [LEFT-1:0] s_left = way[w].s_left, d_place = way[w].d_place;
      wire [COUNT-1:0] s_frame = way[w].s_frame, d_count = way[w].d_count, r_count = way[w].r_count;
      wire [SUM-1:0] s_sum = sent_sum[S*SUM+:SUM], r_sum = from_sum[R*SUM+:SUM];
      wire [WIRES-1:0] s_word = way[w].s_word;
      wire ends = s_kind == TAIL && d_place == SUM_WORDS - 1;
      assign calm[w] = way[w].same && goes[S];
      reg intact;   // since the last end of a frame, or an idle cycle
      reg arrives;  // such a frame has ended in the cycle before
      always @(posedge clk) begin
        intact <= !rst && way[w].same && (intact || s_kind == IDLE || ends);
        arrives <= !rst && way[w].same && intact && ends;
      end
      assign all_intact[w] = intact;
      assign all_ends[w*CYCLES+:CYCLES] = s_part == IDLE ? 0 : s_part == TAIL ? s_left - 1 :
          s_left + SUM_WORDS - 1 + (cut[S] ? 0 : (FRAME_PACKETS - s_frame) * PACKET_WORDS);
      wire [SUM-1:0] sent = ~(s_kind == TAIL ? r_sum : s_sum), taken = ~r_sum;
      reg [SUM_WORDS-1:0] s_wrong;
      integer k;
      always @* begin
        s_wrong = 0;
        for (k = 0; k < SUM_WORDS; k = k + 1) if (s_part == TAIL && k < s_left)
          s_wrong[k] = words[(S*MOST_WORDS+k)*WIRES+:WIRES] != (sent >> (SUM_WORDS - s_left + k) * WIRES & WORD);
      end
      assign settings_right[w] = time_out[S*TIMER+:TIMER] == TIME_OUT && gap[S*GAP_BITS+:GAP_BITS] == 0 &&
          rests[S*RESTS_BITS+:RESTS_BITS] == 0 && frame_size[S*COUNT+:COUNT] == 0 && total[S*TOTAL_BITS+:TOTAL_BITS] == 0;
      assign frames_right[w] = way[w].s_most != 0 && (SUM_WORDS != 1 || from_tail[R*FROM_TAIL_BITS+:FROM_TAIL_BITS] == 0);
      // Behind a frame and an idle cycle comes the first word of a frame, or nothing.
      assign between_right[w] = !(s_kind == IDLE || ends) || s_part == IDLE || (s_part == HEAD && s_left == HEADER_WORDS);
      assign parts_follow[w] = !intact || (
          s_kind == IDLE || (s_kind == HEAD && d_place == 0) ? r_part == P_NONE || r_part == P_TAIL :
          way[w].clean && (
              s_kind == HEAD ? r_part == P_HEAD && way[w].r_head_place == d_place :
              s_kind == BODY ? r_part == P_BODY && way[w].r_body_place == d_place && r_count == d_count - 1'b1 :
              r_count == d_count && (d_place == 0 ? r_part == P_BODY && way[w].r_body_place == 0 :
                                                    r_part == P_TAIL && way[w].r_tail_place == d_place)));
      // The checksum that is sent is the one of what is taken.
      assign sums_right[w] = !(s_part == HEAD && s_left == HEADER_WORDS && s_sum != {SUM{1'b1}}) &&
          (!intact || s_kind == IDLE ||
           (s_kind == TAIL ? s_word == (taken >> d_place * WIRES & WORD) && (ends || s_wrong == 0) :
                             s_sum == sum_of(way[w].x_begins ? {SUM{1'b1}} : r_sum, s_word) && s_wrong == 0));
      assign arrives_right[w] = !arrives || way[w].r_right;
      // News of room are not older than what is known.
      assign limits_right[w] = !way[w].holds || (
          `RISE(way[w].oldest_of + way[w].s_room, way[w].r_told_limit, 2 * BUFFER) &&
          `RISE(way[w].r_told_limit, way[w].d_told_limit, 2 * BUFFER) &&
          `RISE(way[w].d_told_limit, way[w].s_told_limit, 2 * BUFFER));
      // An end that trains no more has been heard.
      assign knows_right[w] = heard[R] || (way[w].s_trains && way[w].d_trains && way[w].r_trains);
      // An end that trains has taken nothing yet.
      assign none_taken[w] = !(&alive) || ((state[R*2+:2] >= UP || way[w].not_known == 0) &&
          (!way[w].s_reply[TRAINS] || way[w].s_known == 0) && (!way[w].d_reply[TRAINS] || way[w].d_known == 0) &&
          (!way[w].r_reply[TRAINS] || way[w].r_known == 0));
    end
  endgenerate

  // Phases from a timeout of end w on: 0, until its frame begins that asks; 1, until the other end has it; 2, until the
  // other end begins the answer; 3, until that is here.
  wire [1:0] timers_right, timer_runs, asks_right, asked_right, has_room, owes_right, replies_right, in_time, answers_right,
             rounds_right, acknowledged, trained;
  generate
    for (w = 0; w < 2; w = w + 1) begin : end_of
      localparam S = w, R = 1 - w;
      localparam WHOLE = FRAME - 1;  // the most of all_ends
      wire [1:0] s_state = state[S*2+:2], r_state = state[R*2+:2];
      wire [TIMER-1:0] s_timer = timer[S*TIMER+:TIMER];
      wire [TRIED-1:0] s_time_outs = time_outs[S*TRIED+:TRIED];
      wire [LINK-1:0] s_oldest = way[S].s_oldest, r_expected = way[S].r_expected;
      wire [HELD-1:0] s_held = way[S].s_held, s_room = way[S].s_room, r_taken = way[S].r_taken;
      wire [CYCLES-1:0] s_ends = all_ends[S*CYCLES+:CYCLES], r_ends = all_ends[R*CYCLES+:CYCLES];
      reg [TRIED-1:0] had_time_outs;
      reg [LINK-1:0] had_oldest;
      reg [HELD-1:0] had_room;
      reg [TIMER-1:0] had_timer;
      reg [1:0] had_state;
      reg had_rst, waits;
      reg [CYCLES-1:0] waited;
      reg [1:0] phase, rounds;  // rounds: timeouts since errors ended or a packet was acknowledged
      // Is the frame that asks, or the answer, the one that is made, the one on the wires, the one that is taken?
      reg s_asks, d_asks, r_asks, s_answers, d_answers, r_answers;
      wire both = &alive && r_state != SILENT && (s_state == TRAINING || s_state == UP);
      wire timed_out = !had_rst && (s_state == TRAINING ? s_timer == 0 : s_time_outs != had_time_outs);
      wire progress = s_state == UP && (had_state != UP || s_oldest != had_oldest || (had_room == 0 && s_room != 0));
      wire [1:0] now = timed_out ? 0 : phase;
      wire runs = waits || timed_out;
      always @(posedge clk) begin
        had_rst <= rst;
        had_time_outs <= s_time_outs;
        had_oldest <= s_oldest;
        had_room <= s_room;
        had_timer <= s_timer;
        had_state <= s_state;
        if (rst || !(&calm) || !both || (progress && !timed_out)) waits <= 0;
        else if (timed_out) waits <= 1;
        waited <= timed_out ? 0 : waited + 1'b1;
        if (rst || !(&calm) || s_state != UP || !both || s_oldest != had_oldest) rounds <= 0;
        else if (timed_out) rounds <= rounds + 1'b1;
        phase <= now == 0 ? way[S].s_may_begin : now == 1 ? 1 + (way[S].r_right && r_asks) :
            now == 2 ? 2 + way[R].s_may_begin : 3;
        if (timed_out || way[S].s_may_begin) s_asks <= way[S].s_may_begin && runs && now == 0;
        d_asks <= s_asks && !timed_out;
        if (timed_out) r_asks <= 0;
        else if (way[S].x_begins) r_asks <= d_asks;
        if (timed_out) s_answers <= 0;
        else if (way[R].s_may_begin) s_answers <= waits && now == 2;
        d_answers <= s_answers && !timed_out;
        if (timed_out) r_answers <= 0;
        else if (way[R].x_begins) r_answers <= d_answers;
      end
      wire open = waits && !progress && both;
      wire trains = s_state == TRAINING;
      // Its timer counts every cycle while packets wait, and in training.
      wire counts = had_state == s_state && s_state != DEAD && (s_state != UP || (s_held != 0 && s_oldest == had_oldest));
      assign timers_right[w] = s_timer < TIME_OUT && (had_rst || !counts ||
          (had_timer != TIME_OUT - 1 ? s_timer == had_timer + 1 : s_timer == 0 && (s_state != UP || timed_out)));
      assign timer_runs[w] = (!timed_out || (s_timer == 0 && !waits)) && (!(waits || rounds != 0) || !had_rst) &&
          (rounds == 0 || had_state == UP) && (!waits || had_state == UP || had_state == TRAINING) &&
          (!open || (s_timer == waited + 1 && (trains || s_held != 0)));
      wire [COUNT-1:0] s_frame = way[S].s_frame, d_count = way[S].d_count, r_count = way[S].r_count;
      wire [1:0] s_part = way[S].s_part, r_part = way[R].s_part;
      wire s_begins = s_part == HEAD && way[S].s_left == HEADER_WORDS;
      wire r_begins = r_part == HEAD && way[R].s_left == HEADER_WORDS;
      assign asks_right[w] = (!(both && (timed_out || (open && phase == 0))) || (due[S] && asks[S] && way[S].s_next == 0 &&
           (trains || s_held != 0) && (cut[S] || s_part == IDLE || s_part == TAIL))) &&
          (!(open && phase == 0) || {s_asks, d_asks, r_asks, s_answers, d_answers, r_answers} == 0);
      // The frame that asks begins with the oldest packet if the other end has room.
      `define HAS_OLDEST(part) (trains || (part``_number == way[S].oldest_of))
      `define FULL_OR(count) (trains || count != 0 || s_room == 0)
      assign asked_right[w] = !(open && phase == 1) || (
          {s_answers, d_answers, r_answers} == 0 && (s_asks || d_asks || r_asks) &&
          (!s_asks || (s_part != IDLE && (s_begins ? !d_asks && !r_asks : all_intact[S] && d_asks) &&
               way[S].s_header[ASKS] && way[S].s_trains == trains && `HAS_OLDEST(way[S].s) &&
               (s_part != HEAD ? `FULL_OR(s_frame) : trains || (way[S].s_next == 0 && (s_room == 0 || !cut[S]))))) &&
          (!d_asks || (all_intact[S] && way[S].s_kind != IDLE && way[S].x_begins != r_asks &&
               way[S].d_header[ASKS] && way[S].d_trains == trains && `HAS_OLDEST(way[S].d) &&
               (s_asks || (wires[S].ends && `FULL_OR(d_count))))) &&
          (!r_asks || (way[S].r_header[ASKS] && way[S].r_trains == trains && `HAS_OLDEST(way[S].r) &&
               (d_asks || (way[S].r_right && `FULL_OR(r_count))))));
      // The other end has something to say.
      assign has_room[w] = !open || trains || r_taken != BUFFER || r_expected != s_oldest;
      assign owes_right[w] = !(open && phase == 2) || (due[R] && {s_answers, d_answers, r_answers} == 0 &&
          (trains ? heard[R] : r_state == UP && (r_expected != s_oldest || s_room == 0)));
      `define IS_ANSWER(header) (trains ? header[HEARD] : !header[TRAINS] && (header[LINK+:LINK] != s_oldest || \
          (s_room == 0 && header[2*LINK+:HELD] != 0)))
      wire [HEADER-1:0] s_reply = way[S].s_reply, d_reply = way[S].d_reply, r_reply = way[S].r_reply;
      assign replies_right[w] = !(open && phase == 3) || (
          (s_answers || d_answers || r_answers) &&
          (!s_answers || (r_part != IDLE && (r_begins ? !d_answers && !r_answers : all_intact[R] && d_answers) &&
               `IS_ANSWER(s_reply))) &&
          (!d_answers || (all_intact[R] && way[R].s_kind != IDLE && way[R].x_begins != r_answers && `IS_ANSWER(d_reply) &&
               (s_answers || wires[R].ends))) &&
          (!r_answers || (`IS_ANSWER(r_reply) && (d_answers || way[R].r_right))));
      // At most so many cycles are left.
      wire [CYCLES-1:0] left_over = phase == 0 ? s_ends + 3 * WHOLE + 8 :
          phase == 1 ? 2 * WHOLE + (s_asks ? s_ends + 7 : d_asks ? 6 : 5) :
          phase == 2 ? r_ends + WHOLE + 4 : s_answers ? r_ends + 3 : d_answers ? 2 : 1;
      assign in_time[w] = !open || waited + left_over < ANSWER;
      assign answers_right[w] = !waits || !both || waited < ANSWER;
      // The first timeout may end with news of room, the second one does not.
      assign rounds_right[w] = rounds == 0 || !both || s_state != UP || s_oldest != had_oldest ||
          (rounds == 1 ? waits || s_room != 0 : rounds == 2 && waits && had_room != 0 && s_room != 0);
      assign acknowledged[w] = waits && had_state == UP && s_oldest != had_oldest;
      assign trained[w] = waits && had_state == TRAINING && s_state == UP;
    end
  endgenerate

  // Two stories, for covers: the frames of a packet are lost until a timeout; a router takes no packets until a timeout.
  reg loses, stops;
  wire wires_same = way[0].same && way[1].same, one_up = state[0+:2] == UP, timed_out_yet = time_outs[0+:TRIED] != 0;
  always @(posedge clk) begin
    loses <= rst || (loses && leaving_valid == (one_up && way[0].came == 0) && follow == 0 && &goes && way[1].same &&
        (way[0].s_kind == BODY && !timed_out_yet ? received_kind[2+:2] == IDLE : way[0].same));
    stops <= rst || (stops && leaving_valid == (one_up && out_free[0]) && follow == 0 && wires_same &&
        goes == {timed_out_yet, 1'b1});
  end
  always @* begin
    registers_rest: assume (access_write == 0 && !start);
    settings: assert (rst || &settings_right);
    time_out_comes: assert (rst || &timers_right);
    frames: assert (rst || &frames_right);
    between: assert (rst || &between_right);
    parts_taken: assert (rst || &parts_follow);
    sums: assert (rst || &sums_right);
    arrives: assert (rst || &arrives_right);
    limits: assert (rst || &limits_right);
    trains_first: assert (rst || &none_taken);
    knows: assert (rst || &knows_right);
    timer_counts: assert (rst || &timer_runs);
    will_ask: assert (rst || &asks_right);
    asked: assert (rst || &asked_right);
    has_room_for_it: assert (rst || &has_room);
    owes: assert (rst || &owes_right);
    replies: assert (rst || &replies_right);
    in_time_left: assert (rst || &in_time);
    answer_comes: assert (rst || &answers_right);
    gets_through: assert (rst || &rounds_right);
    training_ends: cover (!rst && trained[0]);
    comes_again: cover (!rst && loses && acknowledged[0]);
    room_again: cover (!rst && stops && end_of[0].waits && end_of[0].had_room == 0 && end_of[0].s_room != 0);
  end
endmodule
