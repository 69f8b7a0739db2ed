// One direction of a link, w, from end w to end 1 - w: packets have numbers without end here, of which both ends know the
// low bits. Inside a loop over both directions (link.sv).
//
//   delivered <= taken_up_to <= sent_up_to <= came
//                 oldest_of <= taken_up_to
//
//   delivered    packets that the router at the far end has been given
//   taken_up_to  packets that the far end has taken from right frames; its buffer has the difference
//   oldest_of    packets that the near end knows to be taken
//   sent_up_to   packets that the near end has sent, lost or not
//   came         packets that the router has given to the near end; its replay buffer has those from the oldest on
//
// They lie within two buffers, so that numbers modulo four buffers tell them apart.
localparam S = w, R = 1 - w;
wire [1:0] s_state = state[S*2+:2], s_part = part[S*2+:2], s_kind = driven_kind[S*2+:2], r_kind = received_kind[R*2+:2],
           r_part = from_part[R*2+:2];
wire [COUNT-1:0] s_frame = frame[S*COUNT+:COUNT], s_most = most[S*COUNT+:COUNT], r_count = from_count[R*COUNT+:COUNT];
wire [LINK-1:0] s_oldest = oldest[S*LINK+:LINK], r_expected = expected[R*LINK+:LINK];
wire [HELD-1:0] s_held = held[S*HELD+:HELD], s_next = next[S*HELD+:HELD], s_once = once[S*HELD+:HELD],
                s_room = room[S*HELD+:HELD], r_taken = taken[R*HELD+:HELD];
wire [PLACE-1:0] s_first = first[S*PLACE+:PLACE], r_first = taken_first[R*PLACE+:PLACE];
wire [LEFT-1:0] s_left = left[S*LEFT+:LEFT];
wire [WIRES-1:0] s_word = driven_word[S*WIRES+:WIRES], r_word = received_word[R*WIRES+:WIRES];
wire s_comes = leaving_valid[S] && s_state != DEAD;
wire s_rests = rests[S*RESTS_BITS+:RESTS_BITS] != 0;
wire [HEADER-1:0] from_header = {from_answers[R], from_asks[R], from_heard[R], from_trains[R],
    from_room[R*HELD+:HELD], from_expected[R*LINK+:LINK], from_number[R*LINK+:LINK]};
wire r_right = from_right[R];

reg [N-1:0] delivered, came;
reg broken;  // the near end has declared the link dead
wire [N-1:0] taken_from = delivered + out_valid[R];
wire [N-1:0] taken_up_to = taken_from + r_taken;
wire [LINK-1:0] not_known = r_expected - s_oldest;
wire [N-1:0] oldest_of = taken_up_to - not_known;
wire [N-1:0] sent_up_to = oldest_of + s_once;
wire holds = !broken && s_state != DEAD;
always @(posedge clk) begin
  delivered <= rst ? 0 : taken_from;
  came <= rst ? 0 : came + s_comes;
  broken <= !rst && (broken || s_state == DEAD);
end

// Any packet is followed, bit for bit.
reg followed;
reg [N-1:0] number;
reg [PACKET-1:0] packet;
wire [PACKET-1:0] s_packet = `PACKET_OF(leaving, S), r_packet = `PACKET_OF(out, R);
wire is_out = out_valid[R] && followed && delivered == number;
always @(posedge clk) begin
  followed <= !rst && (followed ? !is_out : follow[w] && s_comes);
  if (!followed) begin
    number <= came;
    packet <= s_packet;
  end
