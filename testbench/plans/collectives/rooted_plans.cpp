// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/rooted_plans.hpp"

#include <algorithm>
#include <utility>

#include "testbench/plans/trees/shared_trees.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench {
namespace {

// The common part of scatter and gather.
class RootedPlan : public collectives::Plan {
 public:
  const collectives::ClosedForm* cycles() const final { return &cycles_; }

 protected:
  // The paths of the tree lead from the root, or to it.
  RootedPlan(const PlanRequest& request, bool from_root)
      : links_(request.links()),
        up_(from_root ? links_.turned() : links_),
        tree_(up_, request.root.number()),
        packets_(request.packets) {}

  void set_cycles(std::uint64_t cycles, const char* source) { cycles_ = {cycles, source}; }
  bool is_root(Address node) const { return node.number() == tree_.root(); }
  Address root() const { return Address(tree_.root()); }

  const LinkTable links_;
  const LinkTable up_;
  const BalancedTree tree_;
  const std::uint32_t packets_;

 private:
  collectives::ClosedForm cycles_;
};

// Down one tree, or several that share no link.
class TreesBroadcast final : public collectives::Plan, public TimedPlan {
 public:
  TreesBroadcast(const PlanRequest& request, DealtTrees dealt, const char* source, Times times = {})
      : ports_(request.network.ports()),
        ends_(request.network.ends()),
        packets_(request.packets),
        dealt_(std::move(dealt)),
        cycles_{dealt_.cycles, source} {
    blocks_ = blocks_in_order(request.links().turned(), dealt_, dealt_.trees.front().root);
    if (dealt_.share_links) std::ranges::reverse(blocks_);
    times_ = std::move(times);
    has_no_other_slots_ = !times_.empty();
  }

  void load(Address me, node::Driver& driver) const override {
    const bool is_root = me.number() == dealt_.trees.front().root;
    driver.begin(ports_, me, kLabelledRule<rules::ByTree>, 0);
    driver.expect(is_root || me.number() >= ends_ ? 0 : packets_);
    for (std::uint32_t tree = 0; tree < dealt_.trees.size(); ++tree) {
      driver.set_word(Address(tree), dealt_.trees[tree].children[me.number()]);
    }
    if (!is_root) return;
    std::vector<std::uint32_t> sent(ports_);
    for (const TreeBlock& block : blocks_) {
      for (const unsigned port : dealt_.trees[block.tree].children[me.number()]) {
        driver.add(port, {Address(block.tree), 0, block.first, block.packets});
        sent[port] += block.packets;
      }
    }
    for (unsigned port = 0; port < ports_; ++port) {
      if (sent[port] != 0) driver.send(port, sent[port]);
    }
  }
  const collectives::ClosedForm* cycles() const override { return &cycles_; }

 private:
  const unsigned ports_;
  const std::uint32_t ends_;
  const std::uint32_t packets_;
  const DealtTrees dealt_;
  std::vector<TreeBlock> blocks_;
  collectives::ClosedForm cycles_;
};

class TreeScatter final : public RootedPlan {
 public:
  explicit TreeScatter(const PlanRequest& request) : RootedPlan(request, true) {
    set_cycles(tree_.cycles(packets_), "M packets for each node of the largest subtree");
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(is_root(me) || links_.is_switch(me.number()) ? 0 : packets_);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (!tree_.is_child(me.number(), port)) continue;
      std::vector<std::uint32_t> below;
      tree_.for_each_below(links_.neighbour(me.number(), port), [&](std::uint32_t node) {
        if (!links_.is_switch(node)) below.push_back(node);
      });
      for (const std::uint32_t node : below) driver.set_word(Address(node), network::Ports::one(port));
      if (!is_root(me)) continue;
      const std::vector<std::uint32_t>& distance = tree_.levels().distance;
      std::sort(below.begin(), below.end(), [&](std::uint32_t a, std::uint32_t b) {
        return distance[a] != distance[b] ? distance[a] > distance[b] : a < b;
      });
      for (const std::uint32_t node : below) driver.add(port, {Address(node), 0, 0, packets_});
      driver.send(port, packets_ * static_cast<std::uint32_t>(below.size()));
    }
  }
};

class TreeGather final : public RootedPlan {
 public:
  explicit TreeGather(const PlanRequest& request) : RootedPlan(request, false) {
    set_cycles(tree_.cycles(packets_), "M packets of each node of the largest subtree");
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(is_root(me) ? packets_ * (links_.ends() - 1) : 0);
    if (is_root(me)) return;
    const unsigned port = tree_.parent_port(me.number());
    driver.set_word(root(), network::Ports::one(port));
    if (links_.is_switch(me.number())) return;
    driver.add(port, {root(), 0, 0, packets_});
    driver.send(port, packets_);
  }
};

// Links that all packets from the root cross, each counted once for each packet.
std::uint64_t hops(const PlanRequest& request, const LinkTable& links) {
  std::uint64_t sum = 0;
  for (const std::uint32_t distance : levels_from(links, request.root.number()).distance) sum += distance;
  return sum * request.packets;
}

}  // namespace

std::unique_ptr<collectives::Plan> broadcast_down(const PlanRequest& request, RootedTree tree, Times times) {
  std::vector<RootedTree> one;
  one.push_back(std::move(tree));
  return std::make_unique<TreesBroadcast>(request, deal(std::move(one), request.packets, request.cycles_of_level()),
                                          "M packets in a row down a tree", std::move(times));
}
std::unique_ptr<collectives::Plan> plan_tree_broadcast(const PlanRequest& request) {
  return broadcast_down(request, shortest_tree(request.links().turned(), request.root.number()));
}
std::unique_ptr<collectives::Plan> plan_branchings_broadcast(const PlanRequest& request) {
  const LinkTable up = request.links().turned();
  DealtTrees dealt = fastest_trees(up, request.root.number(), request.packets, request.cycles_of_level());
  if (up.has_packet_cycles()) dealt = fastest_shared_trees(up, request.packets, up.ends(), std::move(dealt));
  return std::make_unique<TreesBroadcast>(request, std::move(dealt),
                                          "packets dealt to trees that share no link, by their depths");
}
std::unique_ptr<collectives::Plan> plan_tree_scatter(const PlanRequest& request) {
  return std::make_unique<TreeScatter>(request);
}
std::unique_ptr<collectives::Plan> plan_tree_gather(const PlanRequest& request) {
  return std::make_unique<TreeGather>(request);
}

// The plan is not made where it has too many hops.
std::vector<SlotChoice> plan_scatter_in_slots(const PlanRequest& request) {
  SlotPlan::require_few_hops(hops(request, request.links()), request.packets);
  std::vector<SlotChoice> choices;
  choices.push_back({[request] { return plan_tree_scatter(request); }});
  return choices;
}
std::vector<SlotChoice> plan_gather_in_slots(const PlanRequest& request) {
  SlotPlan::require_few_hops(hops(request, request.links().turned()), request.packets);
  std::vector<SlotChoice> choices;
  choices.push_back({[request] { return plan_tree_gather(request); }});
  return choices;
}

}  // namespace testbench
