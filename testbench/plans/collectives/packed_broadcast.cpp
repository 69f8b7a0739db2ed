// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <utility>

#include "testbench/plans/collectives/rooted_plans.hpp"
#include "testbench/plans/trees/greedy_trees.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// A tree for each packet.
class PackedBroadcast final : public PlayedPlan {
 public:
  PackedBroadcast(const PlanRequest& request, GreedyTrees trees)
      : links_(request.links()), root_(request.root), packets_(request.packets), trees_(std::move(trees)) {}

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByTree>, 0);
    driver.expect(me == root_ ? 0 : packets_);
    for (std::uint32_t tree = 0; tree < packets_; ++tree) {
      network::Ports children;
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (!links_.has_link(me.number(), port)) continue;
        const std::uint32_t other = links_.neighbour(me.number(), port);
        const unsigned back = links_.arrival_port(me.number(), port);
        children.insert(port, other != root_.number() && trees_.back[other * packets_ + tree] == back);
      }
      driver.set_word(Address(tree), children);
    }
    if (me != root_) return;
    for (unsigned port = 0; port < links_.ports(); ++port) {
      const std::vector<std::uint32_t>& own = trees_.own[root_.number() * links_.ports() + port];
      for (const std::uint32_t tree : own) driver.add(port, {Address(tree), 0, tree, 1});
      if (!own.empty()) driver.send(port, static_cast<std::uint32_t>(own.size()));
    }
  }
  std::uint32_t labels() const override { return packets_ > links_.ends() ? packets_ : 0; }
  std::uint64_t planned_cycles() const override { return trees_.cycles; }

 private:
  const LinkTable links_;
  const Address root_;
  const std::uint32_t packets_;
  const GreedyTrees trees_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_packed_broadcast(const PlanRequest& request) {
  const LinkTable links = request.links();
  const std::uint64_t farthest = levels_from(links, request.root.number()).farthest();
  std::optional<GreedyTrees> trees =
      greedy_trees(links, request.packets, OwnOrder::kOfPort, farthest, request.root.number());
  if (!trees) {
    throw PlanError(
        "has switches, links that differ, or more hops than are played in a moment; use algorithm branchings");
  }
  return std::make_unique<PackedBroadcast>(request, *std::move(trees));
}

}  // namespace testbench