end
wire [PACKET_WORDS*WIRES-1:0] packet_words = `WIRES_OF(packet);

// Frames in three places: s, the near end makes one; d, one is on the wires; r, the far end takes one. Of each the number of
// its first packet, what the near end has taken of the other direction, up to where it has room, and the header.
reg [N-1:0] s_number, d_number, r_number, s_back, d_back, r_back, s_limit, d_limit, r_limit;
reg [HEADER-1:0] s_header, d_header, r_header;
reg [COUNT-1:0] d_count;  // packets of the frame, with the one on the wires
reg [LEFT-1:0] d_place;   // of the word within header, packet or checksum
wire [LEFT-1:0] length = s_part == HEAD ? HEADER_WORDS : s_part == BODY ? PACKET_WORDS : SUM_WORDS;
wire [HELD-1:0] s_free = BUFFER - taken[S*HELD+:HELD];
wire [LINK-1:0] s_low = s_oldest + s_next;
wire s_may_begin = (s_part == IDLE || s_part == TAIL) && (s_left == 0 || (s_left == 1 && !s_rests));
wire d_begins = s_kind == HEAD && d_place == 0;
wire same = r_kind == s_kind && r_word == s_word;
reg clean;  // all phits of the frame that is taken have come as they were driven, from its first on
always @(posedge clk) begin
  if (rst) begin
    {s_number, d_number, r_number, s_back, d_back, r_back} <= 0;
    {s_limit, d_limit, r_limit} <= {3{FULL}};
    {s_header, d_header, r_header} <= {3{NEVER}};
    d_count <= 0;
    d_place <= 0;
    clean <= 0;
  end else begin
    if (s_may_begin && s_state != DEAD) begin
      s_number <= oldest_of + s_next;
      s_back <= all_taken[R*N+:N];
      s_limit <= all_limits[R*N+:N];
      s_header <= {answers[S], asks[S], heard[S], s_state < UP, s_free, expected[S*LINK+:LINK], s_low};
    end
    {d_number, d_back, d_limit, d_header} <= {s_number, s_back, s_limit, s_header};
    d_count <= s_frame;
    d_place <= length - s_left;
    if (d_begins) {r_number, r_back, r_limit, r_header} <= {d_number, d_back, d_limit, d_header};
    clean <= (r_kind == HEAD && r_part != P_HEAD ? d_begins : clean) && same;
  end
end
wire [N-1:0] s_end = s_number + s_frame, r_end = r_number + r_count;
// The far end has a frame of which all that it has taken is right.
wire r_has = clean && (r_part == P_BODY || r_part == P_TAIL || r_right);

// Words, one by one: is what is left to send, what is on the wires, what has been taken, as it should be?
wire s_is_packet = holds && followed && s_part == BODY && number == s_end - 1'b1;
wire d_is_packet = holds && followed && s_kind == BODY && number == d_number + d_count - 1'b1;
wire r_is_packet = holds && followed && r_part == P_BODY && number == r_end;
wire [LEFT-1:0] r_head_place = HEADER_WORDS == 1 ? 0 : from_head_place[R*FROM_HEAD_PLACE_BITS+:FROM_HEAD_PLACE_BITS],
                r_body_place = PACKET_WORDS == 1 ? 0 : from_body_place[R*FROM_BODY_PLACE_BITS+:FROM_BODY_PLACE_BITS],
                r_tail_place = SUM_WORDS == 1 ? 0 : from_tail[R*FROM_TAIL_BITS+:FROM_TAIL_BITS];
reg [MOST_WORDS-1:0] s_wrong;
reg [HEADER_WORDS-1:0] d_head_wrong, r_head_wrong;
reg [PACKET_WORDS-1:0] d_body_wrong, r_body_wrong;
integer k;
always @* begin
  s_wrong = 0;
  for (k = 0; k < MOST_WORDS; k = k + 1) if (k < s_left) begin
    if (s_part == HEAD)
      s_wrong[k] = words[(S*MOST_WORDS+k)*WIRES+:WIRES] != (s_header >> (HEADER_WORDS - s_left + k) * WIRES & WORD);
    if (s_is_packet)
      s_wrong[k] = words[(S*MOST_WORDS+k)*WIRES+:WIRES] != (packet_words >> (PACKET_WORDS - s_left + k) * WIRES & WORD);
  end
  {d_head_wrong, r_head_wrong, d_body_wrong, r_body_wrong} = 0;
  for (k = 0; k < HEADER_WORDS; k = k + 1) begin
    d_head_wrong[k] = s_kind == HEAD && d_place == k && s_word != (d_header >> k * WIRES & WORD);
`ifdef HAS_FROM_HEAD
    // The newest is the last of them.
    if (k < r_head_place) r_head_wrong[k] = r_part == P_HEAD && clean &&
      (from_head >> (R * (HEADER_WORDS - 1) + HEADER_WORDS - 1 - r_head_place + k) * WIRES & WORD) !=
          (r_header >> k * WIRES & WORD);
`endif
  end
  for (k = 0; k < PACKET_WORDS; k = k + 1) begin
    d_body_wrong[k] = d_is_packet && d_place == k && s_word != packet_words[k*WIRES+:WIRES];
`ifdef HAS_FROM_BODY
    if (k < r_body_place) r_body_wrong[k] = r_is_packet && clean &&
      (from_body >> (R * (PACKET_WORDS - 1) + PACKET_WORDS - 1 - r_body_place + k) * WIRES & WORD) !=
          packet_words[k*WIRES+:WIRES];
