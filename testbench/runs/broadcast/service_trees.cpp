// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/service_trees.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "firmware/broadcast/service.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench {

ServiceTrees::ServiceTrees(const Network& network)
    : network_(network),
      links_(network),
      edges_(links_.neighbours(), network.is_cayley(), links_.arrivals()),
      counting_(shortest_tree(links_, network.is_cayley() ? 0 : middle_of(links_))) {
  const std::unique_ptr<collectives::Plan> plan = plan_tree_allgather({network, 1, Address()});
  words_.reserve(std::size_t{links_.nodes()} * links_.nodes());
  for (const Address node : network::addresses(links_.nodes())) {
    node::RegisterImage image;
    node::Driver driver(image);
    plan->load(node, driver);
    for (const Address source : network::addresses(links_.nodes())) words_.push_back(image.word(source));
  }
}

void ServiceTrees::load(Address node, node::Bus& bus) const {
  const std::span<const network::Ports> words(&words_[std::size_t{node.number()} * links_.nodes()], links_.nodes());
  const bool is_root = node.number() == counting_.root;
  const auto parent = is_root ? network::Ports() : network::Ports::one(counting_.parent_port[node.number()]);
  broadcast::load_trees(bus, {parent, counting_.children[node.number()], words[node.number()]}, words);
}

template <class Visit>
void ServiceTrees::each_active_link(const std::vector<bool>& active, Visit visit) const {
  std::vector<std::uint32_t> order;
  for (std::uint32_t source = 0; source < links_.nodes(); ++source) {
    if (!active[source]) continue;
    order.assign(1, source);
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::uint32_t node = order[next];
      for (const unsigned port : words_[std::size_t{node} * links_.nodes() + source]) {
        visit(source, node, port);
        order.push_back(links_.neighbour(node, port));
      }
    }
  }
}

std::uint64_t ServiceTrees::most_cycles(const std::vector<bool>& active) const {
  std::vector<std::uint64_t> loads(std::size_t{links_.nodes()} * links_.ports());
  each_active_link(active, [&](std::uint32_t, std::uint32_t node, unsigned port) {
    ++loads[std::size_t{node} * links_.ports() + port];
  });
  std::vector<std::uint64_t> come(links_.nodes());  // of the source's packet, counted from its start
  std::uint64_t most = 0;
  each_active_link(active, [&](std::uint32_t source, std::uint32_t node, unsigned port) {
    const std::uint64_t before = node == source ? 0 : come[node];
    const std::uint64_t now = before + loads[std::size_t{node} * links_.ports() + port];
    come[links_.neighbour(node, port)] = now;
    most = std::max(most, now);
  });
  return prefix_cycles() + (most == 0 ? 0 : 1 + most);
}

std::uint32_t ServiceTrees::most_through_a_queue() const {
  std::vector<std::uint32_t> through(std::size_t{links_.nodes()} * links_.ports() * links_.ports());
  std::vector<unsigned> in_port(links_.nodes());
  std::uint32_t most = 0;
  each_active_link(
      std::vector<bool>(links_.nodes(), true), [&](std::uint32_t source, std::uint32_t node, unsigned port) {
        in_port[links_.neighbour(node, port)] = links_.arrival_port(node, port);
        if (node == source) return;
        most = std::max(most, ++through[(std::size_t{node} * links_.ports() + in_port[node]) * links_.ports() + port]);
      });
  return most;
}

}  // namespace testbench
