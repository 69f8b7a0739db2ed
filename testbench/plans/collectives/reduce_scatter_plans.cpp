// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <type_traits>
#include <utility>

#include "firmware/collectives/allreduce.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/ground/host/last_found.hpp"
#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/collectives/backwards.hpp"
#include "testbench/plans/collectives/one_port_allgather.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/collectives/product_allgather.hpp"
#include "testbench/plans/collectives/reversed_allgather.hpp"
#include "testbench/plans/collectives/tdm_slots.hpp"
#include "testbench/plans/collectives/trees_to_all.hpp"
#include "testbench/plans/trees/greedy_trees.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench {

bool combines_floats(const PlanRequest& request) {
  return operators::is_float(operators::type_of(request.combining));
}

namespace {

using network::Ports;

// A vector has a block for each node, or one of a packet for each of the first nodes.
PlanRequest of_block(PlanRequest request) {
  request.packets = static_cast<std::uint32_t>(collectives::divide_up(request.packets, request.network.ends()));
  return request;
}
constexpr std::uint32_t kAllOwners = ~std::uint32_t{0};

// Blocks of packets that each have an entry in the programs.
std::uint32_t with_entries(const LinkTable& links, std::uint32_t blocks) {
  constexpr std::uint64_t kMostEntries = 4096;  // of a port, about
  const std::uint64_t most = kMostEntries * links.ports() / links.nodes();
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most, 1, blocks));
}

// None is the fastest everywhere. An allreduce of 240 packets on random:24,5,7 takes 164 cycles in the order of one
// packet each and 129 in that of several; a reduce-scatter of 64 on dragonfly:4,5 takes 706 and 964 up trees of any
// paths, and 1,024 up shortest ones.
// `owners`: the most that blocks are for. `several`: blocks that are played.
std::vector<Order> searched_orders(const LinkTable& links, From from, std::uint32_t owners, std::uint32_t several,
                                   bool depends_on_packets, bool keeps_queues_short) {
  const auto ways = std::make_shared<const BothWays>(links, links.turned());
  const AllDistances distances(links);
  std::mt19937_64 random(1);
  const std::uint64_t pairs = std::uint64_t{links.nodes()} * links.nodes();
  const auto made = [&](SourceTrees paths) {
    TreesToAll some(ways, from, std::move(paths));
    if (depends_on_packets) some.keep_owners(owners);
    return some;
  };
  std::vector<TreesToAll> trees{best_of(
      pairs, [&] { return made(SourceTrees(links, distances, random)); },
      [](const TreesToAll& some) { return some.least(); },
      [](const TreesToAll& some, std::uint64_t limit) { return cycles_of_allgather(some, 1, limit); })};
  trees.front().keep_owners(owners);
  for (const double cost_of_level : {kCostOfALevel, 20., 200.}) {
    if (!depends_on_packets) break;
    std::vector<std::uint8_t> back = weighted_trees(ways->turned, random, {1}, cost_of_level);
    if (back.empty()) break;
    trees.push_back(made(SourceTrees(links, std::move(back))));
    if (played_packets(2, pairs) == 1) break;  // on many nodes one set takes seconds
  }
  std::vector<Order> found;
  for (TreesToAll& some : trees) {
    const auto shared = std::make_shared<const TreesToAll>(std::move(some));
    if (keeps_queues_short) {
      found.emplace_back(shared, with_entries(links, several), Order::Cut::kShortQueues);
      continue;
    }
    found.emplace_back(shared, 1, Order::Cut::kTrees);
    if (several != 1) found.emplace_back(shared, several, Order::Cut::kTrees);
  }
  return found;
}

std::vector<Order> orders(const PlanRequest& request, From from, std::uint32_t owners = kAllOwners) {
  constexpr std::uint64_t kMostPairs = 1 << 16;  // that are kept
  const LinkTable links = request.links();
  const std::uint64_t pairs = std::uint64_t{links.nodes()} * links.nodes();
  // Which trees are the fastest depends on the packets, and so on parts. Sums of floats may not depend on them.
  const std::tuple key(links, from, std::min(owners, links.ends()), played_packets(request.packets, pairs),
                       !combines_floats(request), request.keeps_queues_short);
  const auto search = [&] { return std::apply(searched_orders, key); };
  if (pairs > kMostPairs) return search();
  thread_local LastFound<std::remove_const_t<decltype(key)>, std::vector<Order>> found(2);  // of scans, and of the rest
  return found.of(key, search);
}

