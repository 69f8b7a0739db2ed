// Two ends of a link, wires that do what they like, and what holds of both directions in every cycle. `CLAIM is assert, or
// assume where it is proved elsewhere. The environment may do anything with these restrictions: a router gives a packet only
// if the end said so a cycle before; neither end is begun anew; a frame that passes the checksum has come as the other end
// drives it in the same cycles. Cycle 0 is the reset.
`include "bindings.svh"
reg rst = 1;
always @(posedge clk) rst <= 0;
localparam N = $clog2(BUFFER) + 2, LINK = OLDEST_BITS, HELD = $clog2(BUFFER + 1), PLACE = $clog2(BUFFER),
           COUNT = FRAME_BITS, LEFT = LEFT_BITS, WORD = {WIRES{1'b1}};
localparam IDLE = 0, HEAD = 1, BODY = 2, TAIL = 3;              // PhitKind
localparam P_NONE = 0, P_HEAD = 1, P_BODY = 2, P_TAIL = 3;      // FrameReceiver::Part
localparam SILENT = 0, TRAINING = 1, UP = 2, DEAD = 3;          // EndState
localparam TRAINS = 2 * LINK + HELD, HEARD = TRAINS + 1;        // bits of a header
localparam [N-1:0] FULL = BUFFER;
localparam [HEADER-1:0] NEVER = 1 << TRAINS | BUFFER << 2 * LINK;  // before the first frame
localparam RESTART = 5;                                         // node::LinkRegister
// From a to b are at most `most` numbers.
`define RISE(a, b, most) ((((b) - (a)) & {N{1'b1}}) <= (most))
// As in a memory, and as on the wires, where the first field has the lowest bits.
`define FIELD(name, of) name[(of)*$bits(name)/2+:$bits(name)/2]
`define PACKET_OF(stream, of) {`FIELD(stream``_payload, of), `FIELD(stream``_sequence, of), `FIELD(stream``_source, of), \
    `FIELD(stream``_destination, of), `FIELD(stream``_tree, of), `FIELD(stream``_rule, of)}
localparam AT_TREE = OUT_RULE_BITS, AT_DESTINATION = AT_TREE + OUT_TREE_BITS,
           AT_SOURCE = AT_DESTINATION + OUT_DESTINATION_BITS, AT_SEQUENCE = AT_SOURCE + OUT_SOURCE_BITS,
           AT_PAYLOAD = AT_SEQUENCE + OUT_SEQUENCE_BITS;
`define WIRES_OF(packet) {packet[0+:OUT_RULE_BITS], packet[AT_TREE+:OUT_TREE_BITS], \
    packet[AT_DESTINATION+:OUT_DESTINATION_BITS], packet[AT_SOURCE+:OUT_SOURCE_BITS], \
    packet[AT_SEQUENCE+:OUT_SEQUENCE_BITS], packet[AT_PAYLOAD+:OUT_PAYLOAD_BITS]}
(* anyseq *) wire [1:0] follow;
wire [2*N-1:0] all_taken, all_limits;
wire [6*N-1:0] all_told, all_told_limits;
wire [6*HEADER-1:0] all_headers;
localparam DELAY = `DELAY, DELAYS = $clog2(DELAY + 2);
localparam TAG = 3 * N + HEADER + COUNT + LEFT + 2 + WIRES;
`define TAGS(of) {of``_number, of``_back, of``_limit, of``_header, of``_count, of``_place, of``_kind, of``_word}
(* anyseq *) wire [2*DELAYS-1:0] choice;
wire [2*DELAYS-1:0] all_delays;
wire [2*TAG*(DELAY+2)-1:0] all_places;
wire [1:0] alive, in_order, nothing_new, undamaged, not_forgotten, room_heeded, counts_right, follows_right, kept_right,
           stored_right, parts_right, numbers_right, wires_right, taken_right, words_right, begins_right, ends_right,
           near_right, told_right, trains_right, hears_right;
genvar w;
generate
  for (w = 0; w < 2; w = w + 1) begin : way
    `include "link_way.svh"
  end
endgenerate
always @* begin
  router_heeds: assume ((leaving_valid & ~(rst ? 2'b0 : out_free)) == 0);
  checksums_find_errors: assume (&undamaged);
  no_restart: assume (!(access_write[0] && access_target[0+:4] == RESTART) &&
                      !(access_write[1] && access_target[4+:4] == RESTART));

  once_in_order_intact: `CLAIM (rst || &in_order);
  none_invented: `CLAIM (rst || &nothing_new);
  kept_until_taken: `CLAIM (rst || &not_forgotten);
  sends_into_room: `CLAIM (rst || &room_heeded);
  counts: `CLAIM (rst || &counts_right);
  follows: `CLAIM (rst || &follows_right);
  kept: `CLAIM (rst || &kept_right);
  stored: `CLAIM (rst || &stored_right);
  parts: `CLAIM (rst || &parts_right);
  numbers: `CLAIM (rst || &numbers_right);
  begins: `CLAIM (rst || &begins_right);
  ends: `CLAIM (rst || &ends_right);
  ends_near: `CLAIM (rst || &near_right);
  on_wires: `CLAIM (rst || &wires_right);
  takes: `CLAIM (rst || &taken_right);
  all_words: `CLAIM (rst || &words_right);
  told_back: `CLAIM (rst || &told_right);
  trains: `CLAIM (rst || &trains_right);
  hears: `CLAIM (rst || &hears_right);
end
