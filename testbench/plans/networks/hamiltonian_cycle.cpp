// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/hamiltonian_cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/plans/networks/cycle_search.hpp"
#include "testbench/plans/networks/network_file.hpp"

namespace testbench {
namespace {

constexpr std::uint32_t kUnvisited = ~0u;

std::optional<std::string> end_of_one_link(const Adjacency& adjacency) {
  for (std::uint32_t node = 0; node < adjacency.nodes(); ++node) {
    if (adjacency.degree(node) == 1) return fmt::format("node {} has one link", node);
  }
  return std::nullopt;
}

// A cycle goes from colour to colour, and a path, which may have one more of a colour.
std::optional<std::string> unequal_colours(const Adjacency& adjacency, std::uint32_t more = 0) {
  const std::vector<std::uint32_t> distance = breadth_first(adjacency, 0).distance;
  std::uint32_t count[2] = {0, 0};
  for (std::uint32_t here = 0; here < adjacency.nodes(); ++here) {
    ++count[distance[here] % 2];
    for (const std::uint32_t* there = adjacency.begin(here); there != adjacency.end(here); ++there) {
      if (distance[*there] % 2 == distance[here] % 2) return std::nullopt;
    }
  }
  if (std::max(count[0], count[1]) - std::min(count[0], count[1]) <= more) return std::nullopt;
  return fmt::format("every link joins one of {} nodes with one of {} others", std::min(count[0], count[1]),
                     std::max(count[0], count[1]));
}

// Hopcroft and Tarjan 1973, depth-first without recursion: `low` is the earliest node, in the order
// of the visit, that a node's descendants are linked with. `parts`: into which the others fall at least.
std::optional<std::string> cut_node(const Adjacency& adjacency, unsigned parts = 2) {
  std::vector<std::uint32_t> number(adjacency.nodes(), kUnvisited);
  std::vector<std::uint32_t> low(adjacency.nodes(), 0);
  std::vector<std::pair<std::uint32_t, const std::uint32_t*>> stack;  // a node, and its next link
  std::uint32_t visited = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = visited++;
    stack.emplace_back(node, adjacency.begin(node));
  };
  enter(0);
  std::vector<unsigned> parts_of(adjacency.nodes(), 1);  // by node: without it
  parts_of[0] = 0;
  while (!stack.empty()) {
    const std::uint32_t node = stack.back().first;
    if (stack.back().second != adjacency.end(node)) {
      const std::uint32_t there = *stack.back().second++;
      if (number[there] == kUnvisited) {
        enter(there);
      } else {
        low[node] = std::min(low[node], number[there]);
      }
      continue;
    }
    stack.pop_back();
    if (stack.empty()) break;
    const std::uint32_t parent = stack.back().first;
    low[parent] = std::min(low[parent], low[node]);
    if (low[node] >= number[parent] && ++parts_of[parent] == parts)
      return fmt::format("without node {} the others are not connected", parent);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> cycle_obstacle(const Adjacency& adjacency) {
  if (adjacency.nodes() < 3) return fmt::format("it has {} nodes only", adjacency.nodes());
  if (auto found = end_of_one_link(adjacency)) return found;
  if (auto found = unequal_colours(adjacency)) return found;
  return cut_node(adjacency);
}

namespace {

bool linked(const Adjacency& adjacency, Address a, Address b) {
  const std::uint32_t* const end = adjacency.end(a.number());
  return std::find(adjacency.begin(a.number()), end, b.number()) != end;
}

FoundCycle from_node_0(std::vector<Address> nodes) {
  std::rotate(nodes.begin(), std::find(nodes.begin(), nodes.end(), Address(0)), nodes.end());
  return {std::move(nodes), ""};
}

}  // namespace

bool is_hamiltonian_path(const Adjacency& adjacency, const std::vector<Address>& nodes) {
  if (nodes.size() != adjacency.nodes()) return false;
  std::vector<bool> seen(nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].number() >= nodes.size() || seen[nodes[i].number()]) return false;
    seen[nodes[i].number()] = true;
    if (i > 0 && !linked(adjacency, nodes[i - 1], nodes[i])) return false;
  }
  return true;
}

bool is_hamiltonian_cycle(const Adjacency& adjacency, const std::vector<Address>& nodes) {
  return nodes.size() > 2 && is_hamiltonian_path(adjacency, nodes) && linked(adjacency, nodes.back(), nodes.front());
}

FoundCycle hamiltonian_cycle(const Network& network) {
  const Adjacency adjacency(network);
  std::vector<Address> known = network.hamiltonian_path();
  if (is_hamiltonian_cycle(adjacency, known)) return from_node_0(std::move(known));
  if (const auto obstacle = cycle_obstacle(adjacency)) return {{}, "has no Hamiltonian cycle: " + *obstacle};

  const bool is_small = adjacency.nodes() <= kMaxExhausted;
  std::vector<Address> searched = is_small ? exhaustive_cycle(adjacency) : searched_cycle(adjacency);
  if (is_hamiltonian_cycle(adjacency, searched)) return from_node_0(std::move(searched));
  if (is_small) return {{}, "has no Hamiltonian cycle: an exhaustive search finds none"};
  return {{}, "no Hamiltonian cycle has been found; it may have one all the same"};
}

namespace {

// A path is a cycle through one node more that is linked with all.
std::vector<Address> exhaustive_path(const Adjacency& adjacency) {
  EdgeList more(adjacency.nodes() + 1);
  const Address last(adjacency.nodes());
  for (const Address node : network::addresses(adjacency.nodes())) {
    more.add(node, last);
    for (const std::uint32_t* there = adjacency.begin(node.number()); there != adjacency.end(node.number()); ++there) {
      if (*there < node.number()) more.add(node, Address(*there));
    }
  }
  std::vector<Address> cycle = exhaustive_cycle(Adjacency(Network(more)));
  if (cycle.empty()) return {};
  std::ranges::rotate(cycle, std::ranges::find(cycle, last));
  cycle.erase(cycle.begin());
  return cycle;
}

}  // namespace

std::vector<Address> hamiltonian_path(const Network& network) {
  const Adjacency adjacency(network);
  std::vector<Address> path = network.hamiltonian_path();
  if (is_hamiltonian_path(adjacency, path)) return path;
  if (unequal_colours(adjacency, 1) || cut_node(adjacency, 3)) return {};
  path = adjacency.nodes() < kMaxExhausted ? exhaustive_path(adjacency) : searched_path(adjacency);
  return is_hamiltonian_path(adjacency, path) ? path : std::vector<Address>();
}

}  // namespace testbench
