// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/parts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "firmware/networks/node_kind.hpp"

namespace testbench {

std::uint32_t packets_of_unit(const collectives::Operation& operation) {
  return operation.row->by_blocks ? operation.network.nodes() : 1;
}

std::uint32_t units_of(const collectives::Operation& operation) {
  return operation.row->by_blocks ? collectives::block_of(operation) : operation.packets;
}

Parts::Parts(const Experiment& whole, std::uint32_t units, Experiment part, std::optional<Experiment> rest)
    : all_units_(units_of(whole.operation())),
      units_(units),
      count_(static_cast<std::uint32_t>(collectives::divide_up(all_units_, units))),
      part_(std::move(part)),
      rest_(std::move(rest)) {
}

std::uint64_t Parts::due(std::uint64_t whole) const {
  if (is_last()) return whole;
  return whole / all_units_ * (first() + units_);
}

unsigned barrier_hops(const network::SomeNetwork& network) {
  if (network::kind_of(network).routes_in_logic) return network.cube().dimension();
  std::vector<unsigned> hops(network.nodes(), 0);
  std::vector<bool> is_reached(network.nodes(), false);
  std::vector<network::Address> reached{network::Address(0)};
  is_reached[0] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const network::Address next = network.neighbour(reached[i], port);
      if (is_reached[next.number()]) continue;
      is_reached[next.number()] = true;
      hops[next.number()] = hops[reached[i].number()] + 1;
      reached.push_back(next);
    }
  }
  return 2 * hops[reached.back().number()];
}

}  // namespace testbench
