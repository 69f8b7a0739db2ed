// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/starts/start_barrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "firmware/networks/node_kind.hpp"
#include "testbench/ground/host/breadth_first.hpp"

namespace testbench {

using network::Address;

StartBarrier::StartBarrier(const collectives::Operation& operation, unsigned latency)
    : hop_cycles_(1 + std::uint64_t{latency}), up_(operation.network.nodes()) {
  const network::SomeNetwork& network = operation.network;
  if (network::kind_of(network).routes_in_logic && operation.dead.count == 0) {
    down_ = network.cube().dimension() * hop_cycles_;
    return;
  }
  const auto works = [&](Address node, unsigned port) {
    return std::none_of(operation.dead.links, operation.dead.links + operation.dead.count,
                        [&](const collectives::DeadLink& dead) { return dead.node == node && dead.port == port; });
  };
  const auto search = [&](bool towards_0) {
    BreadthFirst found(network.nodes(), 0, [&](std::uint32_t number, auto reach) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        const Address behind = network.neighbour(Address(number), port);
        const unsigned arrival = network.arrival_port(Address(number), port);
        if (towards_0 ? works(behind, arrival) : works(Address(number), port)) reach(behind.number());
      }
    });
    if (found.order.size() == network.nodes()) return found;
    const auto cut_off = std::ranges::find(found.distance, BreadthFirst::kUnseen) - found.distance.begin();
    throw std::runtime_error(
        fmt::format("node {} has no way {} node 0 for the barrier of --start-skew and --repeat; "
                    "leave these out, or other links to --fail",
                    cut_off, towards_0 ? "to" : "from"));
  };
  const BreadthFirst to_0 = search(true);
  for (std::size_t node = 0; node < up_.size(); ++node) up_[node] = to_0.distance[node] * hop_cycles_;
  down_ = search(false).farthest() * hop_cycles_;
}

void StartBarrier::join(std::uint32_t node, std::uint64_t cycle) {
  ++joined_;
  known_ = std::max(known_, cycle + up_[node]);
}

bool StartBarrier::ends(std::uint64_t cycle) {
  if (joined_ != up_.size() || cycle != known_ + down_) return false;
  joined_ = 0;
  known_ = 0;
  return true;
}

}  // namespace testbench
