// One-port total exchange on Cayley networks, and every other isotropic task: each node has k_c
// packets for the node that it sees as c (Dimakopoulos and Dimopoulos, Optimal total exchange in
// Cayley graphs; Varvarigos and Bertsekas 1992 for isotropic tasks). All nodes serve the same port
// in every cycle, so that each receives one packet, are never idle, and take shortest ways: optimal
// by theorem 1, whatever packet is served.
//
//   fifo      the port whose next packet has waited longest: figure 1, as near as the router's queues come to it
//   furthest  the port whose next packet has the longest way to go
//   closest   the port whose next packet has the shortest: it goes all its way before another one begins
//
// What happens at one node happens at all of them, so one is followed, and its turns are the
// windows of every node's gate.
//
// A port sends packets in transit first, then its own in the order of its program, so that all
// packets of a round have arrived when a turn of the windows is over, and each round is like the
// first. It would not be if the queues' turns were those of the round before: a port that has more
// than two in-ports serves its first packet in transit of each round before a second one can come.
// Of ports with equal claims the last one goes on, so that windows are few, else the lowest.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/plans/gate_windows.hpp"
#include "testbench/plans/plan.hpp"
#include "testbench/plans/relative_ways.hpp"

namespace testbench {

enum class Discipline { kFifo, kFurthest, kClosest };

class OnePortExchange final : public collectives::Plan {
 public:
  // `packets`: k_c by relative address, that of 0 not used; some k_c > 0. All of it `rounds` times.
  // Throws PlanError where the network is not known to be a Cayley graph.
  OnePortExchange(const Network& network, const std::vector<std::uint32_t>& packets, std::uint32_t rounds,
                  Discipline discipline);

  void load(Address me, node::Driver& driver) const override;
  bool is_alike() const override { return true; }
  void load_addresses(Address me, node::Driver& driver) const override;
  // M times the sum of k_c dist(c).
  const collectives::ClosedForm* cycles() const override { return &cycles_; }

  const GateWindows& windows() const { return windows_; }

 private:
  struct Own {
    unsigned port;
    std::uint32_t seen;
    std::uint32_t count;
  };

  void put_in_order(const std::vector<std::uint32_t>& packets, Discipline discipline);
  void find_windows(Discipline discipline);

  Network network_;
  RelativeWays ways_;
  std::vector<Own> programs_;   // of all ports, in the order in which they join the node's queue
  std::uint32_t rounds_;        // times that programs and windows are played
  std::uint32_t step_;          // of the sequences
  std::uint32_t expected_ = 0;  // packets that each node receives
  GateWindows windows_;
  collectives::ClosedForm cycles_;
};

// Rows of the three disciplines.
std::unique_ptr<collectives::Plan> plan_exchange_fifo(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_exchange_furthest(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_exchange_closest(const PlanRequest& request);

}  // namespace testbench
