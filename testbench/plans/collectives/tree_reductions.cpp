// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/tree_reductions.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "firmware/collectives/allreduce.hpp"
#include "testbench/plans/collectives/backwards.hpp"
#include "testbench/plans/collectives/narrow_both_ways.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/trees_in_slots.hpp"
#include "testbench/plans/trees/narrow_trees.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shared_trees.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// An allreduce has no root of its own: the middle of a network whose nodes route by tables. Nodes of a Cayley network
// are all in the middle.
PlanRequest with_a_root(PlanRequest request, const LinkTable& links) {
  if (request.rules != NodeRules::kCombiningLabelled) return request;
  request.root = Address(request.has_symmetric_nodes() ? 0 : middle_of(links));
  return request;
}

// Whether packets can go down a tree again as results come up.
bool can_follow(const PlanRequest& request, const LinkTable& both_ways) {
  return request.rules == NodeRules::kCombiningLabelled && levels_from(both_ways, 0).order.size() == both_ways.nodes();
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
        cycles_{request.exact(along(request, up_)), "M packets in a row up a tree"} {}

  void load(Address me, node::Driver& driver) const override {
    begin(me, me == root_ ? packets_ : 0, driver);
    load_up(me, driver);
  }
  const collectives::ClosedForm* cycles() const final { return cycles_.value == 0 ? nullptr : &cycles_; }

 protected:
  static std::uint64_t along(const PlanRequest& request, const RootedTree& tree) {
    return request.packets + request.cycles_of_level() * (tree.depth - 1);
  }

  void begin(Address me, std::uint32_t results, node::Driver& driver) const {
    driver.begin(ports_, me, routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
  }
  void load_up(Address me, node::Driver& driver) const {
    if (!up_.has(me.number())) return;
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

class TimedReduce final : public TreeReduce, public TimedPlan {
 public:
  TimedReduce(const PlanRequest& request, RootedTree up, Times times) : TreeReduce(request, std::move(up)) {
    times_ = std::move(times);
    has_no_other_slots_ = !times_.empty();
  }
};

// Up trees each of which has its ejector at the root. Where they share no link, each port of a node sends up one of them.
class BranchingsReduce final : public collectives::Plan {
 public:
  BranchingsReduce(const PlanRequest& request, DealtTrees dealt)
      : ports_(request.routing().node_ports(request.network.ports())),
        root_(request.root),
        links_(request.links()),
        dealt_(std::move(dealt)),
        packets_(request.packets),
        combining_(request.combining),
        cycles_{request.exact(dealt_.cycles), "packets dealt to trees that share no link, by their depths"} {}

  void load(Address me, node::Driver& driver) const override {
    const bool is_root = me == root_;
    driver.begin(ports_, me, rules::CombiningLabelledRules::number_of<rules::ParentsByTree>(), 0);
    driver.expect(is_root ? packets_ : 0);
    driver.set_operation(combining_);
    std::map<unsigned, std::uint32_t> sent;  // by stream
    for (const auto& [tree, first, packets] : blocks_in_order(links_, dealt_, me.number())) {
      const RootedTree& up = dealt_.trees[tree];
      const unsigned stream = is_root ? node::Driver::ejector(ports_, tree) : up.parent_port[me.number()];
      driver.set_combining_word(Address(tree), is_root ? Ports() : Ports::one(stream));
      driver.add(stream, {root_, tree, first, packets, up.children[me.number()]});
      sent[stream] += packets;
    }
    for (const auto& [stream, packets] : sent) driver.send(stream, packets);
  }
  const collectives::ClosedForm* cycles() const override { return cycles_.value == 0 ? nullptr : &cycles_; }
  unsigned trees_of_root() const override { return static_cast<unsigned>(dealt_.trees.size()); }

 private:
  const unsigned ports_;
  const Address root_;
  const LinkTable links_;
  const DealtTrees dealt_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  const collectives::ClosedForm cycles_;
};

class TreeAllreduce final : public TreeReduce, public TimedPlan {
 public:
  // `follows`: each result goes down at once, as on trees without common links.
  TreeAllreduce(const PlanRequest& request, RootedTree up, RootedTree down, bool follows = false)
      : TreeReduce(request, std::move(up)), down_(std::move(down)), follows_(follows) {
    if (follows_) tell_times(request);
    cycles_ = {
        request.exact(along(request, up_) + along(request, down_) + collectives::turn_around_cycles(request.hop)),
        "M packets in a row up a tree, and down another"};
  }

  // Up in these slots, and then down backwards. All links of the tree work both ways.
  TreeAllreduce(const PlanRequest& request, const LinkTable& links, const TreeInSlots& up)
      : TreeAllreduce(request, up.tree, up.tree) {
    times_ = there_and_back(up.times, links, up.cycles, request.hop);
    has_no_other_slots_ = true;
  }

  void load(Address me, node::Driver& driver) const override {
    begin(me, down_.has(me.number()) ? packets_ : 0, driver);  // results come to switches too
    load_up(me, driver);
    const Ports below = down_.children[me.number()];
    driver.set_word(routing_.place_below(root_, me), below);
    if (me != root_) return;
    driver.set_second_part(routing_.down(), follows_ ? 0 : packets_);
    if (follows_) driver.follow_results();
    for (const unsigned port : below) {
      driver.send(port, 0);
      driver.add(port, {routing_.label_below(root_), 0, 0, packets_});
      driver.send_second(port, packets_);
    }
  }

 private:
  // In a period of as many slots as a node has links in the tree, at most, each link has the slot of its colour, in which
  // its two nodes exchange an operand and a result; in half duplex it has two.
  void tell_times(const PlanRequest& request) {
    const LinkTable links = request.links();
    const std::int64_t most = up_.most_links();
    const std::int64_t slots = request.slots == collectives::PortModel::kHalf ? 2 : 1;
    const auto hop = static_cast<std::int64_t>(request.hop.cycles);
    const auto parent = [&](std::uint32_t node) { return links.neighbour(node, up_.parent_port[node]); };
    std::vector<std::uint32_t> order{up_.root};
    std::vector<std::int64_t> colour(links.nodes(), -1);  // by node: of the link to its parent
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::int64_t next = colour[order[i]];
      for (const unsigned port : up_.children[order[i]]) {
        order.push_back(links.neighbour(order[i], port));
        colour[order.back()] = ++next % most;
      }
    }
    times_.resize(std::size_t{links.nodes()} * links.ports());
    const auto send = [&](std::uint32_t node, unsigned port, std::int64_t from, std::int64_t slot) {
      const std::int64_t first = from + ((slot - from) % (most * slots) + most * slots) % (most * slots);
      std::vector<std::int64_t>& times = times_[std::size_t{node} * links.ports() + port];
      for (std::uint32_t packet = 0; packet < packets_; ++packet) times.push_back(first + packet * most * slots);
      return first + hop;
    };
    std::vector<std::int64_t> ready(links.nodes(), 0);
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      std::int64_t& then = ready[parent(order[i])];
      then = std::max(then, send(order[i], up_.parent_port[order[i]], ready[order[i]], colour[order[i]] * slots));
    }
    ready[up_.root] += 1 - hop + static_cast<std::int64_t>(collectives::turn_around_cycles(request.hop));
    for (std::size_t i = 1; i < order.size(); ++i) {
      const std::uint32_t node = order[i];
      const unsigned port = links.arrival_port(node, up_.parent_port[node]);
      ready[node] = send(parent(node), port, ready[parent(node)], colour[node] * slots + slots - 1);
    }
  }

  const RootedTree down_;
  const bool follows_;
};

// The vector goes up spanning trees that share no link, and each packet down its tree again as soon as it
// is a result. So no port has packets of both directions to choose from, whatever the timing.
class DisjointAllreduce final : public collectives::Plan {
 public:
  DisjointAllreduce(const PlanRequest& request, const LinkTable& links, std::vector<RootedTree> trees)
      : routing_(request.routing()),
        ports_(routing_.node_ports(request.network.ports())),
        trees_(std::move(trees)),
        combining_(request.combining),
        shares_(shares_of(request, links, trees_)),
        cycles_{request.exact(cycles_of(request, links, trees_)),
                "packets in a row up spanning trees without common links, and down again"} {}

  static std::uint64_t cycles_of(const PlanRequest& request, const LinkTable& links,
                                 const std::vector<RootedTree>& trees) {
    return level(request.packets, idle_cycles(request, links, trees), rates(links, trees));
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(ports_, me, routing_.up(), 0);
    driver.set_operation(combining_);
    std::uint32_t results = 0;
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      const RootedTree& tree = trees_[i];
      if (!tree.has(me.number())) continue;
      results += shares_[i].packets;
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
    driver.expect(results);
  }
  const collectives::ClosedForm* cycles() const override { return cycles_.value == 0 ? nullptr : &cycles_; }

 private:
  struct Share {
    std::uint32_t first = 0;
    std::uint32_t packets = 0;
  };

  // Cycles of each tree with no packets: up, the turn-around, and down.
  static std::vector<std::uint64_t> idle_cycles(const PlanRequest& request, const LinkTable& links,
                                                const std::vector<RootedTree>& trees) {
    const LinkTable up = links.with_last_links();
    const LinkTable down = links.turned();
    std::vector<std::uint64_t> idle;
    idle.reserve(trees.size());
    for (const RootedTree& tree : trees) {
      // The turn-around has the last hop up, over the longest wires.
      const std::uint64_t turn = collectives::turn_around_cycles(request.hop);
      idle.push_back(links.has_cycles() ? tree.cycles(up) + tree.cycles(down) + turn - request.hop.cycles
                                        : 2 * request.hop * std::uint64_t{tree.depth - 1} + turn + 1);
    }
    return idle;
  }
  // By tree: cycles of a packet on the slowest of its links.
  static std::vector<std::uint32_t> rates(const LinkTable& links, const std::vector<RootedTree>& trees) {
    std::vector<std::uint32_t> found(trees.size(), 1);
    for (std::size_t i = 0; i < trees.size(); ++i) {
      for (std::uint32_t node = 0; node < links.nodes(); ++node) {
        if (node == trees[i].root || !trees[i].has(node)) continue;
        const unsigned port = trees[i].parent_port[node];
        found[i] = std::max({found[i], links.packet_cycles(node, port),
                             links.packet_cycles(links.neighbour(node, port), links.arrival_port(node, port))});
      }
    }
    return found;
  }
  static std::uint64_t room_of(std::uint64_t cycles, std::uint64_t idle, std::uint32_t rate) {
    return (cycles - std::min(cycles, idle)) / rate;
  }
  // The least cycles in which the trees can carry all packets, a tree at least one.
  static std::uint64_t level(std::uint32_t packets, const std::vector<std::uint64_t>& idle,
                             const std::vector<std::uint32_t>& rates) {
    std::uint64_t low = std::ranges::min(idle);
    std::uint64_t high = low + std::uint64_t{packets} * std::ranges::max(rates);
    while (low + 1 < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      std::uint64_t room = 0;
      for (std::size_t i = 0; i < idle.size(); ++i) room += room_of(middle, idle[i], rates[i]);
      (room >= packets ? high : low) = middle;
    }
    return high;
  }
  static std::vector<Share> shares_of(const PlanRequest& request, const LinkTable& links,
                                      const std::vector<RootedTree>& trees) {
    const std::vector<std::uint64_t> idle = idle_cycles(request, links, trees);
    const std::vector<std::uint32_t> of_packet = rates(links, trees);
    const std::uint64_t cycles = level(request.packets, idle, of_packet);
    std::vector<Share> shares;
    std::uint32_t dealt = 0;
    for (std::size_t i = 0; i < idle.size(); ++i) {
      const std::uint64_t room = room_of(cycles, idle[i], of_packet[i]);
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
  const std::uint32_t combining_;
  const std::vector<Share> shares_;  // by tree
  const collectives::ClosedForm cycles_;
};

// One tree of shortest paths, or more that share no link where that is faster.
std::unique_ptr<collectives::Plan> fastest_disjoint(const PlanRequest& request, const LinkTable& links) {
  constexpr std::uint32_t kMostNodes = 512;  // of a search for trees: a second
  const std::uint32_t n = links.nodes();
  std::vector<RootedTree> best{shortest_tree(links, request.root.number())};
  std::uint64_t cycles = DisjointAllreduce::cycles_of(request, links, best);
  const auto take_faster = [&](std::vector<RootedTree> trees) {
    const std::uint64_t now = DisjointAllreduce::cycles_of(request, links, trees);
    if (now >= cycles) return;
    cycles = now;
    best = std::move(trees);
  };
  if (links.has_cycles()) {
    constexpr std::uint32_t kMostRoots = 64;
    for (std::uint32_t root = 0; root < std::min(links.ends(), kMostRoots); ++root) {
      for (const LinkTable& ways : {links.with_last_links(), links.turned()}) take_faster({shortest_tree(ways, root)});
    }
  }
  // Trees over links that are as quick as one, or quicker.
  std::set<std::uint32_t> kinds;
  for (std::uint32_t node = 0; node < n && links.has_packet_cycles(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (links.has_link(node, port)) kinds.insert(links.packet_cycles(node, port));
    }
  }
  for (const std::uint32_t slowest : kinds) {
    const LinkTable quick = links.only([&](std::uint32_t node, unsigned port) {
      const std::uint32_t there = links.neighbour(node, port);
      return std::max(links.packet_cycles(node, port), links.packet_cycles(there, links.arrival_port(node, port))) <=
             slowest;
    });
    if (n > kMostNodes || levels_from(quick.of_both_ways(), 0).order.size() < n) continue;
    for (std::uint32_t root = 0; root < links.ends(); ++root) take_faster({shortest_tree(quick, root)});
    for (unsigned count = 2; count <= links.ports(); ++count) {
      std::vector<RootedTree> trees = disjoint_trees(quick, count);
      if (trees.empty()) break;
      take_faster(std::move(trees));
    }
  }
  std::uint64_t ends = 0;
  for (std::uint32_t node = 0; node < n; ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) ends += links.has_link(node, port) ? 1 : 0;
  }
  const std::uint64_t most = ends / 2 / (n - 1);
  for (unsigned count = 2; count <= most && n <= kMostNodes; ++count) {
    const std::uint64_t radius = best.front().depth;
    if (collectives::divide_up(request.packets, most) + 2 * request.cycles_of_level() * (radius - 1) >= cycles) break;
    std::vector<RootedTree> trees = disjoint_trees(links, count);
    if (trees.empty()) break;
    take_faster(std::move(trees));
  }
  return std::make_unique<DisjointAllreduce>(request, links, std::move(best));
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_tree_reduce(const PlanRequest& request) {
  return std::make_unique<TreeReduce>(request, shortest_tree(request.links(), request.root.number()));
}
std::unique_ptr<collectives::Plan> plan_branchings_reduce(const PlanRequest& request) {
  const LinkTable links = request.links();
  DealtTrees dealt = fastest_trees(links, request.root.number(), request.packets, request.cycles_of_level());
  if (links.has_packet_cycles()) dealt = fastest_shared_trees(links, request.packets, links.ports(), std::move(dealt));
  return std::make_unique<BranchingsReduce>(request, std::move(dealt));
}
std::unique_ptr<collectives::Plan> reduce_up(const PlanRequest& request, RootedTree tree, Times times) {
  return std::make_unique<TimedReduce>(request, std::move(tree), std::move(times));
}
std::unique_ptr<collectives::Plan> plan_tree_allreduce(const PlanRequest& asked) {
  const LinkTable links = asked.links();
  const PlanRequest request = with_a_root(asked, links);
  const LinkTable both = links.of_both_ways();
  if (can_follow(request, both)) return fastest_disjoint(request, both);
  const std::uint32_t root = request.root.number();
  return std::make_unique<TreeAllreduce>(request, shortest_tree(links, root), shortest_tree(links.turned(), root));
}
// Where links work both ways, one tree up and down again from its middle: a node sends a packet of the vector once over
// each of its links in the tree, results beside operands. Else, and where all results come first, the shortest ones up and
// down, and the n-th of the others.
std::vector<SlotChoice> plan_allreduces_in_slots(const PlanRequest& asked) {
  const LinkTable links = asked.links();
  const PlanRequest request = with_a_root(asked, links);
  const LinkTable both = links.of_both_ways();
  const bool is_half = request.slots == collectives::PortModel::kHalf;
  std::vector<SlotChoice> choices;
  const auto made = [request](const RootedTree& up, const RootedTree& down, bool follows) {
    PlanRequest at = request;
    at.root = Address(up.root);
    return std::make_unique<TreeAllreduce>(at, up, down, follows);
  };
  const std::vector<RootedTree> up = narrow_and_shortest_trees(links, request.root.number());
  const std::vector<RootedTree> down = narrow_and_shortest_trees(links.turned(), request.root.number());
  if (can_follow(request, both)) {
    // The last packet goes up and down as far as all others.
    for (const NarrowTree& narrow : narrow_trees_both_ways(request, both)) {
      const auto follows = [made, find = narrow.tree] {
        const RootedTree tree = find();
        return made(tree, tree, true);
      };
      choices.push_back(
          {follows, std::max(narrow.least_cycles(request), request.packets - 1 + 2 * std::uint64_t{narrow.depth})});
    }
  }
  const auto least_of = [&](const RootedTree& tree) {
    const std::uint64_t times = is_half ? tree.most_links() : tree.most_children();
    return std::max(request.packets * times, std::uint64_t{request.packets} + tree.depth - 1);
  };
  for (std::size_t i = std::min(up.size(), down.size()); i >= 1; --i) {
    const RootedTree& one = up[up.size() - i];
    const RootedTree& other = down[down.size() - i];
    choices.push_back({[made, one, other] { return made(one, other, false); }, least_of(one) + least_of(other)});
  }
  const auto in_turn = [&](const PlanRequest& at) {
    const auto make = [at, links] { return std::make_unique<TreeAllreduce>(at, links, reduce_in_slots(at)); };
    choices.push_back({make, 2 * request.packets + up.back().depth + down.back().depth});
  };
  // Integers go both ways (range_scans.hpp) in fewer.
  if (request.rules == NodeRules::kCombiningLabelled && request.dead.empty() && combines_floats(request)) {
    in_turn(request);
    if (request.root != Address()) in_turn(asked);
  }
  return choices;
}

}  // namespace testbench
