// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/tree_reductions.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "firmware/collectives/allreduce.hpp"
#include "testbench/plans/collectives/branchings.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/collectives/rooted_tree.hpp"
#include "testbench/plans/collectives/router_model.hpp"
#include "testbench/plans/collectives/shortest_paths.hpp"
#include "testbench/plans/collectives/shortest_trees.hpp"
#include "testbench/plans/collectives/spanning_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// An allreduce has no root of its own: the middle of a network whose nodes route by tables. Nodes of a Cayley network
// are all in the middle.
PlanRequest with_a_root(PlanRequest request, const LinkTable& links) {
  if (request.rules != NodeRules::kCombiningLabelled) return request;
  request.root = Address(request.has_alike_nodes() ? 0 : middle_of(links));
  return request;
}

// The shortest one comes last, behind those with few children.
std::vector<RootedTree> trees_to_root(const LinkTable& links, const PlanRequest& request) {
  std::vector<RootedTree> trees = narrow_trees(links, request.root.number());
  trees.push_back(shortest_tree(links, request.root.number()));
  return trees;
}

class TreeReduce : public collectives::Plan {
 public:
  TreeReduce(const PlanRequest& request, RootedTree up)
      : routing_(request.routing()),
        ports_(routing_.node_ports(request.network.ports())),
        up_(std::move(up)),
        root_(request.root),
        packets_(request.packets),
        combining_(request.combining),
        cycles_{along(request, up_), "M packets in a row up a tree"} {}

  void load(Address me, node::Driver& driver) const override {
    begin(me, me == root_ ? packets_ : 0, driver);
    load_up(me, driver);
  }
  const collectives::ClosedForm* cycles() const final { return &cycles_; }

 protected:
  static std::uint64_t along(const PlanRequest& request, const RootedTree& tree) {
    return request.packets + request.hop * std::uint64_t{tree.depth - 1};
  }

  void begin(Address me, std::uint32_t results, node::Driver& driver) const {
    driver.begin(ports_, me, routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
  }
  void load_up(Address me, node::Driver& driver) const {
    const bool is_root = me == root_;
    const unsigned stream = is_root ? node::Driver::ejector(ports_, 0) : up_.parent_port[me.number()];
    const Address to_root = routing_.seen(root_, me);
    driver.add(stream, {to_root, 0, 0, packets_, up_.children[me.number()]});
    driver.send(stream, packets_);
    driver.set_combining_word(to_root, is_root ? Ports() : Ports::one(stream));
  }

  const Routing routing_;
  const unsigned ports_;
  const RootedTree up_;
  const Address root_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  collectives::ClosedForm cycles_;
};

// Up trees that share no link. Each port of a node sends up one of them, and each tree has its ejector at the root.
class BranchingsReduce final : public collectives::Plan {
 public:
  BranchingsReduce(const PlanRequest& request, DealtTrees dealt)
      : ports_(request.routing().node_ports(request.network.ports())),
        root_(request.root),
        dealt_(std::move(dealt)),
        packets_(request.packets),
        combining_(request.combining),
        cycles_{dealt_.cycles, "packets dealt to trees that share no link, by their depths"} {}

  void load(Address me, node::Driver& driver) const override {
    const bool is_root = me == root_;
    driver.begin(ports_, me, rules::CombiningLabelledRules::number_of<rules::ParentsByTree>(), 0);
    driver.expect(is_root ? packets_ : 0);
    driver.set_operation(combining_);
    std::uint32_t first = 0;
    for (std::uint32_t tree = 0; tree < dealt_.trees.size(); ++tree) {
      const RootedTree& up = dealt_.trees[tree];
      const std::uint32_t packets = dealt_.packets[tree];
      const unsigned stream = is_root ? node::Driver::ejector(ports_, tree) : up.parent_port[me.number()];
      driver.set_combining_word(Address(tree), is_root ? Ports() : Ports::one(stream));
      driver.add(stream, {root_, tree, first, packets, up.children[me.number()]});
      driver.send(stream, packets);
      first += packets;
    }
  }
  const collectives::ClosedForm* cycles() const override { return &cycles_; }
  unsigned trees_of_root() const override { return static_cast<unsigned>(dealt_.trees.size()); }

