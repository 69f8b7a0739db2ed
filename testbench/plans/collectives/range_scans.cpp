// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/range_scans.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "testbench/ground/host/last_found.hpp"
#include "testbench/plans/collectives/narrow_both_ways.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/scan_plan.hpp"
#include "testbench/plans/trees/periodic_order.hpp"
#include "testbench/plans/trees/prefix_tree.hpp"
#include "testbench/plans/trees/range_tree.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shallow_tree.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

// Packets, and in which order queues hold them. Without a period each port sends those of an item in the order in which they
// stand there.
struct OrderedPackets {
  OrderedPackets(ScanPackets of, const LinkTable& links, Busy busy, bool has_period)
      : packets(std::move(of)), ports(links.ports()) {
    if (!has_period) return;
    std::vector<PeriodicPacket> periodic;
    periodic.reserve(packets.sent().size());
    const std::size_t nodes =
        std::size_t{links.nodes()} * ports;  // behind all ports: nodes that send, and that receive
    for (const ScanPackets::Sending& one : packets.sent()) {
      periodic.push_back({std::size_t{one.router} * ports + one.port, one.parts});
      if (busy == Busy::kLinks) continue;
      const std::size_t receiver = links.neighbour(one.router, one.port);
      periodic.back().others = {nodes + one.router, nodes + receiver + (busy == Busy::kNodes ? links.nodes() : 0)};
    }
    order.emplace(std::move(periodic));
  }
  const ScanPackets packets;
  const unsigned ports;
  std::optional<PeriodicOrder> order;
};

class RangeScan final : public ScanPlan {
 public:
  // `stretch`: a period is so many times the shortest at least; if none, a port sends all packets for a node in a row.
  RangeScan(const PlanRequest& request, std::shared_ptr<const OrderedPackets> ordered, bool is_exclusive,
            unsigned stretch)
      : ScanPlan(request, is_exclusive, ordered->packets.hops(), ordered->packets.most_loaded(busy_of(request.slots))),
        ordered_(std::move(ordered)),
        trees_(&ordered_->packets),
        stretch_(stretch) {
    if (stretch == 0) send_in_a_row();
    make_programs(request.whole != nullptr);
  }

  Parts parts() const override { return {trees_->part_places(), trees_->parts()}; }
  std::unique_ptr<ScanPlan> with_packets(const PlanRequest& request) const override {
    return std::make_unique<RangeScan>(request, ordered_, is_exclusive(), stretch_);
  }

 private:
  Ports arriving(std::uint32_t node) const override { return trees_->arriving(node); }

  // Packets are put in order by blocks, those of a part so that they find room in the shortest queues.
  void make_programs(bool is_part) {
    constexpr std::size_t kLeastRoom = 1;  // of the shortest queues, before they say stop
    constexpr std::int64_t kMostPeriod = 64;
    for (const auto& [place, ports] : trees_->words()) add_word(place.first, place.second, ports);
    const std::vector<ScanPackets::Sending>& sent = trees_->sent();
    const auto blocks = static_cast<std::int64_t>(collectives::divide_up(this->packets(), block()));
    // A single block has no next one, nor has an item whose packets keep their order. Else the shortest period does that there is.
    constexpr std::int64_t kNever = std::int64_t{1} << 20;
    std::int64_t period =
        blocks == 1 || !ordered_->order ? kNever : static_cast<std::int64_t>(most_loaded() * stretch_);
    std::vector<std::int64_t> times(sent.size());
    if (const std::optional<PeriodicOrder>& order = ordered_->order) {
      const std::int64_t longest = std::max(period, kMostPeriod);
      const std::size_t room = is_part ? kLeastRoom : PeriodicOrder::kAnyRoom;
      times = order->times(period, room);
      while (times.empty()) {
        period += 1 + period / 4;
        if (period > longest) throw PlanError("has results that would wait for one another; use algorithm tree");
        times = order->times(period, room);
      }
    }
    std::vector<std::tuple<std::int64_t, std::size_t, std::int64_t>> in_turn;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      for (std::int64_t of = 0; of < blocks; ++of) in_turn.emplace_back(times[i] + of * period, i, of);
    }
    std::ranges::sort(in_turn);
    for (const auto& [time, i, of] : in_turn) {
      Ports operands;
      for (const auto& [part, in] : sent[i].parts) operands.insert(in);
      if (stretch_ != 0 && block() == 1 && ordered_->order) add_time(stream(sent[i].router, sent[i].port), time);
      add(stream(sent[i].router, sent[i].port), sent[i].node, block() * static_cast<std::uint64_t>(of), operands);
    }
  }

  const std::shared_ptr<const OrderedPackets> ordered_;
  const ScanPackets* const trees_;
  const unsigned stretch_;
};

