// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/product.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/boxes.hpp"
#include "firmware/networks/network.hpp"
#include "testbench/plans/networks/hamiltonian_cycle.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench {
namespace {

struct Factor {
  explicit Factor(const Network& network) : adjacency(network) {
    FoundCycle found = hamiltonian_cycle(network);
    is_cycle = !found.nodes.empty();
    path = is_cycle ? std::move(found.nodes) : network.hamiltonian_path();
    if (!is_hamiltonian_path(adjacency, path)) path.clear();
  }
  std::uint32_t nodes() const { return adjacency.nodes(); }
  // Two nodes are as good as a cycle in a comb.
  bool goes_round() const { return is_cycle || nodes() == 2; }

  Adjacency adjacency;
  std::vector<Address> path;
  bool is_cycle = false;
};

// A product as rows and columns, of which either factor may be the rows.
struct Combined {
  const Factor& rows;
  const Factor& columns;
  bool rows_first;

  Address node(Address in_rows, Address in_columns) const {
    const std::uint32_t row = in_rows.number();
    const std::uint32_t column = in_columns.number();
    return Address(rows_first ? row * columns.nodes() + column : column * rows.nodes() + row);
  }
};

std::vector<Address> comb(const Combined& factors) {
  std::vector<Address> nodes;
  for (std::uint32_t i = 0; i < factors.rows.nodes() * factors.columns.nodes(); ++i) {
    const network::CombPlace place = network::comb_place(factors.rows.nodes(), factors.columns.nodes(), i);
    nodes.push_back(factors.node(factors.rows.path[place.row], factors.columns.path[place.column]));
  }
  return nodes;
}

// Depth-first, so that few nodes have many links. Pairs of parent and child, the parent's first.
std::vector<std::pair<std::uint32_t, std::uint32_t>> spanning_tree(const Adjacency& adjacency) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parent_and_child;
  std::vector<bool> seen(adjacency.nodes(), false);
  std::vector<std::pair<std::uint32_t, const std::uint32_t*>> stack{{0, adjacency.begin(0)}};
  seen[0] = true;
  while (!stack.empty()) {
    const std::uint32_t node = stack.back().first;
    if (stack.back().second == adjacency.end(node)) {
      stack.pop_back();
      continue;
    }
    const std::uint32_t there = *stack.back().second++;
    if (seen[there]) continue;
    seen[there] = true;
    parent_and_child.emplace_back(node, there);
    stack.emplace_back(there, adjacency.begin(there));
  }
  return parent_and_child;
}

// Every node of the rows has a copy of the columns' cycle. A link of the tree joins two copies:
// both lose the link from place k of the cycle to the next one, and both places are linked across.
// At a node every link of the tree has its own k. Copies an even number of links from the tree's
// root are gone round upwards, the others downwards.
std::vector<Address> along_a_tree(const Combined& factors) {
  const std::vector<Address>& cycle = factors.columns.path;
  const std::uint32_t n = factors.columns.nodes();
  struct Copy {
    std::uint32_t next_free = 0;  // place of no link of the tree
    std::uint32_t of_parent;      // place of the link to the parent
    bool up = true;
  };
  std::vector<Copy> copies(factors.rows.nodes(), Copy{0, n, true});
  std::vector<std::uint32_t> across(copies.size() *
                                    n);  // by copy and place: the copy behind the link across, or itself
  for (std::size_t i = 0; i < across.size(); ++i) across[i] = static_cast<std::uint32_t>(i / n);
  for (const auto& [parent, child] : spanning_tree(factors.rows.adjacency)) {
    Copy& at = copies[parent];
    if (at.next_free == at.of_parent) ++at.next_free;
    const std::uint32_t k = at.next_free++;
    if (k >= n) return {};
    copies[child] = {0, k, !at.up};
    across[std::size_t{parent} * n + k] = child;
    across[std::size_t{child} * n + k] = parent;
  }
  std::vector<Address> nodes;
  std::uint32_t copy = 0;
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < across.size(); ++i) {
    nodes.push_back(factors.node(Address(copy), cycle[place]));
    const std::uint32_t below = place == 0 ? n - 1 : place - 1;
    const std::uint32_t there = across[std::size_t{copy} * n + (copies[copy].up ? place : below)];
    if (there != copy) {
      copy = there;
    } else {
      place = !copies[copy].up ? below : place + 1 == n ? 0 : place + 1;
    }
  }
  return nodes;
}

std::vector<Address> snake_of(const Combined& factors) {
  std::vector<Address> nodes;
  for (const Address row : factors.rows.path) {
    for (std::uint32_t i = 0; i < factors.columns.nodes(); ++i) {
      const bool back = nodes.size() / factors.columns.nodes() % 2 != 0;
      nodes.push_back(factors.node(row, factors.columns.path[back ? factors.columns.nodes() - 1 - i : i]));
    }
  }
  return nodes;
}

}  // namespace

std::vector<Address> path_of_product(const Network& first, const Network& second) {
  const Factor a(first);
  const Factor b(second);
  const Combined ways[] = {{a, b, true}, {b, a, false}};
  if (!a.path.empty() && !b.path.empty()) {
    for (const Combined& way : ways) {
      if (way.columns.goes_round() || way.rows.nodes() % 2 == 0) return comb(way);
    }
    return snake_of(ways[0]);
  }
  for (const Combined& way : ways) {
    if (!way.columns.is_cycle) continue;
    if (std::vector<Address> nodes = along_a_tree(way); !nodes.empty()) return nodes;
  }
  return {};
}

namespace {

// The product of all factors but the last, times the last.
class NamedProduct : public network::Product<Network, Network> {
 public:
  NamedProduct(const Network& first, const Network& last, std::vector<Network> factors)
      : Product(first, last), factors_(std::move(factors)) {}

  const std::vector<Network>& factors() const { return factors_; }
  std::string name(Address node) const { return first().name(in_first(node)) + "*" + second().name(in_second(node)); }
  template <class Visit>
  void hamiltonian_path(Visit visit) const {
    for (const Address node : path_of_product(first(), second())) visit(node);
  }

 private:
  std::vector<Network> factors_;
};

}  // namespace

std::optional<Network> product_of(std::string_view factors) {
  const std::vector<std::string_view> specs = split(factors, '*');
  for (const std::string_view spec : specs) {
    if (!spec.starts_with("product:")) continue;
    throw NetworkError(fmt::format("product:{}: must not have a product in it; write all factors in one", factors));
  }
  if (specs.size() < 2) return std::nullopt;
  Network product = network_of(std::string(specs[0]));
  std::vector<Network> dimensions{product};
  for (std::size_t i = 1; i < specs.size(); ++i) {
    const Network factor = network_of(std::string(specs[i]));
    if (factor.has_switches() || product.has_switches()) {
      throw NetworkError(
          fmt::format("product:{}: a network with switches has no product; take factors without", factors));
    }
    if (std::uint64_t{product.nodes()} * factor.nodes() > network::kMaxNodes) return std::nullopt;
    if (product.ports() + factor.ports() > network::kMaxPorts) return std::nullopt;
    dimensions.push_back(factor);
    product = Network(NamedProduct(product, factor, dimensions));
  }
  return product;
}

}  // namespace testbench