 private:
  const unsigned ports_;
  const Address root_;
  const DealtTrees dealt_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  const collectives::ClosedForm cycles_;
};

class TreeAllreduce final : public TreeReduce {
 public:
  TreeAllreduce(const PlanRequest& request, RootedTree up, RootedTree down)
      : TreeReduce(request, std::move(up)), down_(std::move(down)) {
    cycles_ = {along(request, up_) + along(request, down_) + collectives::turn_around_cycles(request.hop),
               "M packets in a row up a tree, and down another"};
  }

  void load(Address me, node::Driver& driver) const override {
    begin(me, packets_, driver);
    load_up(me, driver);
    const Ports below = down_.children[me.number()];
    driver.set_word(routing_.place_below(root_, me), below);
    if (me != root_) return;
    driver.set_second_part(routing_.down(), packets_);
    for (const unsigned port : below) {
      driver.send(port, 0);
      driver.add(port, {routing_.label_below(root_), 0, 0, packets_});
      driver.send_second(port, packets_);
    }
  }

 private:
  const RootedTree down_;
};

// The vector goes up spanning trees that share no link, and each packet down its tree again as soon as it
// is a result. So no port has packets of both directions to choose from, whatever the timing.
class DisjointAllreduce final : public collectives::Plan {
 public:
  DisjointAllreduce(const PlanRequest& request, std::vector<RootedTree> trees)
      : routing_(request.routing()),
        ports_(routing_.node_ports(request.network.ports())),
        trees_(std::move(trees)),
        packets_(request.packets),
        combining_(request.combining),
        shares_(shares_of(request, trees_)),
        cycles_{cycles_of(request, trees_), "packets in a row up spanning trees without common links, and down again"} {
  }

  static std::uint64_t cycles_of(const PlanRequest& request, const std::vector<RootedTree>& trees) {
    return level(request, trees);
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(ports_, me, routing_.up(), 0);
    driver.expect(packets_);
    driver.set_operation(combining_);
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      const RootedTree& tree = trees_[i];
      const Address root(tree.root);
      const bool is_root = me == root;
      const Ports children = tree.children[me.number()];
      const unsigned stream = is_root ? node::Driver::ejector(ports_, 0) : tree.parent_port[me.number()];
      const Address to_root = routing_.seen(root, me);
      driver.set_word(routing_.place_below(root, me), children);
      driver.set_combining_word(to_root, is_root ? Ports() : Ports::one(stream));
      if (shares_[i].packets == 0) continue;
      driver.add(stream, {to_root, 0, shares_[i].first, shares_[i].packets, children});
      driver.send(stream, shares_[i].packets);
      if (!is_root) continue;
      driver.set_second_part(routing_.down(), shares_[i].first);
      driver.follow_results();
      own_second(i, driver);
    }
  }
  const collectives::ClosedForm* cycles() const override { return &cycles_; }

 private:
  struct Share {
    std::uint32_t first = 0;
    std::uint32_t packets = 0;
  };

  // Cycles of a tree with no packets: up, the turn-around, and down.
  static std::uint64_t idle(const PlanRequest& request, const RootedTree& tree) {
    return 2 * request.hop * std::uint64_t{tree.depth - 1} + collectives::turn_around_cycles(request.hop) + 1;
  }
  // The least cycles in which the trees can carry all packets, a tree at least one.
  static std::uint64_t level(const PlanRequest& request, const std::vector<RootedTree>& trees) {
    std::uint64_t low = ~std::uint64_t{0};
    for (const RootedTree& tree : trees) low = std::min(low, idle(request, tree));
    std::uint64_t high = low + request.packets;
    while (low + 1 < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      std::uint64_t room = 0;
      for (const RootedTree& tree : trees) room += middle - std::min(middle, idle(request, tree));
      (room >= request.packets ? high : low) = middle;
    }
    return high;
  }
  static std::vector<Share> shares_of(const PlanRequest& request, const std::vector<RootedTree>& trees) {
    const std::uint64_t cycles = level(request, trees);
    std::vector<Share> shares;
    std::uint32_t dealt = 0;
    for (const RootedTree& tree : trees) {
      const std::uint64_t room = cycles - std::min(cycles, idle(request, tree));
      const auto packets = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, request.packets - dealt));
      shares.push_back({dealt, packets});
      dealt += packets;
    }
    return shares;
  }

  void own_second(std::size_t tree, node::Driver& driver) const {
    for (const unsigned port : trees_[tree].children[trees_[tree].root]) {
      driver.send(port, 0);
      driver.add(port,
                 {routing_.label_below(Address(trees_[tree].root)), 0, shares_[tree].first, shares_[tree].packets});
      driver.send_second(port, shares_[tree].packets);
    }
  }

  const Routing routing_;
  const unsigned ports_;
  const std::vector<RootedTree> trees_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  const std::vector<Share> shares_;  // by tree
  const collectives::ClosedForm cycles_;
};

