// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/all_port_allgather.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "testbench/plans/trees/acyclic_paths.hpp"
#include "testbench/plans/trees/narrow_trees.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {
namespace {

class AllgatherPlan : public PlayedPlan {
 public:
  void load(Address me, node::Driver& driver) const final {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByTree>, 0);
    const bool is_switch = links_.is_switch(me.number());
    driver.expect(is_switch ? 0 : packets_ * (links_.ends() - 1));
    if (has_transit_first()) driver.set_transit_first();
    load_addresses(me, driver);
    if (is_switch) return;
    for (const unsigned port : children(me, me)) driver.send(port, packets_);
  }
  void load_addresses(Address me, node::Driver& driver) const override {
    for (const Address source : network::addresses(links_.ends())) driver.set_word(source, children(me, source));
    if (!links_.is_switch(me.number())) add_own(me, driver);
  }

  std::uint64_t planned_cycles() const final { return planned_cycles_; }

 protected:
  explicit AllgatherPlan(const PlanRequest& request) : links_(request.links()), packets_(request.packets) {}

  virtual network::Ports children(Address node, Address source) const = 0;
  virtual bool has_transit_first() const { return false; }
  void add_own(Address me, node::Driver& driver) const {
    for (const unsigned port : children(me, me)) driver.add(port, {me, 0, 0, packets_});
  }

  // Longer plans are played with fewer packets.
  void plan_cycles(std::uint64_t cycles, std::uint32_t packets) { planned_cycles_ = cycles * packets_ / packets; }

  const LinkTable links_;
  const std::uint32_t packets_;

 private:
  std::uint64_t planned_cycles_ = ~std::uint64_t{0};  // not known
};

class SymmetricAllgather final : public AllgatherPlan {
 public:
  explicit SymmetricAllgather(const PlanRequest& request) : AllgatherPlan(request), network_(request.network) {
    const RelativeTree tree = best_tree();
    words_.reserve(network_.nodes());
    for (const Address source : network::addresses(network_.nodes())) {
      words_.push_back(tree.children(network_.relative(Address(0), source).number()));
    }
    const std::uint32_t packets = played_packets(packets_, links_.nodes());
    plan_cycles(tree.cycles(links_, packets, false, ~std::uint64_t{0} - 1), packets);
  }

  bool is_symmetric() const override { return true; }
  void load_addresses(Address me, node::Driver& driver) const override {
    for (const Address seen : network::addresses(network_.nodes())) {
      driver.set_word(network_.absolute(seen, me), words_[seen.number()]);
    }
    add_own(me, driver);
  }

 private:
  RelativeTree best_tree() const {
    const BreadthFirst levels = levels_from(links_, 0);
    const std::vector<network::Ports> edges = RelativeTree::edges_to(links_, levels);
    const std::vector<std::uint32_t> nodes(levels.order.begin() + 1, levels.order.end());
    const std::uint32_t packets = played_packets(packets_, links_.nodes());
    std::mt19937_64 random(1);
    return best_of(
        std::uint64_t{packets} * links_.nodes(), [&] { return RelativeTree(links_, edges, nodes, random); },
        [&](const RelativeTree& tree) {
          return std::max<std::uint64_t>(packets * tree.most_edges(), packets + levels.farthest() - 1);
        },
        [&](const RelativeTree& tree, std::uint64_t limit) { return tree.cycles(links_, packets, false, limit); });
  }

  network::Ports children(Address node, Address source) const override {
    return words_[network_.relative(source, node).number()];
  }

  const Network network_;
  std::vector<network::Ports> words_;  // by source, as node 0 sees it
};

class TreesAllgather : public AllgatherPlan {
 public:
  explicit TreesAllgather(const PlanRequest& request, std::shared_ptr<const SourceTrees> trees = {})
      : AllgatherPlan(request), trees_(std::move(trees)) {}

 protected:
  std::shared_ptr<const SourceTrees> trees_;

 private:
  network::Ports children(Address node, Address source) const override {
    return trees_->children(links_, node.number(), source.number());
  }
};

class FastestTrees final : public TreesAllgather {
 public:
  explicit FastestTrees(const PlanRequest& request) : TreesAllgather(request) {
    trees_ = std::make_shared<const SourceTrees>(best_trees());
    const std::uint32_t packets = played_packets(packets_, std::uint64_t{links_.nodes()} * links_.nodes());
    plan_cycles(played(*trees_, packets, ~std::uint64_t{0} - 1), packets);
  }

