// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/allreduce_cycles.hpp"

#include <algorithm>

#include "firmware/collectives/allreduce.hpp"

namespace testbench {
namespace {

collectives::Operation with_packets(collectives::Operation operation, std::uint32_t packets) {
  operation.packets = packets;
  return operation;
}

}  // namespace

AllreduceCycles::AllreduceCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs)
    : block_(static_cast<std::uint32_t>(collectives::divide_up(operation.packets, operation.network.nodes()))),
      up_(row.of(collectives::Collective::kReduceScatter), with_packets(operation, block_), costs),
      down_(row.of(collectives::Collective::kAllgather), operation.network.cube(), block_, Address(0), costs) {
  const std::uint32_t turn_around = collectives::turn_around_cycles(operation.hop());
  turn_ = up_.cycles()->value + turn_around;
  longest_ = up_.longest_program() + down_.longest_program();
  count_ = up_.count() + down_.count();
  registers_ = up_.registers() + down_.registers() + turn_around;
  cycles_ = {turn_ + down_.cycles()->value, row.source};
}

void AllreduceCycles::load(Address me, node::Driver& driver) const {
  const unsigned d = down_.cube_.dimension();
  up_.load(me, driver);
  driver.expect(block_ * cube::nodes(d));
  driver.set_second_part(down_.row_.rule, block_);
  if (down_.row_.labels == EdgeLabels::kPorts) driver.set_transit_first();
  for (unsigned port = 0; port < d; ++port) {
    for (const Release& release : down_.releases_[port]) {
      driver.release(port, static_cast<std::uint32_t>(turn_ + release.cycle),
                     static_cast<std::uint32_t>(release.packets));
    }
    const std::uint32_t packets = down_.add_own(port, driver);
    if (packets != 0) driver.send_second(port, packets);
  }
}

ExchangeCycles::ExchangeCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs)
    : row_(row),
      d_(operation.d()),
      packets_(operation.packets),
      combining_(operation.combining),
      shares_(even_shares(packets_, row.rotated ? d_ : 1)),
      releases_(operation.d()) {
  // A prefix on all ports goes in groups of B packets. All others are one group.
  const std::uint32_t at_once = row.period != 0 ? std::min(packets_, costs.frame_packets) : shares_[0].packets;
  const std::uint64_t groups = row.period != 0 ? costs.frames(packets_) : 1;
  const std::uint64_t slot = costs.start_up + at_once * costs.packet;
  const std::uint64_t hop = costs.hop(at_once);
  for (unsigned port = 0; port < d_; ++port) {
    for (unsigned i = 0; i < d_; ++i) {
      const unsigned tree = (port + d_ - i) % d_;
      if (!has_packets(tree)) continue;
      releases_[port].push_back({i * hop, std::min(at_once, shares_[tree].packets)});
    }
  }
  if (groups > 1) period_ = slot;
  const auto rest = packets_ - (groups - 1) * at_once;
  cycles_ = {(d_ - 1) * hop + (groups - 1) * slot + (groups > 1 ? costs.hop(rest) : hop), row.source};
  count_ = d_ + groups - 1;
  registers_ = d_ * costs.registers;
  longest_ = shares_.size();
}

void ExchangeCycles::load(Address me, node::Driver& driver) const {
  using collectives::Collective;
  const bool is_exclusive = row_.collective == Collective::kExscan;
  const bool is_prefix = is_exclusive || row_.collective == Collective::kScan;
  const bool has_result = !is_exclusive || me != Address(0);
  driver.begin(d_, me, row_.rule, 0);
  driver.expect(has_result ? packets_ : 0);
  driver.set_operation(combining_);
  if (is_exclusive) driver.set_exclusive();
  for (unsigned port = 0; port < d_; ++port) {
    load_releases(port, period_, releases_[port], driver);
    for (unsigned i = 0; i < d_; ++i) {
      const unsigned tree = (port + d_ - i) % d_;
      if (!has_packets(tree)) continue;
      const network::Ports before = cube::rotate_left(d_, network::Ports::first(i), tree);
      driver.add(port, {Address(), tree, shares_[tree].first, shares_[tree].packets, before});
    }
    driver.send(port, packets_);
  }
  for (unsigned tree = 0; tree < d_ && has_result; ++tree) {
    if (!has_packets(tree)) continue;
    const unsigned ejector = node::Driver::ejector(d_, tree);
    driver.add(ejector, {Address(), tree, shares_[tree].first, shares_[tree].packets,
                         is_prefix ? cube::ones(me) : cube::all_ports(d_)});
    driver.send(ejector, shares_[tree].packets);
  }
}

std::unique_ptr<const CyclePlan> plan_in_cycles(const CycleRow& row, const collectives::Operation& operation,
                                                const FrameCosts& costs) {
  using collectives::Collective;
  if (!shape_of(row.collective).combined) {
    return std::make_unique<RoutingCycles>(row, operation.network.cube(), operation.packets, operation.root, costs);
  }
  if (row.by_blocks) return std::make_unique<AllreduceCycles>(row, operation, costs);
  if (row.collective == Collective::kReduce || row.collective == Collective::kReduceScatter) {
    return std::make_unique<ReversedCycles>(row, operation, costs);
  }
  return std::make_unique<ExchangeCycles>(row, operation, costs);
}

}  // namespace testbench