struct Shape {
  std::vector<RangeVertex> vertices;
  std::uint64_t steps;  // of its search
};

// Every scan and exscan begins with these, on all ports and in slots.
Shape first_shape(const LinkTable& links, std::uint32_t levels, RangesMeet where) {
  constexpr std::size_t kAllLevels = 12;
  thread_local LastFound<std::tuple<LinkTable, std::uint32_t, RangesMeet>, Shape> found(kAllLevels);
  return found.of({links, levels, where}, [&] {
    const std::unique_ptr<RangeSearch> search = range_search(links, levels, where);
    std::vector<RangeVertex> vertices = search->cheapest();
    return Shape{std::move(vertices), search->steps()};
  });
}

// Links that work both ways, which join the first nodes.
LinkTable both_ways_between(std::uint32_t nodes, const LinkTable& links) {
  LinkTable both = links.of_both_ways();
  const auto met = std::ranges::count_if(levels_from(both, 0).order, [&](std::uint32_t node) { return node < nodes; });
  if (static_cast<std::uint32_t>(met) != nodes)
    throw PlanError("has no tree of links that work both ways; use algorithm tree");
  return both;
}

std::unique_ptr<ScanPlan> fastest_ranges(const PlanRequest& request, bool is_exclusive) {
  constexpr std::uint64_t kMostSteps = 150'000'000;  // of a search, or of several
  constexpr unsigned kMostMoves = 100;               // of vertices
  const LinkTable links = request.links();
  const LinkTable both = both_ways_between(links.ends(), links);
  const Busy busy = busy_of(request.slots);
  std::unique_ptr<ScanPlan> best;
  std::uint64_t least_cost = 0;
  std::string why = "has no paths for a tree in order; use algorithm tree";
  const auto try_order = [&](const std::shared_ptr<const OrderedPackets>& tree, unsigned stretch) {
    const std::uint64_t least =
        std::uint64_t{request.packets} * std::max(1u, stretch) * tree->packets.most_loaded(busy);
    if ((best && least >= best->planned_cycles()) || (stretch > 1 && request.packets == 1)) return;
    auto made = std::make_unique<RangeScan>(request, tree, is_exclusive, stretch);
    made->play(request);
    // Batches need deep queues, and have to save something.
    const std::uint64_t cost = made->planned_cycles() + (stretch == 0 ? made->planned_cycles() / 16 : 0);
    if (best && cost >= least_cost) return;
    // In the shortest queues parts of one packet do with any trees that are found.
    PlanRequest part = request;
    part.packets = 1;
    part.whole = made.get();
    static_cast<void>(made->with_packets(part));
    least_cost = cost;
    best = std::move(made);
  };
  std::set<std::vector<ScanPackets::Sending>> met;  // trees that have been tried
  const auto search = [&](std::uint32_t levels, RangesMeet where) -> std::uint64_t {
    auto [shape, steps] = first_shape(both, levels, where);
    std::unique_ptr<RangeSearch> ranges;  // of others
    unsigned moves = 0;
    for (const auto& [crowding, crowded] : crowdings({16, 64, 256, 1024, 4}, request.slots)) {
      auto tree = std::make_unique<RangeTree>(both, shape, crowding, crowded);
      while (tree->misplaced() != nullptr && ++moves < kMostMoves && steps < kMostSteps) {
        if (!ranges) {
          ranges = range_search(both, levels, where);
          static_cast<void>(ranges->cheapest());
        }
        ranges->avoid(*tree->misplaced());
        shape = ranges->cheapest();
        steps = ranges->steps();
        tree = std::make_unique<RangeTree>(both, shape, crowding, crowded);
      }
      if (tree->misplaced() != nullptr) break;
      if (!met.insert(tree->sent()).second) continue;
      const auto ordered = std::make_shared<const OrderedPackets>(std::move(*tree), links, busy, true);
      for (const unsigned stretch : {1u, 2u, 4u, 0u}) {
        try {
          try_order(ordered, stretch);
        } catch (const PlanError& error) {
          why = error.what();
        }
      }
    }
    return steps;
  };
  for (const RangesMeet where : {RangesMeet::kAnywhere, RangesMeet::kAtNodes}) {
    std::uint64_t steps = 0;
    const bool is_anywhere = where == RangesMeet::kAnywhere;  // on a thousand nodes there is time for one search alone
    for (const std::uint32_t levels : {is_anywhere ? 1u : 4u, is_anywhere ? 4u : 1u, 16u, 64u, 2u, 0u}) {
      try {
        steps += search(levels, where);
      } catch (const PlanError& error) {
        why = error.what();
      }
      if (steps > kMostSteps) break;
    }
  }
  if (!best) throw PlanError(why);
  return best;
}