// The same up several trees to each node, the two that are fastest backwards.
std::vector<Order> packed_orders(const PlanRequest& request, std::uint32_t owners = kAllOwners) {
  if (combines_floats(request)) {
    throw PlanError("combines floats in an order that depends on how many packets there are; use algorithm tree");
  }
  // In turn, until a node's links are full.
  constexpr TreesTried kTries[] = {
      {8, 200},           {4, 200},  {8, kCostOfALevel},  {4, kCostOfALevel}, {8, 20},  {4, 20},
      {2, kCostOfALevel}, {16, 200}, {16, kCostOfALevel}, {16, 20},           {2, 200}, {2, 20}};
  const LinkTable links = request.links();
  const auto ways = std::make_shared<const BothWays>(links, links.turned());
  std::mt19937_64 random(1);
  const std::uint64_t pairs = std::uint64_t{links.nodes()} * links.nodes();
  const std::uint32_t several = with_entries(links, played_packets(request.packets, pairs));
  const std::uint64_t least = least_cycles_of_all(ways->turned, several);
  std::uint64_t links_left = several == 1 ? 10'000'000 : 60'000'000;  // to look at
  std::vector<Order> found;
  for (const auto& [count, cost_of_level] : trees_to_try(kTries, several)) {
    const std::uint64_t links_seen = links_of_weighted_trees(links, count);
    if (links_seen > links_left || (!found.empty() && found.front().cycles() <= least)) continue;
    links_left -= links_seen;
    std::vector<std::uint8_t> back = weighted_trees(ways->turned, random, dealt(request.packets, count), cost_of_level);
    if (back.empty()) continue;
    TreesToAll some(ways, From::kAll, SourceTrees(links, std::move(back)), count);
    some.keep_owners(owners);
    found.emplace_back(std::make_shared<const TreesToAll>(std::move(some)), several,
                       request.keeps_queues_short ? Order::Cut::kShortQueues : Order::Cut::kBlocks);
    std::ranges::sort(found, {}, &Order::cycles);
    if (found.size() > 2) found.pop_back();
  }
  const bool has_greedy = several == request.packets && owners >= links.ends() && !request.keeps_queues_short;
  if (has_greedy && (found.empty() || found.front().cycles() > least)) {
    if (std::optional<GreedyTrees> greedy = greedy_trees(ways->turned, several, OwnOrder::kOfNode, least)) {
      TreesToAll some(ways, From::kAll, SourceTrees(links, std::move(greedy->back)), several);
      found.emplace_back(std::make_shared<const TreesToAll>(std::move(some)), several, greedy->cycles, greedy->arrivals,
                         greedy->own_of_node);
      std::ranges::sort(found, {}, &Order::cycles);
      if (found.size() > 2) found.pop_back();
    }
  }
  if (found.empty()) {
    throw PlanError(
        fmt::format("has {} nodes of {} ports: trees are packed in seconds on networks of few hundreds; "
                    "use algorithm tree",
                    links.nodes(), links.ports()));
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
  // Up several trees a packet has the port through which it leaves the next node, plus one; 0 at its owner.
  unsigned tree_numbers() const override { return has_several() ? links_.ports() + 1 : 1; }

  // In the fastest order. Longer plans are played with fewer packets, and have as many times those cycles.
  template <class Made, class... Arguments>
  static std::unique_ptr<Made> played_with(const PlanRequest& request, const std::vector<Order>& orders,
                                           Arguments... arguments) {
    const std::uint64_t hops = std::uint64_t{request.network.nodes()} * request.network.nodes();
    const std::uint64_t most = std::max<std::uint64_t>(kMostPlayedHops / hops, 1);
    PlanRequest fewer = request;
    fewer.packets = static_cast<std::uint32_t>(std::min<std::uint64_t>(request.packets, most));
    std::unique_ptr<Made> fastest;
    for (const Order& order : orders) {
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
    driver.begin(ports, me, has_several() ? kByNumber : routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      const std::vector<Order::Run>& runs = order_.runs(me.number(), port);
      add(me, port, links_.neighbour(me.number(), port), runs, driver);
      if (has_several()) {
        driver.set_combining_word(Address(port + 1), Ports::one(port));
        continue;
      }
      for (const Order::Run& run : runs)
        driver.set_combining_word(routing_.seen(Address(order_.trees().owner(run.tree)), me), Ports::one(port));
    }
    driver.set_combining_word(has_several() ? Address() : routing_.seen(me, me), Ports());
    if (results == 0 || links_.is_switch(me.number())) return;
    add(me, node::Driver::ejector(ports, 0), me.number(), order_.results(me.number()), driver);
  }
  bool has_several() const { return order_.trees().trees_of_owner() != 1; }

  const Routing routing_;
  const Order order_;
  const LinkTable& links_;
  const std::uint32_t packets_;

 private:
  static constexpr node::Rule kByNumber = rules::CombiningLabelledRules::number_of<rules::ParentsByTree>();

  // `next`: where the stream leads.
  void add(Address me, unsigned stream, std::uint32_t next, const std::vector<Order::Run>& runs,
           node::Driver& driver) const {
    const TreesToAll& trees = order_.trees();
    std::uint32_t sent = 0;
    for (const Order::Run& run : runs) {
      const std::uint32_t owner = trees.owner(run.tree);
      const std::uint32_t number = has_several() && next != owner ? trees.parent_port(next, run.tree) + 1 : 0;
      const auto [first, count] = order_.packets(run, packets_);
      driver.add(stream,
                 {routing_.seen(Address(owner), me), number, first, count, trees.children(me.number(), run.tree)});
      sent += count;
    }
    driver.send(stream, sent);
  }

  const std::uint32_t combining_;
  std::uint64_t planned_cycles_ = 0;
};

template <collectives::PortModel kPorts>
std::unique_ptr<collectives::Plan> tree_allgather_in_slots(const PlanRequest& request) {
  return fastest_in_slots(plan_tree_allgathers_in_slots(request), request, kPorts);
}

class ReversedReduceScatter final : public TreeReduceScatter, public TimedPlan {
 public:
  ReversedReduceScatter(const PlanRequest& request, ReversedAllgather reversed)
      : TreeReduceScatter(request, std::move(reversed.order)) {
    times_ = std::move(reversed.times);
  }
};

// A block of the vector for each owner: a reduce-scatter, then an allgather of the results. A link carries
// all packets of the first before those of the second, so that no queue has one of these before an operand.
class BlocksAllreduce : public TreeReduceScatter {
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
    std::uint32_t results = 0;  // at a switch those whose tree has a place for it
    for (std::uint32_t tree = 0; tree < down.all(); ++tree) {
      if (!is_owner(down.owner(tree)) || (is_switch && down.children(me.number(), tree).empty())) continue;
      results += down_ ? packets_ : order_.all_of(tree, packets_).count;
    }
    TreeReduceScatter::load(me, results, driver);
    if (is_owner(me.number())) driver.set_second_part(routing_.down(), packets_);
    for (std::uint32_t tree = 0; tree < down.all(); ++tree) {
      if (!is_owner(down.owner(tree))) continue;
      driver.set_word(routing_.place_below(Address(tree), me), down.children(me.number(), tree));
    }
    if (!is_owner(me.number())) return;
    // As the allgather was played.
    std::vector<Order::Run> runs(order_.results(me.number()).rbegin(), order_.results(me.number()).rend());
    if (down_) runs = {{me.number(), 0, 1}};
    std::map<unsigned, std::uint32_t> sent;  // by port
    for (const Order::Run& run : runs) {
      const auto [first, count] = down_ ? Order::Packets{0, packets_} : order_.packets(run, packets_);
      for (const unsigned port : down.children(me.number(), run.tree)) {
        driver.add(port, {routing_.label_below(Address(run.tree)), 0, first, count});
        sent[port] += count;
      }
    }
    for (const auto& [port, packets] : sent) driver.send_second(port, packets);
  }
  std::uint32_t block_owners() const override { return order_.trees().owners(); }
  std::uint32_t labels() const override { return has_several() && !down_ ? order_.trees().all() : 0; }

 private:
  bool is_owner(std::uint32_t node) const { return node < order_.trees().owners(); }

  std::optional<TreesToAll> down_;  // where they are not those up, turned round
};

class ReversedBlocks final : public BlocksAllreduce, public TimedPlan {
 public:
  ReversedBlocks(const PlanRequest& request, ReversedAllgather reversed)
      : BlocksAllreduce(request, std::move(reversed.order)) {
    times_ = there_and_back(reversed.times, links_, order_.cycles(), request.hop);
  }
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

// A reduce-scatter, or one and an allgather: a plan for all ports, and the allgathers of nodes in slots backwards. `times`: those
// for which a link carries a block.
template <class Reversed>
std::vector<SlotChoice> backwards_in_slots(const PlanRequest& request, MakeAllgather of_all_ports,
                                           std::uint64_t times) {
  SlotPlan::require_few_hops_to_all(request);
  const bool is_half = request.slots == collectives::PortModel::kHalf;
  const std::uint64_t ends = request.network.ends();
  const std::uint64_t least = request.packets * (ends - 1) * (is_half ? 2 : 1);
  const std::uint64_t of_ring = ring_cycles(request.slots, ends, request.packets).value;
  // The sums of floats may not depend on the number of packets.
  const bool is_free = !combines_floats(request) && !request.keeps_queues_short;
  const bool has_ways_round = request.dead.empty() && !request.network.has_switches();
  std::vector<SlotChoice> choices;
  const auto add = [&](MakeAllgather make, std::uint64_t cycles) {
    choices.push_back(
        {[request, make] { return std::make_unique<Reversed>(request, reversed_allgather(request, make)); },
         times * cycles});
  };
  if (has_ways_round && !request.keeps_queues_short && (is_free || of_ring == least))
    add(is_half ? plan_half_duplex_ring_allgather : plan_full_duplex_ring_allgather, of_ring);
  choices.push_back({[request, of_all_ports] { return of_all_ports(request); }, times * least});
  if (!is_free) return choices;
  if (has_ways_round) {
    add(is_half ? plan_half_duplex_product_allgather : plan_full_duplex_product_allgather, least);
    add(is_half ? plan_half_duplex_path_allgather : plan_full_duplex_path_allgather,
        path_cycles(request.slots, ends, request.packets));
  }
  add(is_half ? tree_allgather_in_slots<collectives::PortModel::kHalf>
              : tree_allgather_in_slots<collectives::PortModel::kOne>,
      least);
  return choices;
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request) {
  const PlanRequest one = of_block(request);
  return TreeReduceScatter::played_with<BlocksAllreduce>(one, orders(one, From::kAll, request.packets));
}
std::unique_ptr<collectives::Plan> plan_exchange_allreduce(const PlanRequest& request) {
  if (request.network.ends() > 2 && combines_floats(request)) throw PlanError(kOrderOfFloatsDiffers);
  return plan_exchange_barrier(request);
}
std::unique_ptr<collectives::Plan> plan_exchange_barrier(const PlanRequest& request) {
  const LinkTable links = request.links();
  const std::uint64_t others = links.ends() - 1;
  // In slots a node sends one packet at a time, and in half duplex receives none meanwhile.
  const bool is_in_slots = request.slots != collectives::PortModel::kAll;
  const std::uint64_t packets =
      std::uint64_t{request.packets} * (request.slots == collectives::PortModel::kHalf ? 2 : 1);
  const std::uint64_t least = packets * collectives::divide_up(others, is_in_slots ? 1 : links.ports());
  const std::uint64_t hops = 2 * std::uint64_t{shortest_tree(links, middle_of(links)).depth - 1};
  const std::uint64_t of_tree = packets * (is_in_slots ? std::min<std::uint64_t>(others, 2) : 1) +
                                request.cycles_of_level() * hops + collectives::turn_around_cycles(request.hop) + 1;
  if (least >= of_tree) {
    throw PlanError(fmt::format("takes {} cycles at least, and a tree about {}; use algorithm tree", least, of_tree));
  }
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, orders(request, From::kAll));
}
std::unique_ptr<collectives::Plan> plan_packed_reduce_scatter(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, packed_orders(request));
}
std::unique_ptr<collectives::Plan> plan_packed_blocks_allreduce(const PlanRequest& request) {
  const PlanRequest one = of_block(request);
  return TreeReduceScatter::played_with<BlocksAllreduce>(one, packed_orders(one, request.packets));
}
std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeReduceScatter>(request, orders(request, From::kAll));
}
std::vector<SlotChoice> plan_reduce_scatters_in_slots(const PlanRequest& request) {
  return backwards_in_slots<ReversedReduceScatter>(request, plan_tree_reduce_scatter, 1);
}
std::vector<SlotChoice> plan_blocks_allreduces_in_slots(const PlanRequest& request) {
  const std::uint32_t ends = request.network.ends();
  // Blocks for a few of the nodes are no faster than a tree.
  if (request.packets < ends || !request.dead.empty()) {
    std::vector<SlotChoice> choices;
    choices.push_back({[request] { return plan_blocks_allreduce(request); }});
    return choices;
  }
  const PlanRequest one = of_block(request);
  return backwards_in_slots<ReversedBlocks>(
      one,
      [](const PlanRequest& block) -> std::unique_ptr<collectives::Plan> {
        return TreeReduceScatter::played_with<BlocksAllreduce>(block, orders(block, From::kAll));
      },
      2);
}
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, orders(request, From::kBelow), false);
}
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request) {
  return TreeReduceScatter::played_with<TreeScan>(request, orders(request, From::kBelow), true);
}

}  // namespace testbench
