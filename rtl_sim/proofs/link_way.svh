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

// Frames in these places: s, the near end makes one; d, one is on the wires where the near end drives them; x, where the far
// end reads them; r, the far end takes one. Of each the number of its first packet, what the near end has taken of the other
// direction, up to where it has room, and the header.
reg [N-1:0] s_number, d_number, r_number, s_back, d_back, r_back, s_limit, d_limit, r_limit;
reg [HEADER-1:0] s_header, d_header, r_header;
reg [COUNT-1:0] d_count;  // packets of the frame, with the one on the wires
reg [LEFT-1:0] d_place;   // of the word within header, packet or checksum
wire [LEFT-1:0] length = s_part == HEAD ? HEADER_WORDS : s_part == BODY ? PACKET_WORDS : SUM_WORDS;
wire [HELD-1:0] s_free = BUFFER - taken[S*HELD+:HELD];
wire [LINK-1:0] s_low = s_oldest + s_next;
wire s_may_begin = (s_part == IDLE || s_part == TAIL) && (s_left == 0 || (s_left == 1 && !s_rests));
wire [1:0] d_kind = s_kind;
wire [WIRES-1:0] d_word = s_word;
// The wires take `delay` cycles, whatever number up to DELAY that is. Stage j is what was driven j cycles ago.
reg [TAG*(DELAY+1)-1:0] past;
reg [DELAYS-1:0] chosen;
wire [TAG*(DELAY+1)-1:0] line = {past, `TAGS(d)};
wire [TAG*(DELAY+2)-1:0] places = {line, s_number, s_back, s_limit, s_header, {COUNT+LEFT+2+WIRES{1'b0}}};
wire [DELAYS-1:0] delay = chosen > DELAY ? DELAY : chosen;
always @(posedge clk) begin
  past <= rst ? {DELAY+1{{2*N{1'b0}}, FULL, NEVER, {COUNT+LEFT+2+WIRES{1'b0}}}} : line;
  if (rst) chosen <= choice[w*DELAYS+:DELAYS];
end
wire [N-1:0] x_number, x_back, x_limit;
wire [HEADER-1:0] x_header;
wire [COUNT-1:0] x_count;
wire [LEFT-1:0] x_place;
wire [1:0] x_kind;
wire [WIRES-1:0] x_word;
reg [TAG-1:0] read;
integer stages;
always @* begin
  read = line[0+:TAG];
  for (stages = 1; stages <= DELAY; stages = stages + 1) if (delay == stages) read = line[stages*TAG+:TAG];
end
assign `TAGS(x) = read;
wire x_begins = x_kind == HEAD && x_place == 0;
wire same = r_kind == x_kind && r_word == x_word;
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
    if (x_begins) {r_number, r_back, r_limit, r_header} <= {x_number, x_back, x_limit, x_header};
    clean <= (r_kind == HEAD && r_part != P_HEAD ? x_begins : clean) && same;
  end
end
wire [N-1:0] s_end = s_number + s_frame, r_end = r_number + r_count;
// The far end has a frame of which all that it has taken is right.
wire r_has = clean && (r_part == P_BODY || r_part == P_TAIL || r_right);

// Words, one by one: is what is left to send, what is on the wires, what has been taken, as it should be?
wire s_is_packet = holds && followed && s_part == BODY && number == s_end - 1'b1;
wire r_is_packet = holds && followed && r_part == P_BODY && number == r_end;
wire [LEFT-1:0] r_head_place = HEADER_WORDS == 1 ? 0 : from_head_place[R*FROM_HEAD_PLACE_BITS+:FROM_HEAD_PLACE_BITS],
                r_body_place = PACKET_WORDS == 1 ? 0 : from_body_place[R*FROM_BODY_PLACE_BITS+:FROM_BODY_PLACE_BITS],
                r_tail_place = SUM_WORDS == 1 ? 0 : from_tail[R*FROM_TAIL_BITS+:FROM_TAIL_BITS];
reg [MOST_WORDS-1:0] s_wrong;
reg [HEADER_WORDS-1:0] r_head_wrong;
reg [PACKET_WORDS-1:0] r_body_wrong;
integer k;
always @* begin
  s_wrong = 0;
  for (k = 0; k < MOST_WORDS; k = k + 1) if (k < s_left) begin
    if (s_part == HEAD)
      s_wrong[k] = words[(S*MOST_WORDS+k)*WIRES+:WIRES] != (s_header >> (HEADER_WORDS - s_left + k) * WIRES & WORD);
    if (s_is_packet)
      s_wrong[k] = words[(S*MOST_WORDS+k)*WIRES+:WIRES] != (packet_words >> (PACKET_WORDS - s_left + k) * WIRES & WORD);
  end
  {r_head_wrong, r_body_wrong} = 0;
  for (k = 0; k < HEADER_WORDS; k = k + 1) begin
`ifdef HAS_FROM_HEAD
    // The newest is the last of them.
    if (k < r_head_place) r_head_wrong[k] = r_part == P_HEAD && clean &&
      (from_head >> (R * (HEADER_WORDS - 1) + HEADER_WORDS - 1 - r_head_place + k) * WIRES & WORD) !=
          (r_header >> k * WIRES & WORD);
`endif
  end
  for (k = 0; k < PACKET_WORDS; k = k + 1) begin
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
assign all_places[w*TAG*(DELAY+2)+:TAG*(DELAY+2)] = places;
assign all_delays[w*DELAYS+:DELAYS] = delay;
wire [HEADER-1:0] s_reply, d_reply, r_reply;  // headers of the other direction
assign {r_reply, d_reply, s_reply} = all_headers[R*3*HEADER+:3*HEADER];
wire [N-1:0] s_told, d_told, r_told, s_told_limit, d_told_limit, r_told_limit;
assign {r_told, d_told, s_told} = all_told[R*3*N+:3*N];
assign {r_told_limit, d_told_limit, s_told_limit} = all_told_limits[R*3*N+:3*N];
wire [N-1:0] ahead = number - delivered, all = came - delivered;
wire [N-1:0] s_known = s_told - oldest_of, d_known = d_told - oldest_of, r_known = r_told - oldest_of;

// What holds of each stage e that the wires have; p is what was driven a cycle later, or what the near end makes.
wire [DELAY:0] stage_numbers, stage_ends, stage_near, stage_follows, stage_words, stage_told, stage_trains, stage_hears;
genvar j, behind;
generate
  for (j = 0; j <= DELAY; j = j + 1) begin : stage
    wire [N-1:0] e_number, e_back, e_limit, p_number, p_back, p_limit;
    wire [HEADER-1:0] e_header, p_header;
    wire [COUNT-1:0] e_count, p_count;
    wire [LEFT-1:0] e_place, p_place;
    wire [1:0] e_kind, p_kind;
    wire [WIRES-1:0] e_word, p_word;
    assign {`TAGS(e), `TAGS(p)} = places[j*TAG+:2*TAG];
    wire used = j <= delay, is_last = j == delay;
    wire [N-1:0] e_end = e_number + e_count;
    // Whatever is behind begins at most a buffer before its end.
    wire [j:0] near;
    for (behind = 0; behind <= j; behind = behind + 1) begin : of
      assign near[behind] = `RISE(e_end, places[behind*TAG+TAG-N+:N] + BUFFER, 3 * BUFFER);
    end
    assign stage_numbers[j] = !used || !holds || (
        e_header[LINK-1:0] == e_number[LINK-1:0] && `RISE(taken_up_to, e_number + BUFFER, 2 * BUFFER) &&
        e_count <= FRAME_PACKETS && (!r_has || `RISE(r_end, e_number + BUFFER, 3 * BUFFER)));
    assign stage_ends[j] = !used || !holds || e_kind == IDLE || `RISE(e_end, sent_up_to, 2 * BUFFER);
    assign stage_near[j] = !used || !holds || e_kind == IDLE || &near;
    wire is_packet = holds && followed && e_kind == BODY && number == e_end - 1'b1;
    wire [LEFT-1:0] e_length = e_kind == HEAD ? HEADER_WORDS : e_kind == BODY ? PACKET_WORDS : SUM_WORDS;
    reg wrong;
    integer word;
    always @* begin
      wrong = e_kind != IDLE && e_place >= e_length;
      for (word = 0; word < HEADER_WORDS; word = word + 1)
        if (e_kind == HEAD && e_place == word && e_word != (e_header >> word * WIRES & WORD)) wrong = 1;
      for (word = 0; word < PACKET_WORDS; word = word + 1)
        if (is_packet && e_place == word && e_word != packet_words[word*WIRES+:WIRES]) wrong = 1;
    end
    assign stage_words[j] = !used || !wrong;
    // A frame has no gap on the wires.
    wire of_one = {e_number, e_back, e_limit, e_header} == {p_number, p_back, p_limit, p_header};
    wire [COUNT-1:0] further = e_count + (p_kind == BODY);
    wire goes_on = (p_kind == BODY || p_kind == TAIL) && p_place == 0 && p_count == further;
    wire stays = p_kind == e_kind && p_place == e_place + 1'b1 && p_count == e_count;
    assign stage_follows[j] = j == 0 || !used || (
        e_kind == HEAD ? of_one && e_count == 0 && (e_place == HEADER_WORDS - 1 ? goes_on : stays) :
        e_kind == BODY ? of_one && e_count != 0 && (e_place == PACKET_WORDS - 1 ? goes_on : stays) :
        e_kind == IDLE || e_place == SUM_WORDS - 1 || (of_one && stays));
    assign stage_trains[j] = !used || !holds || ((!p_header[TRAINS] || e_header[TRAINS]) &&
        (!e_header[TRAINS] || (e_number == taken_up_to && (!is_last || r_trains))));
    assign stage_hears[j] = !used || ((!e_header[HEARD] || p_header[HEARD]) && (e_header[TRAINS] || e_header[HEARD]) &&
        (!is_last || !r_heard || e_header[HEARD]));
    // The other direction.
    wire [TAG-1:0] e_other = all_places[(R*(DELAY+2)+j+1)*TAG+:TAG], p_other = all_places[(R*(DELAY+2)+j)*TAG+:TAG];
    wire [N-1:0] told = e_other[TAG-2*N+:N], told_limit = e_other[TAG-3*N+:N];
    wire [HEADER-1:0] reply = e_other[TAG-3*N-HEADER+:HEADER];
    wire [N-1:0] known = told - oldest_of, p_known = p_other[TAG-2*N+:N] - oldest_of;
    assign stage_told[j] = j > all_delays[R*DELAYS+:DELAYS] || !holds || (
        reply[LINK+:LINK] == told[LINK-1:0] && reply[2*LINK+:HELD] == told_limit - told && known <= p_known &&
        `RISE(told, told_limit, BUFFER) && `RISE(told_limit, taken_from + BUFFER, 2 * BUFFER) &&
        (j != all_delays[R*DELAYS+:DELAYS] || r_known <= known));
  end
endgenerate

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
assign begins_right[w] = &stage_numbers && (!holds || (
    s_header[LINK-1:0] == s_number[LINK-1:0] && r_header[LINK-1:0] == r_number[LINK-1:0] &&
    `RISE(taken_up_to, s_number + BUFFER, 2 * BUFFER) && `RISE(taken_up_to, r_number + BUFFER, 2 * BUFFER)));
assign ends_right[w] = &stage_ends && (!holds || (
    (s_part == IDLE || `RISE(s_end, sent_up_to, BUFFER)) && (!r_has || `RISE(r_end, sent_up_to, 2 * BUFFER))));
assign near_right[w] = &stage_near && (!holds || !r_has || `RISE(r_end, s_number + BUFFER, 3 * BUFFER));
assign numbers_right[w] = !holds || !(s_part == HEAD || s_part == BODY) || cut[S] || s_end == oldest_of + s_next;
// The frame on the wires is the one that is made, until its checksum begins.
assign wires_right[w] = &stage_follows && (!(s_kind == HEAD || s_kind == BODY) ||
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
    (r_part != P_HEAD || (x_kind == HEAD && x_place == r_head_place)) &&
    (r_part != P_BODY || (x_kind == BODY ? x_place == r_body_place && x_count == r_count + 1'b1 :
                                            x_kind == TAIL && x_place == 0 && r_body_place == 0 && x_count == r_count)) &&
    (r_part != P_TAIL || (x_kind == TAIL && x_place == r_tail_place && x_count == r_count)) &&
    (r_part == P_NONE || {x_number, x_back, x_limit, x_header} == {r_number, r_back, r_limit, r_header}) &&
    (!r_right || r_part == P_NONE) && (!r_has || from_header == r_header));
assign words_right[w] = s_wrong == 0 && {r_head_wrong, r_body_wrong} == 0 && &stage_words;
// What is on its way back lies between what the near end knows and what is so, older in each place than in the one before.
assign told_right[w] = !holds || (
    s_reply[LINK+:LINK] == s_told[LINK-1:0] && s_reply[2*LINK+:HELD] == s_told_limit - s_told &&
    r_reply[LINK+:LINK] == r_told[LINK-1:0] && r_reply[2*LINK+:HELD] == r_told_limit - r_told &&
    &stage_told && r_known <= s_known && s_known <= not_known &&
    `RISE(r_told, r_told_limit, BUFFER) && `RISE(r_told_limit, taken_from + BUFFER, 2 * BUFFER) &&
    `RISE(s_told, s_told_limit, BUFFER) && `RISE(s_told_limit, taken_from + BUFFER, 2 * BUFFER));
// An end trains before it sends its first packet, and never again.
assign trains_right[w] = !holds || (
    &stage_trains && (!s_trains || (s_number == taken_up_to && s_once == 0 && s_frame == 0 && (s_part == IDLE || cut[S]))) &&
    (!r_trains || r_number == taken_up_to) &&
    (s_state >= UP || (s_trains && s_once == 0 && oldest_of == taken_up_to)));
// An end that is up has heard that the other end has heard it.
assign hears_right[w] = &stage_hears && (!s_heard || heard[S]) && (s_trains || s_heard) && (r_trains || r_heard) &&
    (s_state != UP || (heard[S] && r_reply[HEARD]));
