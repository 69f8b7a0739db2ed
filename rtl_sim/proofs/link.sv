// A link between two routers: every packet that one end takes from its router comes out of the other end once, as it was,
// and in order, whatever happens on the wires, as long as checksums find it.
`default_nettype none
module proof (input wire clk);
  `include "bindings.svh"
  reg rst = 1;
  always @(posedge clk) rst <= 0;
  localparam N = $clog2(BUFFER) + 2, LINK = $clog2(BUFFER) + 1, HELD = $clog2(BUFFER + 1), PLACE = $clog2(BUFFER),
             COUNT = FRAME_BITS, LEFT = LEFT_BITS, WORD = {WIRES{1'b1}};
  localparam IDLE = 0, HEAD = 1, BODY = 2, TAIL = 3;              // PhitKind
  localparam P_NONE = 0, P_HEAD = 1, P_BODY = 2, P_TAIL = 3;      // FrameReceiver::Part
  localparam SILENT = 0, TRAINING = 1, UP = 2, DEAD = 3;          // EndState
  localparam TRAINS = 2 * LINK + HELD, HEARD = TRAINS + 1;  // bits of a header
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
  wire [1:0] in_order, nothing_new, undamaged, counts_right, follows_right, kept_right, stored_right, parts_right, numbers_right,
             wires_right, taken_right, words_right, told_right, trains_right, hears_right;
  genvar w;
  generate
    for (w = 0; w < 2; w = w + 1) begin : way
      `include "link_way.svh"
    end
  endgenerate
  reg was_refused;  // a frame with a packet, at end 1
  always @(posedge clk) was_refused <= !rst && (was_refused || (from_refused[1] && way[0].r_count != 0));
  always @* begin
    router_heeds: assume ((leaving_valid & ~(rst ? 2'b0 : out_free)) == 0);
    checksums_find_errors: assume (&undamaged);
    no_restart: assume (!(access_write[0] && access_target[0+:4] == RESTART) && !(access_write[1] && access_target[4+:4] == RESTART));

    once_in_order_intact: assert (rst || &in_order);
    none_invented: assert (rst || &nothing_new);
    counts: assert (rst || &counts_right);
    follows: assert (rst || &follows_right);
    kept: assert (rst || &kept_right);
    stored: assert (rst || &stored_right);
    parts: assert (rst || &parts_right);
    numbers: assert (rst || &numbers_right);
    on_wires: assert (rst || &wires_right);
    takes: assert (rst || &taken_right);
    all_words: assert (rst || &words_right);
    told_back: assert (rst || &told_right);
    trains: assert (rst || &trains_right);
    hears: assert (rst || &hears_right);

    replayed: cover (was_refused && way[0].delivered == 2 && way[0].came == 2 && way[0].holds);
    comes_again: cover (from_right[1] && way[0].r_count != 0 && way[0].taken_up_to == way[0].r_end);
    numbers_wrap: cover (way[0].delivered == 2 * BUFFER + 1 && way[0].holds);
    replay_fills: cover (way[0].s_held == BUFFER && way[0].holds);
    buffer_fills: cover (way[0].r_taken == BUFFER && way[0].holds);
    both_ways: cover (way[0].delivered == 1 && way[1].delivered == 1 && way[0].holds && way[1].holds);
    dies: cover (way[0].came != 0 && way[0].s_state == DEAD);
  end
endmodule