 private:
  SourceTrees best_trees() const {
    const LinkTable turned = links_.turned();
    const AllDistances distances(turned, AllDistances::kMostOfOneTreeEach);
    const std::uint64_t pairs = std::uint64_t{links_.nodes()} * links_.nodes();
    const std::uint32_t packets = played_packets(packets_, pairs);
    std::mt19937_64 random(1);
    SourceTrees best = best_of(
        packets * pairs, [&] { return SourceTrees(turned, distances, random); },
        [&](const SourceTrees& trees) { return packets * trees.most_loaded(); },
        [&](const SourceTrees& trees, std::uint64_t limit) { return played(trees, packets, limit); });
    const bool is_quick = played_packets(2, pairs) != 1;
    std::optional<std::uint64_t> fewest;
    for (const double cost_of_level : {kCostOfALevel, 20., 200.}) {
      std::vector<std::uint8_t> back = weighted_trees(links_, random, {1}, cost_of_level);
      if (back.empty()) break;
      SourceTrees weighted(turned, std::move(back));
      if (links_.has_packet_cycles() || weighted.most_loaded() < best.most_loaded() + (is_quick ? 1 : 0)) {
        if (!fewest) fewest = played(best, packets, ~std::uint64_t{0} - 1);
        if (const std::uint64_t cycles = played(weighted, packets, *fewest - 1); cycles < *fewest) {
          fewest = cycles;
          best = std::move(weighted);
        }
      }
      if (!is_quick) break;
    }
    return best;
  }

  std::uint64_t played(const SourceTrees& trees, std::uint32_t packets, std::uint64_t limit) const {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::uint32_t node = 0; node < links_.ends(); ++node) {
      for (const unsigned port : trees.children(links_, node, node)) {
        for (std::uint32_t i = 0; i < packets; ++i) nodes[node].own(port, node);
      }
    }
    return cycles_of_nodes(nodes, links_, limit, [&](std::uint32_t node, std::uint32_t source) {
      return trees.children(links_, node, source);
    });
  }
};

// Down trees without cyclic channel dependencies.
class AcyclicAllgather final : public TreesAllgather {
 public:
  explicit AcyclicAllgather(const PlanRequest& request) : TreesAllgather(request) {
    trees_ = trees_of(links_, request.whole);
  }

 private:
  // The same for any number of packets.
  static std::shared_ptr<const SourceTrees> trees_of(const LinkTable& links, const collectives::Plan* whole) {
    if (const auto* const same = dynamic_cast<const AcyclicAllgather*>(whole)) return same->trees_;
    const LinkTable turned = links.turned();
    const AcyclicPaths paths(turned, PathLoad::kTrees);
    std::vector<std::uint8_t> back(std::size_t{links.nodes()} * links.ends());
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (std::uint32_t source = 0; source < links.ends(); ++source) {
        back[std::size_t{node} * links.ends() + source] = static_cast<std::uint8_t>(paths.port(node, source));
      }
    }
    return std::make_shared<const SourceTrees>(turned, std::move(back));
  }
  // Own packets that go first keep queues full that can fill.
  bool has_transit_first() const override { return true; }
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_acyclic_allgather(const PlanRequest& request) {
  return std::make_unique<AcyclicAllgather>(request.with_links_alike());
}

std::unique_ptr<collectives::Plan> plan_tree_allgather(const PlanRequest& request) {
  if (request.has_symmetric_nodes()) return std::make_unique<SymmetricAllgather>(request);
  return std::make_unique<FastestTrees>(request);
}

std::vector<SlotChoice> plan_tree_allgathers_in_slots(const PlanRequest& request) {
  SlotPlan::require_few_hops_to_all(request);
  const LinkTable links = request.links();
  const bool is_half = request.slots == collectives::PortModel::kHalf;
  // Many sets for few packets, each with the next cost of a level. Symmetric nodes send equally many on any trees, and queues on
  // long ways fill sooner.
  constexpr std::array<double, 3> kCosts = {kCostOfALevel, 20, 200};
  const std::uint64_t pairs = std::uint64_t{links.nodes()} * links.nodes();
  const std::size_t most_sets =
      played_packets(2, pairs) == 1 ? 1 : kCosts.size() * played_packets(4, 8 * pairs * request.packets);
  const std::size_t sets = request.has_symmetric_nodes() || request.keeps_queues_short ? 0 : most_sets;
  std::vector<SlotChoice> choices;
  std::mt19937_64 random(1);
  const auto add = [&](const LinkTable& over, double cost_of_level) {
    std::vector<std::uint8_t> back =
        weighted_trees(over, random, {1}, cost_of_level, {}, is_half ? LoadOf::kNodes : LoadOf::kSenders);
    const auto trees = std::make_shared<const SourceTrees>(links.turned(), std::move(back));
    choices.push_back({[request, trees] { return std::make_unique<TreesAllgather>(request, trees); },
                       request.packets * trees->most_of_node(links.turned(), is_half)});
  };
  for (std::size_t i = 0; i < sets; ++i) add(links, kCosts[i % kCosts.size()]);
  // One tree of all nodes, which has few links at each.
  const LinkTable both = links.of_both_ways();
  if (sets > 1 && levels_from(both, 0).order.size() == links.nodes())
    add(links_of(both, narrow_and_shortest_trees(both, 0).front()), 0);
  std::ranges::sort(choices, {}, &SlotChoice::least);
  choices.push_back({[request] { return plan_tree_allgather(request); },
                     std::uint64_t{request.packets} * (links.ends() - 1) * (is_half ? 2 : 1)});
  return choices;
}

}  // namespace testbench
