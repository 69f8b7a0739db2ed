// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "firmware/collectives/allreduce.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// Up a tree to every node, from all other nodes or from those below it.
enum class From { kAll, kBelow };

struct BothWays {
  LinkTable links;
  LinkTable turned;
};

// For every node a tree of paths to it, cut back to the nodes from which packets come.
class TreesToAll {
 public:
  TreesToAll(std::shared_ptr<const BothWays> ways, From from, SourceTrees trees)
      : ways_(std::move(ways)), trees_(std::move(trees)), nodes_(links().nodes()) {
    if (from == From::kAll) return;
    is_used_.resize(std::size_t{nodes_} * nodes_);
    for (std::uint32_t owner = 0; owner < links().ends(); ++owner) {
      for (std::uint32_t node = 0; node < owner; ++node) {
        for (std::uint32_t at = node; at != owner && !is_used_[place(at, owner)]; at = parent(at, owner)) {
          is_used_[place(at, owner)] = true;
        }
      }
    }
  }

  bool is_used(std::uint32_t node, std::uint32_t owner) const {
    return node != owner && (is_used_.empty() ? trees_.has(node, owner) : is_used_[place(node, owner)]);
  }
  unsigned parent_port(std::uint32_t node, std::uint32_t owner) const { return trees_.parent_port(node, owner); }
  Ports children(std::uint32_t node, std::uint32_t owner) const {
    Ports found = trees_.children(turned(), node, owner);
    for (const unsigned port : found) {
      if (!is_used(turned().neighbour(node, port), owner)) found = found - Ports::one(port);
    }
    return found;
  }
  // Trees over the busiest link, at least.
  std::uint64_t least() const { return is_used_.empty() ? trees_.most_loaded() : 0; }
  const LinkTable& links() const { return ways_->links; }
  const LinkTable& turned() const { return ways_->turned; }

 private:
  std::size_t place(std::uint32_t node, std::uint32_t owner) const { return std::size_t{owner} * nodes_ + node; }
  std::uint32_t parent(std::uint32_t node, std::uint32_t owner) const {
    return links().neighbour(node, parent_port(node, owner));
  }

  std::shared_ptr<const BothWays> ways_;
  SourceTrees trees_;
  std::uint32_t nodes_;
  std::vector<bool> is_used_;  // by owner and node; empty: all are
};

// The allgather down the trees, each node with so many packets. Returns its cycles, and calls arrived(node, source) for all
// arrivals, in their order.
template <class Arrived>
std::uint64_t played(const TreesToAll& trees, std::uint32_t packets, std::uint64_t limit, Arrived arrived) {
  std::vector<OutputModel<std::uint32_t>> nodes(trees.links().nodes(), {trees.links().ports(), false});
  for (std::uint32_t node = 0; node < trees.links().ends(); ++node) {
    for (const unsigned port : trees.children(node, node)) {
      for (std::uint32_t i = 0; i < packets; ++i) nodes[node].own(port, node);
    }
  }
  return cycles_of_nodes(nodes, trees.turned(), limit, [&](std::uint32_t node, std::uint32_t source) {
    arrived(node, source);
    return trees.children(node, source);
  });
}

// Trees, and the owners in whose order a port sends their packets.
class Order {
 public:
  // The order of the last packets of an allgather of so many, backwards.
  Order(std::shared_ptr<const TreesToAll> trees, std::uint32_t packets)
      : trees_(std::move(trees)), owners_(std::size_t{trees_->links().nodes()} * trees_->links().ports()) {
    const std::uint32_t ends = trees_->links().ends();
    std::vector<std::uint32_t> arrived(std::size_t{trees_->links().nodes()} * ends);
    played(*trees_, packets, ~std::uint64_t{0} - 1, [&](std::uint32_t node, std::uint32_t owner) {
      if (++arrived[std::size_t{node} * ends + owner] == packets)
        owners_[stream(node, trees_->parent_port(node, owner))].push_back(owner);
    });
    for (std::vector<std::uint32_t>& owners : owners_) std::reverse(owners.begin(), owners.end());
  }

  const TreesToAll& trees() const { return *trees_; }
  const std::vector<std::uint32_t>& owners(std::uint32_t node, unsigned port) const {
    return owners_[stream(node, port)];
  }

 private:
  std::size_t stream(std::uint32_t node, unsigned port) const {
    return std::size_t{node} * trees_->links().ports() + port;
  }

