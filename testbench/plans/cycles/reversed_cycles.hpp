// SPDX-License-Identifier: Apache-2.0
// Reductions in routing cycles: a reduce is a broadcast backwards, a reduce-scatter an allgather
// (Johnsson and Ho 1986, section 2; Bertsekas et al. 1991, section 1). A packet that crosses a link
// from u to v in routing cycle t of T crosses it from v to u in routing cycle T + 1 - t, combined
// with v's own. So the cycles are those of the forward run, and the paper's formulas hold.
//
// Every port sends what has come through it in the forward run in the opposite order. No packet
// deadlocks, because the queue between two ports keeps its order in both directions.
#pragma once

#include <vector>

#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

class ReversedCycles final : public CyclePlan {
 public:
  ReversedCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs);

  void load(Address me, node::Driver& driver) const override;

 private:
  // A tree's packets on the link from node c to its parent, both as the root sees them.
  struct Climb {
    Address c;
    unsigned tree;
  };

  unsigned trees() const { return static_cast<unsigned>(forward_.shares_.size()); }
  std::size_t share_of(unsigned tree) const;
  void reverse_releases();
  void check_order() const;
  bool is_earlier_forward(const Climb& a, const Climb& b) const;
  void add(Address c, unsigned tree, unsigned stream, node::Driver& driver) const;
  std::uint32_t packets_of(unsigned tree) const { return forward_.shares_[share_of(tree)].packets; }
  network::Ports children(Address c, unsigned tree) const;
  unsigned parent_port(Address c, unsigned tree) const { return parents_[tree][c.number()]; }
  // The packets that leave a node through a port, in their order; `c`: the node as the root sees it,
  // or 0 for all roots.
  std::vector<Climb> leaving(Address c, unsigned port) const;

  RoutingCycles forward_;
  node::Rule rule_;
  std::uint32_t combining_;
  std::vector<std::vector<std::uint8_t>> parents_;  // ports, by tree and node
  std::vector<std::vector<Release>> releases_;      // by link of the forward run
};

}  // namespace testbench
