// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/link_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/runs/experiment/loader.hpp"

namespace testbench {

void LinkGraph::couple(std::uint32_t link, std::uint32_t next) {
  std::vector<std::uint32_t>& known = next_[link];
  if (std::find(known.begin(), known.end(), next) == known.end()) known.push_back(next);
}

void LinkGraph::add(const LinkGraph& other) {
  for (std::uint32_t link = 0; link < other.next_.size(); ++link) {
    for (const std::uint32_t next : other.next_[link]) couple(link, next);
  }
}

std::uint64_t LinkGraph::couplings() const {
  std::uint64_t found = 0;
  for (const auto& next : next_) found += next.size();
  return found;
}

// Removes links whose predecessors are all removed. The links of a dependency cycle, and the links
// behind one, remain.
LinkGraph::Sorted LinkGraph::sorted() const {
  Sorted found;
  found.before.resize(next_.size());
  for (const auto& next : next_) {
    for (const std::uint32_t link : next) ++found.before[link];
  }
  for (std::uint32_t link = 0; link < next_.size(); ++link) {
    if (found.before[link] == 0) found.order.push_back(link);
  }
  for (std::size_t i = 0; i < found.order.size(); ++i) {
    for (const std::uint32_t next : next_[found.order[i]]) {
      if (--found.before[next] == 0) found.order.push_back(next);
    }
  }
  return found;
}

std::vector<std::uint32_t> LinkGraph::order() const {
  Sorted found = sorted();
  if (found.order.size() != next_.size()) return {};
  std::vector<bool> coupled(next_.size());
  for (std::uint32_t link = 0; link < next_.size(); ++link) {
    for (const std::uint32_t next : next_[link]) coupled[link] = coupled[next] = true;
  }
  std::erase_if(found.order, [&](std::uint32_t link) { return !coupled[link]; });
  return found.order;
}

std::vector<std::uint32_t> LinkGraph::dependency_cycle() const {
  const Sorted found = sorted();
  // Every remaining link has a remaining predecessor. So a walk backwards from any link meets a
  // link again.
  const auto remains = [&](std::uint32_t link) { return found.before[link] != 0; };
  std::vector<std::uint32_t> previous(next_.size());
  std::vector<std::uint32_t> walk;
  for (std::uint32_t link = 0; link < next_.size(); ++link) {
    if (!remains(link)) continue;
    if (walk.empty()) walk.push_back(link);
    for (const std::uint32_t next : next_[link]) previous[next] = link;
  }
  if (walk.empty()) return {};
  std::vector<bool> is_met(next_.size());
  for (std::uint32_t link = walk.back(); !is_met[link]; walk.push_back(link)) {
    is_met[link] = true;
    link = previous[link];
  }
  // The walk ends with the link that it met again.
  walk.erase(walk.begin(), std::find(walk.begin(), walk.end(), walk.back()) + 1);
  std::reverse(walk.begin(), walk.end());
  return walk;
}

using network::Address;

std::vector<std::string> names_of_links(const network::SomeNetwork& network, const std::vector<std::uint32_t>& links) {
  std::vector<std::string> names;
  names.reserve(links.size());
  for (const std::uint32_t link : links) {
    const Address node(link / network.ports());
    const unsigned port = link % network.ports();
    names.push_back(fmt::format("{}-{}>{}", node.number(), port, network.neighbour(node, port).number()));
  }
  return names;
}

std::vector<std::uint32_t> dependency_cycle_of(const collectives::Operation& operation, const LinkGraph& graph) {
  std::vector<std::uint32_t> cycle = graph.dependency_cycle();
  if (cycle.empty() || !one_tells_all(operation)) return cycle;
  const network::SomeNetwork& network = operation.network;
  std::vector<std::uint32_t> links;
  Address node;
  do {
    for (const std::uint32_t port : cycle) {
      links.push_back(node.number() * network.ports() + port);
      node = network.neighbour(node, port);
    }
  } while (node != Address());
  return links;
}

}  // namespace testbench
