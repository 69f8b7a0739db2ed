#include "testbench/networks/hamiltonian_cycle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/networks/cycle_obstacle.hpp"
#include "testbench/networks/cycle_search.hpp"

namespace testbench {
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

std::vector<Address> hamiltonian_path(const Network& network) {
  const Adjacency adjacency(network);
  std::vector<Address> path = network.hamiltonian_path();
  if (is_hamiltonian_path(adjacency, path)) return path;
  path = searched_path(adjacency);
  return is_hamiltonian_path(adjacency, path) ? path : std::vector<Address>();
}

}  // namespace testbench
