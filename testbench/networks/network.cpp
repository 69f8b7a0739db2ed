// SPDX-License-Identifier: Apache-2.0
#include "testbench/networks/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace testbench {

std::string Network::joined(const network::Symbols& symbols) {
  const std::string text = fmt::format("{}", fmt::join(symbols.begin(), symbols.end(), ","));
  return symbols.size() == 1 ? text : "(" + text + ")";
}

LinkTable::LinkTable(const Network& network, const IsDead& is_dead) : nodes_(network.nodes()), ports_(network.ports()) {
  const std::size_t links = std::size_t{nodes_} * ports_;
  neighbours_.reserve(links);
  arrivals_.reserve(links);
  for (const Address node : network::addresses(nodes_)) {
    for (unsigned port = 0; port < ports_; ++port) {
      const bool works = !is_dead || !is_dead(node.number(), port);
      neighbours_.push_back(works ? network.neighbour(node, port).number() : node.number());
      // The same at every node of a Cayley network, where finding it takes products of the group.
      const bool known = network.is_cayley() && node != Address(0);
      arrivals_.push_back(known ? arrivals_[port] : static_cast<std::uint8_t>(network.arrival_port(node, port)));
    }
  }
}

LinkTable LinkTable::without_links() const {
  LinkTable none = *this;
  for (std::size_t link = 0; link < neighbours_.size(); ++link) {
    none.neighbours_[link] = static_cast<std::uint32_t>(link / ports_);
  }
  return none;
}

LinkTable LinkTable::turned() const {
  LinkTable found = without_links();
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      if (!has_link(node, port)) continue;
      const std::size_t back = found.at(neighbour(node, port), arrival_port(node, port));
      found.neighbours_[back] = node;
      found.arrivals_[back] = static_cast<std::uint8_t>(port);
    }
  }
  return found;
}

LinkTable LinkTable::of_both_ways() const {
  LinkTable found = without_links();
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      if (has_link(neighbour(node, port), arrival_port(node, port))) {
        found.neighbours_[at(node, port)] = neighbour(node, port);
      }
    }
  }
  return found;
}

}  // namespace testbench