// One tree of shortest paths, or more that share no link where that is faster.
std::unique_ptr<collectives::Plan> fastest_disjoint(const PlanRequest& request, const LinkTable& links) {
  constexpr std::uint32_t kMostNodes = 512;  // of a search for trees: a second
  const std::uint32_t n = links.nodes();
  std::vector<RootedTree> best{shortest_tree(links, request.root.number())};
  std::uint64_t cycles = DisjointAllreduce::cycles_of(request, best);
  std::uint64_t ends = 0;
  for (std::uint32_t node = 0; node < n; ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) ends += links.has_link(node, port) ? 1 : 0;
  }
  const std::uint64_t most = ends / 2 / (n - 1);
  for (unsigned count = 2; count <= most && n <= kMostNodes; ++count) {
    const std::uint64_t radius = best.front().depth;
    if (collectives::divide_up(request.packets, most) + 2 * request.hop * (radius - 1) >= cycles) break;
    std::vector<RootedTree> trees = disjoint_trees(links, count);
    if (trees.empty()) break;
    const std::uint64_t now = DisjointAllreduce::cycles_of(request, trees);
    if (now >= cycles) continue;
    cycles = now;
    best = std::move(trees);
  }
  return std::make_unique<DisjointAllreduce>(request, std::move(best));
}

// Up a tree to every node, from all other nodes or from those below it.
enum class From { kAll, kBelow };

// For every node a tree of paths to it, cut back to the nodes from which packets come.
class TreesToAll {
 public:
  TreesToAll(const LinkTable& links, const LinkTable& turned, const AllDistances& distances, From from,
             std::mt19937_64& random)
      : links_(&links), turned_(&turned), trees_(links, distances, random), nodes_(links.nodes()) {
    if (from == From::kAll) return;
    is_used_.resize(std::size_t{nodes_} * nodes_);
    for (std::uint32_t owner = 0; owner < nodes_; ++owner) {
      for (std::uint32_t node = 0; node < owner; ++node) {
        for (std::uint32_t at = node; at != owner && !is_used_[place(at, owner)]; at = parent(at, owner)) {
          is_used_[place(at, owner)] = true;
        }
      }
    }
  }

  bool is_used(std::uint32_t node, std::uint32_t owner) const {
    return node != owner && (is_used_.empty() || is_used_[place(node, owner)]);
  }
  unsigned parent_port(std::uint32_t node, std::uint32_t owner) const { return trees_.parent_port(node, owner); }
  Ports children(std::uint32_t node, std::uint32_t owner) const {
    Ports found = trees_.children(*turned_, node, owner);
    for (const unsigned port : found) {
      if (!is_used(turned_->neighbour(node, port), owner)) found = found - Ports::one(port);
    }
    return found;
  }
  // Trees over the busiest link, at least.
  std::uint64_t least() const { return is_used_.empty() ? trees_.most_loaded() : 0; }

 private:
  std::size_t place(std::uint32_t node, std::uint32_t owner) const { return std::size_t{owner} * nodes_ + node; }
  std::uint32_t parent(std::uint32_t node, std::uint32_t owner) const {
    return links_->neighbour(node, parent_port(node, owner));
  }

  const LinkTable* links_;
  const LinkTable* turned_;
  SourceTrees trees_;
  std::uint32_t nodes_;
  std::vector<bool> is_used_;  // by owner and node; empty: all are
};

