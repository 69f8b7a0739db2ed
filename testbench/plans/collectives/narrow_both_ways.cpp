// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/narrow_both_ways.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "testbench/plans/collectives/one_port_allgather.hpp"
#include "testbench/plans/collectives/trees_in_slots.hpp"
#include "testbench/plans/trees/narrow_trees.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench {
namespace {

// A search for narrow trees may miss a Hamiltonian path.
RootedTree tree_of_path(const Network& network, const LinkTable& links) {
  const std::vector<Address> path = path_of(network);
  std::vector<std::size_t> place(network.nodes());
  for (std::size_t i = 0; i < path.size(); ++i) place[path[i].number()] = i;
  const LinkTable of_path = links.only([&](std::uint32_t node, unsigned port) {
    const std::size_t other = place[links.neighbour(node, port)];
    return place[node] + 1 == other || other + 1 == place[node];
  });
  if (levels_from(of_path, 0).order.size() != network.nodes())
    throw PlanError("has a Hamiltonian path in one direction");
  return shortest_tree(of_path, middle_of(of_path));
}

// One that has been searched for, up which packets go in the fewest cycles: they come down it in as many.
RootedTree tree_of_reduce(PlanRequest request, const LinkTable& links, std::uint32_t middle) {
  request.root = Address(middle);
  RootedTree tree = reduce_in_slots(request).tree;
  const auto works_both_ways = [&](std::uint32_t node) {
    return node == tree.root || !tree.has(node) || links.has_link(node, tree.parent_port[node]);
  };
  if (!std::ranges::all_of(std::views::iota(0u, links.nodes()), works_both_ways))
    throw PlanError("has a tree in one direction");
  return tree;
}

}  // namespace

std::vector<NarrowTree> narrow_trees_both_ways(const PlanRequest& request, const LinkTable& links) {
  const std::uint32_t middle = request.has_symmetric_nodes() ? 0 : middle_of(links);
  std::vector<RootedTree> trees = narrow_and_shortest_trees(links, middle);
  if (middle != 0) std::ranges::move(narrow_and_shortest_trees(links, 0), std::back_inserter(trees));
  std::map<unsigned, RootedTree> by_links;
  for (const RootedTree& tree : trees) {
    const LinkTable of_tree = links_of(links, tree);
    RootedTree hung = shortest_tree(of_tree, middle_of(of_tree));
    const auto [at, is_new] = by_links.try_emplace(hung.most_links(), hung);
    if (!is_new && hung.depth < at->second.depth) at->second = std::move(hung);
  }
  std::vector<NarrowTree> found;
  found.reserve(by_links.size() + 1);
  for (const auto& [most_links, tree] : by_links)
    found.push_back({[one = tree] { return one; }, most_links, tree.depth});
  if (found.front().most_links > 2 && request.dead.empty()) {
    const Network& network = request.network;
    found.push_back({[network, links] { return tree_of_path(network, links); }, 2, links.ends() / 2});
  }
  found.push_back({[request, links, middle] { return tree_of_reduce(request, links, middle); }, 1, 2});
  return found;
}

}  // namespace testbench
