// SPDX-License-Identifier: Apache-2.0
#include "testbench/networks/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace testbench {

std::string Network::joined(const network::Symbols& symbols) {
  const std::string text = fmt::format("{}", fmt::join(symbols.begin(), symbols.end(), ","));
  return symbols.size() == 1 ? text : "(" + text + ")";
}

LinkTable::LinkTable(const Network& network) : nodes_(network.nodes()), ports_(network.ports()) {
  const std::size_t links = std::size_t{nodes_} * ports_;
  neighbours_.reserve(links);
  arrivals_.reserve(links);
  for (const Address node : network::addresses(nodes_)) {
    for (unsigned port = 0; port < ports_; ++port) {
      neighbours_.push_back(network.neighbour(node, port).number());
      // The same at every node of a Cayley network, where finding it takes products of the group.
      const bool known = network.is_cayley() && node != Address(0);
      arrivals_.push_back(known ? arrivals_[port] : static_cast<std::uint8_t>(network.arrival_port(node, port)));
    }
  }
}

}  // namespace testbench