class TreeReduceScatter : public PlayedPlan {
 public:
  TreeReduceScatter(const PlanRequest& request, From from)
      : routing_(request.routing()),
        links_(request.links()),
        turned_(links_.turned()),
        packets_(request.packets),
        trees_(best_trees(from)),
        combining_(request.combining),
        owners_(std::size_t{links_.nodes()} * links_.ports()) {
    played(trees_, ~std::uint64_t{0} - 1, [&](std::uint32_t node, std::uint32_t owner) {
      owners_[stream(node, trees_.parent_port(node, owner))].push_back(owner);
    });
    for (std::vector<std::uint32_t>& owners : owners_) std::reverse(owners.begin(), owners.end());
  }

  void load(Address me, node::Driver& driver) const override { load(me, packets_, driver); }
  std::uint64_t planned_cycles() const final { return planned_cycles_; }

  // Finds the cycles. Longer plans are played with fewer packets, and have as many times those cycles.
  template <class Made, class... Arguments>
  static std::unique_ptr<Made> played_with(const PlanRequest& request, Arguments... arguments) {
    auto plan = std::make_unique<Made>(request, arguments...);
    const std::uint64_t hops = std::uint64_t{request.network.nodes()} * request.network.nodes();
    const std::uint64_t most = std::max<std::uint64_t>(kMostPlayedHops / hops, 1);
    const auto packets = static_cast<std::uint32_t>(std::min<std::uint64_t>(request.packets, most));
    const auto cycles_of = [&](const Made& some) {
      const std::vector<node::RegisterImage> images = images_of(some, request.network.nodes());
      return play(PlayedNodes(plan->links_, request.routing(), request.hop, images), plan->links_,
                  [](const std::vector<Transfer>&, std::uint64_t) {});
    };
    if (packets == request.packets) {
      plan->planned_cycles_ = cycles_of(*plan);
    } else {
      PlanRequest fewer = request;
      fewer.packets = packets;
      plan->planned_cycles_ = cycles_of(Made(fewer, arguments...)) * request.packets / packets;
    }
    return plan;
  }

 protected:
  void load(Address me, std::uint32_t results, node::Driver& driver) const {
    const unsigned ports = routing_.node_ports(links_.ports());
    driver.begin(ports, me, routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      const std::vector<std::uint32_t>& owners = owners_[stream(me.number(), port)];
      for (const std::uint32_t owner : owners) {
        const Address to_owner = routing_.seen(Address(owner), me);
        driver.add(port, {to_owner, 0, 0, packets_, trees_.children(me.number(), owner)});
        driver.set_combining_word(to_owner, Ports::one(port));
      }
      driver.send(port, packets_ * static_cast<std::uint32_t>(owners.size()));
    }
    const Address itself = routing_.seen(me, me);
    driver.set_combining_word(itself, Ports());
    if (results == 0) return;
    const unsigned ejector = node::Driver::ejector(ports, 0);
    driver.add(ejector, {itself, 0, 0, packets_, trees_.children(me.number(), me.number())});
    driver.send(ejector, packets_);
  }

  const Routing routing_;
  const LinkTable links_;
  const LinkTable turned_;
  const std::uint32_t packets_;
  const TreesToAll trees_;

 private:
  std::size_t stream(std::uint32_t node, unsigned port) const { return std::size_t{node} * links_.ports() + port; }

  TreesToAll best_trees(From from) const {
    const AllDistances distances(links_);
    std::mt19937_64 random(1);
    return best_of(
        std::uint64_t{links_.nodes()} * links_.nodes(),
        [&] { return TreesToAll(links_, turned_, distances, from, random); },
        [](const TreesToAll& trees) { return trees.least(); },
        [&](const TreesToAll& trees, std::uint64_t limit) {
          return played(trees, limit, [](std::uint32_t, std::uint32_t) {});
        });
  }

  // The cycles of the allgather. Calls arrived(node, source) for all arrivals, in their order.
  template <class Arrived>
  std::uint64_t played(const TreesToAll& trees, std::uint64_t limit, Arrived arrived) const {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      for (const unsigned port : trees.children(node, node)) nodes[node].own(port, node);
    }
    return cycles_of_nodes(nodes, turned_, limit, [&](std::uint32_t node, std::uint32_t source) {
      arrived(node, source);
      return trees.children(node, source);
    });
  }

  const std::uint32_t combining_;
  std::vector<std::vector<std::uint32_t>> owners_;  // by node and port: whose packets leave there, in order
  std::uint64_t planned_cycles_ = 0;
};