  std::shared_ptr<const TreesToAll> trees_;
  std::vector<std::vector<std::uint32_t>> owners_;  // by node and port
};

// None is the fastest everywhere. With M = 64 a reduce-scatter on random:20,4,1 takes 384 cycles in the order of one
// packet each and 321 in that of several; one on dragonfly:4,5 takes 706 and 964 up trees of any paths, and 1,024 up
// shortest ones.
std::vector<Order> orders(const PlanRequest& request, From from) {
  const LinkTable links = request.links();
  const auto ways = std::make_shared<const BothWays>(links, links.turned());
  const AllDistances distances(links);
  std::mt19937_64 random(1);
  const std::uint64_t pairs = std::uint64_t{links.nodes()} * links.nodes();
  std::vector<std::shared_ptr<const TreesToAll>> trees{std::make_shared<const TreesToAll>(best_of(
      pairs, [&] { return TreesToAll(ways, from, SourceTrees(links, distances, random)); },
      [](const TreesToAll& some) { return some.least(); },
      [](const TreesToAll& some, std::uint64_t limit) {
        return played(some, 1, limit, [](std::uint32_t, std::uint32_t) {});
      }))};
  for (const double cost_of_level : {kCostOfALevel, 20., 200.}) {
    std::vector<std::uint8_t> back = weighted_trees(ways->turned, random, {1}, cost_of_level);
    if (back.empty()) break;
    trees.push_back(std::make_shared<const TreesToAll>(ways, from, SourceTrees(links, std::move(back))));
    if (played_packets(2, pairs) == 1) break;  // on many nodes one set takes seconds
  }
  std::vector<Order> found;
  const std::uint32_t several = played_packets(request.packets, pairs);
  for (const auto& some : trees) {
    found.emplace_back(some, 1);
    if (several != 1) found.emplace_back(some, several);
  }
  return found;
}

class TreeReduceScatter : public PlayedPlan {
 public:
  TreeReduceScatter(const PlanRequest& request, Order order)
      : routing_(request.routing()),
        order_(std::move(order)),
        links_(order_.trees().links()),
        packets_(request.packets),
        combining_(request.combining) {}

  void load(Address me, node::Driver& driver) const override {
    load(me, links_.is_switch(me.number()) ? 0 : packets_, driver);
  }
  std::uint64_t planned_cycles() const final { return planned_cycles_; }

  // In the fastest order. Longer plans are played with fewer packets, and have as many times those cycles.
  template <class Made, class... Arguments>
  static std::unique_ptr<Made> played_with(const PlanRequest& request, From from, Arguments... arguments) {
    const std::uint64_t hops = std::uint64_t{request.network.nodes()} * request.network.nodes();
    const std::uint64_t most = std::max<std::uint64_t>(kMostPlayedHops / hops, 1);
    PlanRequest fewer = request;
    fewer.packets = static_cast<std::uint32_t>(std::min<std::uint64_t>(request.packets, most));
    std::unique_ptr<Made> fastest;
    for (const Order& order : orders(request, from)) {
      auto made = std::make_unique<Made>(fewer, order, arguments...);
      made->planned_cycles_ =
          play(PlayedNodes(made->links_, request.routing(), request.hop, images_of(*made, request.network.nodes())),
               made->links_, [](const std::vector<Transfer>&, std::uint64_t) {});
      if (!fastest || made->planned_cycles_ < fastest->planned_cycles_) fastest = std::move(made);
    }
    if (fewer.packets == request.packets) return fastest;
    auto plan = std::make_unique<Made>(request, fastest->order_, arguments...);
    plan->planned_cycles_ = fastest->planned_cycles_ * request.packets / fewer.packets;
    return plan;
  }

 protected:
  void load(Address me, std::uint32_t results, node::Driver& driver) const {
    const unsigned ports = routing_.node_ports(links_.ports());
    driver.begin(ports, me, routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      const std::vector<std::uint32_t>& owners = order_.owners(me.number(), port);
      for (const std::uint32_t owner : owners) {
        const Address to_owner = routing_.seen(Address(owner), me);
        driver.add(port, {to_owner, 0, 0, packets_, order_.trees().children(me.number(), owner)});
        driver.set_combining_word(to_owner, Ports::one(port));
      }
      driver.send(port, packets_ * static_cast<std::uint32_t>(owners.size()));
    }
    const Address itself = routing_.seen(me, me);
    driver.set_combining_word(itself, Ports());
    if (results == 0 || links_.is_switch(me.number())) return;
    const unsigned ejector = node::Driver::ejector(ports, 0);
    driver.add(ejector, {itself, 0, 0, packets_, order_.trees().children(me.number(), me.number())});
    driver.send(ejector, packets_);
  }

