// SPDX-License-Identifier: Apache-2.0
// Collectives of Johnsson and Ho 1986 in routing cycles, on cubes whose links have release programs
// (hls/link/release_program.hpp). In a routing cycle a link carries the packets of one label of the
// spanning graph, in frames of at most B; they leave in a later one. So the algorithms with the
// least number of start-ups of tables 4 to 18 run as the paper counts them.
//
// A row says which graph is used, which label each edge has, and which packets cross an edge when:
//
//   broadcast, allgather  all packets of a tree cross an edge in the routing cycle of its label
//   scatter, alltoall     postorder: all packets for the subtree below an edge cross it in the
//                         routing cycle of its label. Reverse breadth first: packets leave the root
//                         so that all arrive in the last routing cycle, those for far nodes first
//
// In a row with a period the packets of a tree go in groups of B, and the next group follows after
// that many routing cycles. In other rows a routing cycle lasts as long as its busiest link needs:
// tau for each frame, t_c for each packet, and the registers of a hop.
//
// With a period, one routing cycle is tau + B t_c, to which one port adds the registers: a port waits
// until the frame before has arrived. On all ports each hop adds them once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "firmware/networks/cube.hpp"

namespace testbench {

using network::Address;

enum class SpanningGraph { kBrg, kSbt, kTcbt, kNesbt, kSbnt };

enum class EdgeLabels {
  kLevels,    // edges from level l have label l
  kPorts,     // one dimension in each routing cycle (section 6 and theorem 4.1)
  kTurned,    // SBT j uses dimension i + j in routing cycle i (section 4.1.4)
  kBranches,  // a node serves its children one after another, the one with the highest subtree first
};

// In which order packets of a scatter or alltoall leave their source (sections 3 and 5).
enum class SchedulingDiscipline {
  kNone,                 // of broadcast and allgather
  kPortOriented,         // all for the subtree behind a port, then the next port; one port
  kCyclic,               // a frame to each port in turn; one port
  kPostorder,            // the largest subtree first, a node after those below it. One port: ports in
                         // the order of the Gray code, so that a port rests as long as it can
  kReverseBreadthFirst,  // those for far nodes first
};
inline constexpr const char* kDisciplineNames[] = {"", "port-oriented", "cyclic", "postorder", "reverse-breadth-first"};
constexpr const char* name_of(SchedulingDiscipline discipline) {
  return kDisciplineNames[static_cast<unsigned>(discipline)];
}

// A way to do a collective in routing cycles.
struct CycleRow : collectives::Row {
  SpanningGraph graph;
  bool rotated;  // the packets are split among d rotations of the graph
  EdgeLabels labels;
  SchedulingDiscipline discipline = SchedulingDiscipline::kNone;
  unsigned period = 0;  // in routing cycles; the paper's d is kOfDimension; 0: all packets go at once
  static constexpr unsigned kOfDimension = ~0u;
  // Nodes send one message after another without routing cycles (port_schedule.hpp).
  bool is_scheduled = false;
  unsigned overlap_percent = 0;  // of communications on different ports of a node, if it is scheduled
  bool exchanges = false;        // if so, a node sends and receives on one port only

  bool has_formula = false;  // that of its name; else it is a discipline of its own
  // All packets arrive in the last routing cycle.
  bool far_first() const { return discipline == SchedulingDiscipline::kReverseBreadthFirst && !is_scheduled; }

  // The row of another collective on this graph, with these labels.
  CycleRow of(collectives::Collective other) const;

  // Packets of two routing cycles can meet in a queue, which serves its in-ports in turn. Some then
  // miss their routing cycle.
  bool mixes() const {
    return graph == SpanningGraph::kBrg && collective == collectives::Collective::kAllgather &&
           ports == collectives::PortModel::kAll;
  }
};
std::span<const CycleRow> cycle_rows();
// Rows in other disciplines than those of the paper's tables.
std::span<const CycleRow> discipline_rows();
// Rows of section 8: messages one after another, with an overlap of 20 % between ports. The judge would
// not let ports overlap, so these rows are of the port model kAll.
std::span<const CycleRow> ipsc_rows();
// Whether the collective has such a row.
bool goes_in_cycles(collectives::Collective collective);
// Null if there is none.
const CycleRow* find_cycle_row(collectives::Collective collective, std::string_view algorithm,
                               collectives::PortModel ports);

// The cycles that a link takes.
struct FrameCosts {
  std::uint32_t frame_packets = 1;  // B
  std::uint64_t start_up = 0;       // tau
  std::uint64_t packet = 1;         // t_c
  std::uint64_t registers = 0;      // of a hop
  bool cuts_through = true;         // else the packets of a frame come one by one when it has ended
  // Packets that software sends at once, in several frames: a multiple of B. 0: B.
  std::uint32_t message_packets = 0;
  std::uint64_t message_start_up = 0;  // of a message, beside those of its frames