std::unique_ptr<ScanPlan> fastest_prefixes(const PlanRequest& request, bool is_exclusive) {
  const LinkTable links = request.links();
  const LinkTable both = both_ways_between(links.nodes(), links);
  const LinkTable tree = links_of(both, shortest_tree(both, middle_of(both)));
  auto ordered =
      std::make_shared<const OrderedPackets>(PrefixTree(tree), links, busy_of(request.slots), /*has_period=*/false);
  auto made = std::make_unique<RangeScan>(request, std::move(ordered), is_exclusive, 1);
  made->play(request);
  return made;
}

std::unique_ptr<ScanPlan> sums_on(const LinkTable& tree, const PlanRequest& request) {
  auto ordered = std::make_shared<const OrderedPackets>(PrefixTree(tree, PrefixTree::Sums::kOfAllNodes),
                                                        request.links(), busy_of(request.slots), /*has_period=*/false);
  auto made = std::make_unique<RangeScan>(request, std::move(ordered), /*is_exclusive=*/false, 1);
  made->play(request);
  return made;
}

LinkTable both_ways_for_sums(const PlanRequest& request) {
  const LinkTable links = request.links();
  if (links.ends() > 2 && combines_floats(request)) throw PlanError(kOrderOfFloatsDiffers);
  return both_ways_between(links.nodes(), links);
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_sums_allreduce(const PlanRequest& request) {
  return sums_on(shallow_tree(both_ways_for_sums(request), request.has_symmetric_nodes()), request);
}
std::vector<SlotChoice> plan_sums_allreduces_in_slots(const PlanRequest& request) {
  const LinkTable both = both_ways_for_sums(request);
  std::vector<SlotChoice> choices;
  choices.push_back({[request] { return plan_sums_allreduce(request); }});
  for (const NarrowTree& narrow : narrow_trees_both_ways(request, both)) {
    const std::uint64_t longest = std::max(2 * narrow.depth, both.most_cycles()) - both.most_cycles();
    choices.push_back({[request, both, tree = narrow.tree] { return sums_on(links_of(both, tree()), request); },
                       std::max(narrow.least_cycles(request), request.packets - 1 + longest)});
  }
  return choices;
}

std::unique_ptr<collectives::Plan> plan_range_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_ranges);
}
std::unique_ptr<collectives::Plan> plan_range_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_ranges);
}
std::unique_ptr<collectives::Plan> plan_prefix_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_prefixes);
}
std::unique_ptr<collectives::Plan> plan_prefix_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_prefixes);
}

}  // namespace testbench
