// SPDX-License-Identifier: Apache-2.0
// Allreduces, prefixes and barriers in routing cycles.
//
//   both ways  the vector dealt out in blocks, one a node: a reduce-scatter (reversed_cycles.hpp), then
//              the allgather of which it is the reverse
//   exchange   in routing cycle i every node sends what it has combined so far through one port, i on
//              one port. On all ports the packets are dealt out among d trees, and those of tree t go
//              through port t + i; a prefix needs the ascending order, and sends groups of B packets,
//              group g through port i in routing cycle g + i
#pragma once

#include <vector>

#include "testbench/plans/cycles/reversed_cycles.hpp"

namespace testbench {

class AllreduceCycles final : public CyclePlan {
 public:
  AllreduceCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs);

  void load(Address me, node::Driver& driver) const override;

 private:
  std::uint32_t block_;  // packets of a node
  ReversedCycles up_;
  RoutingCycles down_;
  std::uint64_t turn_ = 0;  // the cycle in which the allgather begins
};

class ExchangeCycles final : public CyclePlan {
 public:
  ExchangeCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs);

  void load(Address me, node::Driver& driver) const override;

 private:
  bool has_packets(unsigned tree) const { return tree < shares_.size() && shares_[tree].packets != 0; }

  CycleRow row_;
  unsigned d_;
  std::uint32_t packets_;
  std::uint32_t combining_;
  std::vector<PacketRange> shares_;             // by tree
  std::vector<std::vector<Release>> releases_;  // by port
  std::uint64_t period_ = 0;
};

}  // namespace testbench