`endif
  end
end

wire [PLACE-1:0] s_slot = s_first + (number - oldest_of), r_slot = r_first + (number - taken_from);
wire [PACKET-1:0] s_kept = replay >> (S * BUFFER + s_slot) * PACKET, r_kept = arrived >> (R * BUFFER + r_slot) * PACKET;

wire s_trains = s_header[TRAINS], d_trains = d_header[TRAINS], r_trains = r_header[TRAINS];
wire s_heard = s_header[HEARD], d_heard = d_header[HEARD], r_heard = r_header[HEARD];
assign alive[w] = holds;
assign all_taken[w*N+:N] = taken_up_to;
assign all_limits[w*N+:N] = taken_from + BUFFER;
assign all_told[w*3*N+:3*N] = {r_back, d_back, s_back};
assign all_told_limits[w*3*N+:3*N] = {r_limit, d_limit, s_limit};
assign all_headers[w*3*HEADER+:3*HEADER] = {r_header, d_header, s_header};
wire [HEADER-1:0] s_reply, d_reply, r_reply;  // headers of the other direction
assign {r_reply, d_reply, s_reply} = all_headers[R*3*HEADER+:3*HEADER];
wire [N-1:0] s_told, d_told, r_told, s_told_limit, d_told_limit, r_told_limit;
assign {r_told, d_told, s_told} = all_told[R*3*N+:3*N];
assign {r_told_limit, d_told_limit, s_told_limit} = all_told_limits[R*3*N+:3*N];
wire [N-1:0] ahead = number - delivered, all = came - delivered;
wire [N-1:0] s_known = s_told - oldest_of, d_known = d_told - oldest_of, r_known = r_told - oldest_of;

// The properties.
assign in_order[w] = !holds || !is_out || r_packet == packet;
assign nothing_new[w] = !holds || `RISE(taken_from, came, 2 * BUFFER);
// The near end forgets no packet before the far end has taken it.
assign not_forgotten[w] = !holds || (not_known <= s_once && came == oldest_of + s_held);
// It sends no packet for which the far end has no room.
assign room_heeded[w] = !holds || `RISE(sent_up_to, taken_from + BUFFER, 2 * BUFFER);
// A frame that passes the checksum has come as it was driven: the environment sees to it.
assign undamaged[w] = !r_right || clean;

// The reasons why they hold, true in every cycle. How the numbers lie:
assign counts_right[w] = s_held <= BUFFER && (!out_free[S] || s_held != BUFFER) && (!holds || (
    r_expected == taken_up_to[LINK-1:0] && r_taken <= BUFFER && s_held <= BUFFER &&
    s_next <= s_once && s_once <= s_held &&
    `RISE(oldest_of + s_room, taken_from + BUFFER, 2 * BUFFER)));
