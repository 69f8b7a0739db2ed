// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/trees/greedy_trees.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// The trees of all nodes.
class PackedTrees {
 public:
  // `back`: of weighted_trees().
  PackedTrees(const LinkTable& links, std::uint32_t trees_of_node, const std::vector<std::uint8_t>& back)
      : ports_(links.ports()), trees_(links.ends() * trees_of_node), children_(std::size_t{links.nodes()} * trees_) {
    const std::uint32_t n = links.ends();
    const LinkTable turned = links.turned();
    for (std::uint32_t tree = 0; tree < trees_; ++tree) {
      for (std::uint32_t end = 0; end < n; ++end) {
        for (std::uint32_t node = end; node != tree % n;) {
          const unsigned port = back[std::size_t{node} * trees_ + tree];
          const unsigned child_port = turned.arrival_port(node, port);
          node = turned.neighbour(node, port);
          Ports& below = children_[std::size_t{node} * trees_ + tree];
          if (below.contains(child_port)) break;
          below.insert(child_port);
        }
      }
    }
    through_.resize(std::size_t{n} * links.ports());
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> found(through_.size());
    for (std::uint32_t tree = 0; tree < trees_; ++tree) {
      for (const unsigned port : children(tree % n, tree)) {
        const std::uint32_t levels = depth_below(links, links.neighbour(tree % n, port), tree);
        found[std::size_t{tree % n} * links.ports() + port].emplace_back(~levels, tree);
      }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::ranges::sort(found[i]);
      for (const auto& [levels, tree] : found[i]) through_[i].push_back(tree);
    }
  }
  PackedTrees(const LinkTable& links, std::uint32_t trees_of_node, GreedyTrees trees)
      : PackedTrees(links, trees_of_node, trees.back) {
    through_ = std::move(trees.own);
  }

  std::uint32_t all() const { return trees_; }
  Ports children(std::uint32_t node, std::uint32_t tree) const { return children_[std::size_t{node} * trees_ + tree]; }
  // The trees of a source with a child behind the port, in the order in which it sends: those that lead farthest first, or as they
  // were grown.
  const std::vector<std::uint32_t>& through(std::uint32_t source, unsigned port) const {
    return through_[std::size_t{source} * ports_ + port];
  }

 private:
  std::uint32_t depth_below(const LinkTable& links, std::uint32_t top, std::uint32_t tree) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order{{top, 0}};
    for (std::size_t next = 0; next < order.size(); ++next) {
      const auto [node, depth] = order[next];
      for (const unsigned port : children(node, tree)) order.emplace_back(links.neighbour(node, port), depth + 1);
    }
    return order.back().second;
  }

  unsigned ports_;
  std::uint32_t trees_;
  std::vector<Ports> children_;                      // by node and tree
  std::vector<std::vector<std::uint32_t>> through_;  // by source and port
};

class PackedAllgather final : public PlayedPlan {
 public:
  explicit PackedAllgather(const PlanRequest& request)
      : links_(request.links()),
        packets_(request.packets),
        played_packets_(testbench::played_packets(packets_, std::uint64_t{links_.nodes()} * links_.nodes())) {
    // Up to eight trees of little depth always. Others while they are quick, until a node's links are full, and where links differ.
    constexpr TreesTried kTries[] = {
        {4, kCostOfDepth}, {8, kCostOfDepth}, {16, kCostOfDepth}, {4, 20}, {8, 20}, {16, 20}, {4, 2}, {8, 2}, {16, 2}};
    const std::uint64_t least = least_cycles_of_all(links_, played_packets_);
    std::uint64_t links_left = 30'000'000;  // to look at
    std::uint64_t best = ~std::uint64_t{0};
    for (const auto& [count, cost_of_level] : trees_to_try(kTries, packets_)) {
      const std::uint64_t links_seen = links_of_weighted_trees(links_, count);
      const bool is_usual = count <= 8 && cost_of_level == kCostOfDepth;
      if (!is_usual && !links_.has_packet_cycles()) {
        if (links_seen > links_left || best <= least) continue;
        links_left -= links_seen;
      }
      if (std::uint64_t{links_.ends()} * count > network::kMaxNodes) continue;
      std::mt19937_64 random(1);
      const std::vector<std::uint8_t> back = weighted_trees(links_, random, dealt(packets_, count), cost_of_level);
      if (back.empty()) continue;
      PackedTrees trees(links_, count, back);
      const std::uint64_t cycles = played(trees, count, best - 1);
      if (cycles >= best) continue;
      best = cycles;
      trees_ = std::make_unique<PackedTrees>(std::move(trees));
      packets_of_tree_ = dealt(packets_, count);
    }
    if (packets_ == played_packets_ && best > least) {
      std::optional<GreedyTrees> greedy = greedy_trees(links_, packets_, OwnOrder::kOfPort, least);
      if (greedy && greedy->cycles < best) {
        best = greedy->cycles;
        packets_of_tree_ = dealt(packets_, packets_);
        trees_ = std::make_unique<PackedTrees>(links_, packets_, std::move(*greedy));
      }
    }
    if (!trees_) {
      throw PlanError(
          fmt::format("has {} nodes of {} ports: trees are packed in seconds on networks of few hundreds; "
                      "use --algorithm tree",
                      links_.nodes(), links_.ports()));
    }
    planned_cycles_ = best * packets_ / played_packets_;
  }

  void load(Address me, node::Driver& driver) const override {
    const std::uint32_t n = links_.ends();
    const bool is_switch = links_.is_switch(me.number());
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByTree>, 0);
    driver.expect(is_switch ? 0 : packets_ * (n - 1));
    for (std::uint32_t tree = 0; tree < trees_->all(); ++tree) {
      driver.set_word(Address(tree), trees_->children(me.number(), tree));
    }
    if (is_switch) return;
    std::vector<std::uint32_t> first{0};
    for (const std::uint32_t packets : packets_of_tree_) first.push_back(first.back() + packets);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      std::uint32_t sent = 0;
      for (const std::uint32_t tree : trees_->through(me.number(), port)) {
        driver.add(port, {Address(tree), 0, first[tree / n], packets_of_tree_[tree / n]});
        sent += packets_of_tree_[tree / n];
      }
      if (sent != 0) driver.send(port, sent);
    }
  }
  std::uint32_t labels() const override { return trees_->all(); }
  std::uint64_t planned_cycles() const override { return planned_cycles_; }

 private:
  // Four times what a link with half the largest load costs: packets of deep trees wait in many queues.
  static constexpr double kCostOfDepth = 200;

  std::uint64_t played(const PackedTrees& trees, std::uint32_t trees_of_node, std::uint64_t limit) const {
    const std::uint32_t n = links_.ends();
    const std::vector<std::uint32_t> packets = dealt(played_packets_, trees_of_node);
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::uint32_t node = 0; node < n; ++node) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        for (const std::uint32_t tree : trees.through(node, port)) {
          for (std::uint32_t i = 0; i < packets[tree / n]; ++i) nodes[node].own(port, tree);
        }
      }
    }
    return cycles_of_nodes(nodes, links_, limit,
                           [&](std::uint32_t node, std::uint32_t tree) { return trees.children(node, tree); });
  }

  const LinkTable links_;
  const std::uint32_t packets_;
  const std::uint32_t played_packets_;  // of a node
  std::unique_ptr<PackedTrees> trees_;  // the fastest
  std::vector<std::uint32_t> packets_of_tree_;
  std::uint64_t planned_cycles_ = 0;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_packed_allgather(const PlanRequest& request) {
  return std::make_unique<PackedAllgather>(request);
}

}  // namespace testbench
