// The memory behind one port of a node: answers each fetch with the payload that belongs to it, in the cycle behind it, and
// checks each packet that comes. With `pauses` each stream stops in half of all cycles. The node starts when it likes: packets
// of the round after its own come early, and TID, the parity of their round at the sender, tells them.
`default_nettype none

module memory #(
  parameter ME = 0,
  parameter NODES = 4,
  parameter PACKETS = 5
) (
  input wire aclk,
  input wire aresetn,
  input wire pauses,
  input wire clear,
  input wire [31:0] round,  // collectives that the node has started
  output integer right,     // packets of this round
  output integer wrong,

  input wire [31:0] fetch_tdata,
  input wire fetch_tvalid,
  output reg fetch_tready,
  output reg [31:0] payload_tdata,
  output reg payload_tvalid,
  input wire payload_tready,
  input wire [31:0] eject_tdata,
  input wire [31:0] eject_tuser,
  input wire eject_tid,
  input wire eject_tvalid,
  output reg eject_tready
);
  localparam PLACES = NODES * PACKETS;

  // The payload of the packet of that number from one node to another.
  function [31:0] payload_of(input [15:0] source, input [15:0] destination, input [15:0] sequence_, input [31:0] in_round);
    payload_of = source * 32'h9e3779b1 ^ destination * 32'h85ebca77 ^ sequence_ * 32'hc2b2ae3d ^ in_round * 32'h27d4eb2f;
  endfunction

  reg [31:0] asked [0:7];  // fetches that wait for their payloads: 4 at most (docs/guides/axi.md)
  reg [2:0] first;
  reg [2:0] next;
  reg [2*PLACES-1:0] seen;  // of even rounds, and of odd ones
  integer came [0:1];
  reg [31:0] last_round;
  reg [31:0] of_round;
  reg [31:0] place;

  always @* right = came[round[0]];
  always @(posedge aclk) begin
    if (!aresetn || clear) begin
      first = 0;
      next = 0;
      came[0] = 0;
      came[1] = 0;
      wrong <= 0;
      payload_tvalid <= 1'b0;
      seen = 0;
      last_round = round;
    end else begin
      // A round begins: the next packets are its own, or of the one behind it.
      if (round != last_round) begin
        came[!round[0]] = 0;
        seen[!round[0] * PLACES +: PLACES] = 0;
      end
      last_round = round;
      if (fetch_tvalid && fetch_tready) begin
        asked[next] = fetch_tdata;
        next = next + 1;
      end
      if (payload_tvalid && payload_tready) payload_tvalid <= 1'b0;
      if ((!payload_tvalid || payload_tready) && next != first && !(pauses && $urandom % 2 == 0)) begin
        payload_tvalid <= 1'b1;
        payload_tdata <= payload_of(ME, asked[first][31:16], asked[first][15:0], round);
        first = first + 1;
      end
      if (eject_tvalid && eject_tready) begin
        of_round = round[0] == eject_tid ? round : round + 1;
        place = eject_tid * PLACES + eject_tuser[31:16] * PACKETS + eject_tuser[15:0];
        if (eject_tuser[31:16] < NODES && eject_tuser[15:0] < PACKETS &&
            eject_tdata == payload_of(eject_tuser[31:16], ME, eject_tuser[15:0], of_round) && !seen[place]) begin
          seen[place] = 1'b1;
          came[eject_tid] = came[eject_tid] + 1;
        end else begin
          wrong <= wrong + 1;
        end
      end
    end
    fetch_tready <= !(pauses && $urandom % 2 == 0);
    eject_tready <= !(pauses && $urandom % 2 == 0);
  end
endmodule

`default_nettype wire