  std::uint32_t message() const { return message_packets != 0 ? message_packets : frame_packets; }
  std::uint64_t messages(std::uint64_t packets) const { return collectives::divide_up(packets, message()); }
  std::uint64_t frames(std::uint64_t packets) const { return collectives::divide_up(packets, frame_packets); }
  // Cycles until so many packets of one link are in the next node.
  std::uint64_t hop(std::uint64_t packets) const {
    if (packets == 0) return 0;
    const std::uint64_t rest = (packets - 1) % frame_packets;  // of the last frame, behind its first packet
    return wires(packets) + registers + (cuts_through ? 0 : rest);
  }
  // Cycles in which so many packets hold the wires.
  std::uint64_t wires(std::uint64_t packets) const {
    return messages(packets) * message_start_up + frames(packets) * start_up + packets * packet;
  }
};

// Packets with consecutive numbers.
struct PacketRange {
  std::uint32_t first;
  std::uint32_t packets;
};
// The packets of each tree, if they are dealt out evenly.
std::vector<PacketRange> even_shares(std::uint32_t packets, unsigned trees);

struct Release {
  std::uint64_t cycle;
  std::uint64_t packets;
};

// A plan in routing cycles.
class CyclePlan : public collectives::Plan {
 public:
  const collectives::ClosedForm* cycles() const final { return &cycles_; }

  // Entries of the longest release program.
  std::size_t longest_program() const { return longest_; }
  // When each routing cycle begins; empty if packets go in groups.
  std::span<const std::uint64_t> begins() const { return begins_; }
  // Routing cycles in all: the start-ups that follow one another, if B is large enough.
  std::uint64_t count() const { return count_; }
  // When the first packet may leave its router.
  std::uint64_t first_release() const { return first_release_; }
  // The registers of all hops, which the paper's formulas do not have.
  std::uint64_t registers() const { return registers_; }

 protected:
  static void load_releases(unsigned port, std::uint64_t period, const std::vector<Release>& releases,
                            node::Driver& driver);

  std::size_t longest_ = 0;
  std::vector<std::uint64_t> begins_;
  std::uint64_t count_ = 0;
  std::uint64_t first_release_ = 0;
  std::uint64_t registers_ = 0;
  collectives::ClosedForm cycles_;
};

std::unique_ptr<const CyclePlan> plan_in_cycles(const CycleRow& row, const collectives::Operation& operation,
                                                const FrameCosts& costs);

class RoutingCycles final : public CyclePlan {
 public:
  RoutingCycles(const CycleRow& row, network::Cube cube, std::uint32_t packets, Address root, const FrameCosts& costs);

  void load(Address me, node::Driver& driver) const override;

 private:
  friend class ReversedCycles;
  friend class AllreduceCycles;
  // Own packets through one port.
  struct Sending {
    std::uint32_t label;
    std::uint32_t hops;  // to the destination
    Address destination;
    unsigned tree;  // in the header
    std::uint32_t first = 0;
    std::uint32_t packets = 0;
  };
  // The packets of a tree.
  struct Share {
    std::uint32_t first = 0;
    std::uint32_t packets = 0;
    std::uint32_t groups = 0;
  };
  class Builder;

  // Adds the entries of a node that sends to its program of the port. Returns their packets.
  std::uint32_t add_own(unsigned port, node::Driver& driver) const;

  bool all_send() const { return shape_of(row_.collective).senders == collectives::Party::kAll; }
  std::size_t link_of(Address seen, unsigned port) const {
    return (all_send() ? 0 : std::size_t{seen.number()} * cube_.dimension()) + port;
  }
  Address seen_by_root(Address node) const { return all_send() ? Address(0) : cube_.relative(node, root_); }

  CycleRow row_;
  network::Cube cube_;
  std::uint32_t packets_;
  Address root_;
  FrameCosts costs_;
  std::vector<std::vector<Release>> releases_;      // by link
  std::vector<std::vector<Sending>> sendings_;      // by port, of a node that sends
  std::vector<Share> shares_;                       // by tree
  std::vector<std::vector<std::uint32_t>> labels_;  // by tree and the node below the edge
  std::uint64_t period_ = 0;                        // in cycles
  std::uint32_t step_ = 0;                          // of the sequences
};

}  // namespace testbench