// A block of the vector for each node: a reduce-scatter, then an allgather of the results. A link carries
// all packets of the first before those of the second, so that no queue has one of these before an operand.
class BlocksAllreduce final : public TreeReduceScatter {
 public:
  // `request`: packets of a block.
  explicit BlocksAllreduce(const PlanRequest& request) : TreeReduceScatter(request, From::kAll) {
    if (request.dead.empty()) return;
    // Links may be dead in one direction.
    std::mt19937_64 random(1);
    down_.emplace(turned_, links_, AllDistances(turned_), From::kAll, random);
  }

  void load(Address me, node::Driver& driver) const override {
    TreeReduceScatter::load(me, packets_ * links_.nodes(), driver);
    driver.set_second_part(routing_.down(), packets_);
    const TreesToAll& down = down_ ? *down_ : trees_;
    for (std::uint32_t source = 0; source < links_.nodes(); ++source) {
      driver.set_word(routing_.place_below(Address(source), me), down.children(me.number(), source));
    }
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
  TreeScan(const PlanRequest& request, bool is_exclusive)
      : TreeReduceScatter(request, From::kBelow), is_exclusive_(is_exclusive) {}

  void load(Address me, node::Driver& driver) const override {
    TreeReduceScatter::load(me, is_exclusive_ && me == Address() ? 0 : packets_, driver);
    if (is_exclusive_) driver.set_exclusive();
  }

 private:
  const bool is_exclusive_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_tree_reduce(const PlanRequest& request) {
  return std::make_unique<TreeReduce>(request, shortest_tree(request.links(), request.root.number()));
}
std::unique_ptr<collectives::Plan> plan_branchings_reduce(const PlanRequest& request) {
  return std::make_unique<BranchingsReduce>(
      request, fastest_trees(request.links(), request.root.number(), request.packets, request.hop));
}
std::vector<TurnChoice> plan_reduces_in_turns(const PlanRequest& request) {
  std::vector<TurnChoice> choices;
  for (RootedTree& tree : trees_to_root(request.links(), request)) {
    const std::uint64_t least = std::uint64_t{request.packets} * tree.most_children();
    choices.push_back({std::make_unique<TreeReduce>(request, std::move(tree)), least});
  }
  return choices;
}
std::unique_ptr<collectives::Plan> plan_tree_allreduce(const PlanRequest& asked) {
  const LinkTable links = asked.links();
  const PlanRequest request = with_a_root(asked, links);
  const LinkTable both = links.of_both_ways();
  const bool follows = request.rules == NodeRules::kCombiningLabelled;
  if (follows && levels_from(both, 0).order.size() == both.nodes()) return fastest_disjoint(request, both);
  const std::uint32_t root = request.root.number();
  return std::make_unique<TreeAllreduce>(request, shortest_tree(links, root), shortest_tree(links.turned(), root));
}
// The shortest ones up and down, and the n-th of the others.
std::vector<TurnChoice> plan_allreduces_in_turns(const PlanRequest& asked) {
  const LinkTable links = asked.links();
  const PlanRequest request = with_a_root(asked, links);
  const std::vector<RootedTree> up = trees_to_root(links, request);
  const std::vector<RootedTree> down = trees_to_root(links.turned(), request);
  std::vector<TurnChoice> choices;
  for (std::size_t i = 1; i <= std::min(up.size(), down.size()); ++i) {
    const RootedTree& one = up[up.size() - i];
    const RootedTree& other = down[down.size() - i];
    const std::uint64_t least = std::uint64_t{request.packets} * (one.most_children() + other.most_children());
    choices.push_back({std::make_unique<TreeAllreduce>(request, one, other), least});
  }
  std::reverse(choices.begin(), choices.end());
  return choices;
}
std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request) {
  PlanRequest of_block = request;
  of_block.packets = static_cast<std::uint32_t>(collectives::divide_up(request.packets, request.network.nodes()));
  return TreeReduceScatter::played_with<BlocksAllreduce>(of_block);
}
std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, From::kAll);
}
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, false);
}
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, true);
}

}  // namespace testbench