// The packet that is followed has not been delivered, and lies where its number says.
assign follows_right[w] = !holds || !followed || (ahead < all && all <= 2 * BUFFER + 1);
assign kept_right[w] = !holds || !followed || (
    (!`RISE(oldest_of, number, BUFFER - 1) || s_kept == packet) &&
    (!(`RISE(taken_from, number, BUFFER - 1) && number != taken_up_to && `RISE(number, taken_up_to, BUFFER)) ||
     r_kept == packet));
// A packet of a frame that is not over lies behind those that have been taken.
assign stored_right[w] = !holds || !followed || !r_has ||
    !(`RISE(taken_up_to, number, BUFFER) && number != r_end && `RISE(r_number, number, BUFFER) && `RISE(number, r_end, BUFFER)) ||
    r_kept == packet;
// Parts of a frame and the words in them.
assign parts_right[w] = (s_part == IDLE ? s_left == 0 : s_left != 0 && s_left <= length) &&
    (!s_rests || s_part == HEAD && s_left == HEADER_WORDS) &&
    (r_part != P_HEAD || (HEADER_WORDS > 1 && r_head_place != 0 && r_head_place < HEADER_WORDS)) &&
    r_body_place < PACKET_WORDS && r_tail_place < SUM_WORDS && (r_part == P_NONE || r_part == P_TAIL || r_tail_place == 0) &&
    (s_part != HEAD || s_frame == 0) && (s_part != BODY || s_frame != 0) &&
    r_count <= FRAME_PACKETS && s_frame <= FRAME_PACKETS && s_most <= FRAME_PACKETS;
// A frame begins at most a buffer behind what the far end expects, and holds packets that have been sent.
assign numbers_right[w] = !holds || (
    s_header[LINK-1:0] == s_number[LINK-1:0] && d_header[LINK-1:0] == d_number[LINK-1:0] &&
    r_header[LINK-1:0] == r_number[LINK-1:0] &&
    `RISE(taken_up_to, s_number + BUFFER, 2 * BUFFER) && `RISE(taken_up_to, d_number + BUFFER, 2 * BUFFER) &&
    `RISE(taken_up_to, r_number + BUFFER, 2 * BUFFER) &&
    (s_part == IDLE || `RISE(s_end, sent_up_to, BUFFER)) &&
    (!(s_part == HEAD || s_part == BODY) || cut[S] || s_end == oldest_of + s_next) &&
    (!r_has || (`RISE(r_end, sent_up_to, 2 * BUFFER) && `RISE(r_end, s_number + BUFFER, 3 * BUFFER) &&
                `RISE(r_end, d_number + BUFFER, 3 * BUFFER))));
// The frame on the wires is the one that is made, until its checksum begins.
assign wires_right[w] = (!(s_kind == HEAD || s_kind == BODY) ||
     ({d_number, d_back, d_limit, d_header} == {s_number, s_back, s_limit, s_header} && s_part != IDLE &&
      (s_kind == HEAD ? d_count == 0 && d_place < HEADER_WORDS &&
           (d_place == HEADER_WORDS - 1 ? s_part != HEAD && s_frame == (s_part == BODY) && s_left == length :
            s_part == HEAD && s_left == HEADER_WORDS - 1 - d_place && !s_rests) :
       d_count != 0 && d_place < PACKET_WORDS &&
           (d_place == PACKET_WORDS - 1 ? s_part != HEAD && s_frame == d_count + (s_part == BODY) && s_left == length :
            s_part == BODY && s_frame == d_count && s_left == PACKET_WORDS - 1 - d_place)))) &&
    (s_kind != TAIL || (d_place < SUM_WORDS && (d_place == SUM_WORDS - 1 ||
       ({d_number, d_back, d_limit, d_header} == {s_number, s_back, s_limit, s_header} && s_part == TAIL && s_frame == d_count &&
        s_left == SUM_WORDS - 1 - d_place))));
// The far end is at the place of the frame that is on the wires.
assign taken_right[w] = !clean || (
    (r_part != P_HEAD || (s_kind == HEAD && d_place == r_head_place)) &&
    (r_part != P_BODY || (s_kind == BODY ? d_place == r_body_place && d_count == r_count + 1'b1 :
                                            s_kind == TAIL && d_place == 0 && r_body_place == 0 && d_count == r_count)) &&
    (r_part != P_TAIL || (s_kind == TAIL && d_place == r_tail_place && d_count == r_count)) &&
    (r_part == P_NONE || {d_number, d_back, d_limit, d_header} == {r_number, r_back, r_limit, r_header}) &&
    (!r_right || r_part == P_NONE) && (!r_has || from_header == r_header));
assign words_right[w] = s_wrong == 0 && {d_head_wrong, r_head_wrong, d_body_wrong, r_body_wrong} == 0;
// What is on its way back lies between what the near end knows and what is so, older in each place than in the one before.
assign told_right[w] = !holds || (
    s_reply[LINK+:LINK] == s_told[LINK-1:0] && s_reply[2*LINK+:HELD] == s_told_limit - s_told &&
    d_reply[LINK+:LINK] == d_told[LINK-1:0] && d_reply[2*LINK+:HELD] == d_told_limit - d_told &&
    r_reply[LINK+:LINK] == r_told[LINK-1:0] && r_reply[2*LINK+:HELD] == r_told_limit - r_told &&
    r_known <= d_known && d_known <= s_known && s_known <= not_known &&
    `RISE(r_told, r_told_limit, BUFFER) && `RISE(r_told_limit, taken_from + BUFFER, 2 * BUFFER) &&
    `RISE(d_told, d_told_limit, BUFFER) && `RISE(d_told_limit, taken_from + BUFFER, 2 * BUFFER) &&
    `RISE(s_told, s_told_limit, BUFFER) && `RISE(s_told_limit, taken_from + BUFFER, 2 * BUFFER));
// An end trains before it sends its first packet, and never again.
assign trains_right[w] = !holds || (
    (!s_trains || (s_number == taken_up_to && s_once == 0 && d_trains && s_frame == 0 && (s_part == IDLE || cut[S]))) &&
    (!d_trains || (d_number == taken_up_to && r_trains)) && (!r_trains || r_number == taken_up_to) &&
    (s_state >= UP || (s_trains && s_once == 0 && oldest_of == taken_up_to)));
// An end that is up has heard that the other end has heard it.
assign hears_right[w] = (!r_heard || d_heard) && (!d_heard || s_heard) && (!s_heard || heard[S]) &&
    (s_trains || s_heard) && (d_trains || d_heard) && (r_trains || r_heard) &&
    (s_state != UP || (heard[S] && r_reply[HEARD]));