  const Routing routing_;
  const Order order_;
  const LinkTable& links_;
  const std::uint32_t packets_;

 private:
  const std::uint32_t combining_;
  std::uint64_t planned_cycles_ = 0;
};

// A block of the vector for each node: a reduce-scatter, then an allgather of the results. A link carries
// all packets of the first before those of the second, so that no queue has one of these before an operand.
class BlocksAllreduce final : public TreeReduceScatter {
 public:
  // `request`: packets of a block.
  BlocksAllreduce(const PlanRequest& request, Order order) : TreeReduceScatter(request, std::move(order)) {
    if (request.dead.empty()) return;
    // Links may be dead in one direction.
    const LinkTable& turned = order_.trees().turned();
    std::mt19937_64 random(1);
    down_.emplace(std::make_shared<const BothWays>(turned, links_), From::kAll,
                  SourceTrees(turned, AllDistances(turned), random));
  }

  void load(Address me, node::Driver& driver) const override {
    const bool is_switch = links_.is_switch(me.number());
    const TreesToAll& down = down_ ? *down_ : order_.trees();
    std::uint32_t blocks = links_.ends();
    for (std::uint32_t source = 0; is_switch && source < links_.ends(); ++source) {
      if (down.children(me.number(), source).empty()) --blocks;  // its tree has no place for the switch
    }
    TreeReduceScatter::load(me, packets_ * blocks, driver);
    if (!is_switch) driver.set_second_part(routing_.down(), packets_);
    for (std::uint32_t source = 0; source < links_.ends(); ++source) {
      driver.set_word(routing_.place_below(Address(source), me), down.children(me.number(), source));
    }
    if (is_switch) return;
    for (const unsigned port : down.children(me.number(), me.number())) {
      driver.add(port, {routing_.label_below(me), 0, 0, packets_});
      driver.send_second(port, packets_);
    }
  }

 private:
  std::optional<TreesToAll> down_;  // where they are not those up, turned round
};

class TreeScan final : public TreeReduceScatter {
 public:
  TreeScan(const PlanRequest& request, Order order, bool is_exclusive)
      : TreeReduceScatter(request, std::move(order)), is_exclusive_(is_exclusive) {}

  void load(Address me, node::Driver& driver) const override {
    const bool has_none = links_.is_switch(me.number()) || (is_exclusive_ && me == Address());
    TreeReduceScatter::load(me, has_none ? 0 : packets_, driver);
    if (is_exclusive_) driver.set_exclusive();
  }

 private:
  const bool is_exclusive_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request) {
  PlanRequest of_block = request;
  of_block.packets = static_cast<std::uint32_t>(collectives::divide_up(request.packets, request.network.ends()));
  return TreeReduceScatter::played_with<BlocksAllreduce>(of_block, From::kAll);
}
std::unique_ptr<collectives::Plan> plan_exchange_allreduce(const PlanRequest& request) {
  if (request.network.ends() > 2 && operators::is_float(operators::type_of(request.combining))) {
    throw PlanError("adds floats in another order at each node, so that their results differ; use algorithm tree");
  }
  return plan_exchange_barrier(request);
}
std::unique_ptr<collectives::Plan> plan_exchange_barrier(const PlanRequest& request) {
  const LinkTable links = request.links();
  const std::uint64_t others = links.ends() - 1;
  const std::uint64_t least = request.packets * collectives::divide_up(others, links.ports());
  const std::uint64_t hops = 2 * std::uint64_t{shortest_tree(links, middle_of(links)).depth - 1};
  const std::uint64_t of_tree =
      request.packets + request.cycles_of_level() * hops + collectives::turn_around_cycles(request.hop) + 1;
  if (least >= of_tree) {
    throw PlanError(fmt::format("takes {} cycles at least, and a tree about {}; use algorithm tree", least, of_tree));
  }
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, From::kAll);
}
std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, From::kAll);
}
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, From::kBelow, false);
}
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, From::kBelow, true);
}

}  // namespace testbench
