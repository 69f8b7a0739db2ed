// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/range_scans.hpp"

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>

#include "testbench/plans/collectives/scan_plan.hpp"
#include "testbench/plans/trees/periodic_order.hpp"
#include "testbench/plans/trees/range_tree.hpp"
#include "testbench/plans/trees/router_model.hpp"

namespace testbench {
namespace {

using network::Ports;

// A tree, and in which order queues hold its packets.
struct OrderedTree {
  OrderedTree(RangeTree of, unsigned ports) : tree(std::move(of)), order(packets(tree, ports)) {}
  static std::vector<PeriodicPacket> packets(const RangeTree& tree, unsigned ports) {
    std::vector<PeriodicPacket> found;
    found.reserve(tree.sent().size());
    for (const RangeTree::Sending& one : tree.sent()) {
      found.push_back({std::size_t{one.router} * ports + one.port, one.parts});
    }
    return found;
  }
  const RangeTree tree;
  const PeriodicOrder order;
};

class RangeScan final : public ScanPlan {
 public:
  // `stretch`: a period is so many times the shortest at least; if none, a port sends all packets for a node in a row.
  RangeScan(const PlanRequest& request, std::shared_ptr<const OrderedTree> ordered, bool is_exclusive, unsigned stretch)
      : ScanPlan(request, is_exclusive, ordered->tree.hops(), ordered->tree.most_loaded()),
        ordered_(std::move(ordered)),
        trees_(&ordered_->tree),
        stretch_(stretch) {
    if (stretch == 0) send_in_a_row();
    make_programs(request.whole != nullptr);
  }

  const std::array<std::uint32_t, 2>* parts() const override { return trees_->parts(); }
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
    const std::vector<RangeTree::Sending>& sent = trees_->sent();
    const PeriodicOrder& order = ordered_->order;
    const auto blocks = static_cast<std::int64_t>(collectives::divide_up(this->packets(), block()));
    // A single block has no next one. Else the shortest period does that there is.
    constexpr std::int64_t kNever = std::int64_t{1} << 20;
    std::int64_t period = blocks == 1 ? kNever : static_cast<std::int64_t>(most_loaded() * stretch_);
    const std::int64_t longest = std::max(period, kMostPeriod);
    const std::size_t room = is_part ? kLeastRoom : PeriodicOrder::kAnyRoom;
    std::vector<std::int64_t> times = order.times(period, room);
    while (times.empty()) {
      period += 1 + period / 4;
      if (period > longest) throw PlanError("has results that would wait for one another; use algorithm tree");
      times = order.times(period, room);
    }
    std::vector<std::tuple<std::int64_t, std::size_t, std::int64_t>> in_turn;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      for (std::int64_t of = 0; of < blocks; ++of) in_turn.emplace_back(times[i] + of * period, i, of);
    }
    std::ranges::sort(in_turn);
    for (const auto& [time, i, of] : in_turn) {
      Ports operands;
      for (const auto& [part, in] : sent[i].parts) operands.insert(in);
      add(stream(sent[i].router, sent[i].port), sent[i].node, block() * static_cast<std::uint64_t>(of), operands);
    }
  }

  const std::shared_ptr<const OrderedTree> ordered_;
  const RangeTree* const trees_;
  const unsigned stretch_;
};

std::unique_ptr<ScanPlan> fastest(const PlanRequest& request, bool is_exclusive,
                                  std::initializer_list<unsigned> stretches) {
  constexpr std::uint64_t kMostSteps = 150'000'000;  // of a search, or of several
  constexpr unsigned kMostMoves = 100;               // of vertices
  const LinkTable links = request.links();
  const LinkTable both = links.of_both_ways();
  std::unique_ptr<ScanPlan> best;
  std::string why = "has no paths for a tree in order; use algorithm tree";
  const auto try_tree = [&](const std::shared_ptr<const OrderedTree>& tree) {
    for (const unsigned stretch : stretches) {
      const std::uint64_t least = std::uint64_t{request.packets} * std::max(1u, stretch) * tree->tree.most_loaded();
      if ((best && least >= best->planned_cycles()) || (stretch > 1 && request.packets == 1)) return;
      auto made = std::make_unique<RangeScan>(request, tree, is_exclusive, stretch);
      // In the shortest queues parts of one packet do with any trees that are found.
      PlanRequest part = request;
      part.packets = 1;
      part.whole = made.get();
      static_cast<void>(made->with_packets(part));
      made->play(request);
      if (!best || made->planned_cycles() < best->planned_cycles()) best = std::move(made);
    }
  };
  const auto search = [&](std::uint32_t levels, RangesMeet where) -> std::uint64_t {
    const std::unique_ptr<RangeSearch> ranges = range_search(both, levels, where);
    std::vector<RangeVertex> shape = ranges->cheapest();
    unsigned moves = 0;
    for (const std::uint32_t crowding : {16u, 64u, 256u, 1024u, 4u}) {
      auto tree = std::make_unique<RangeTree>(both, shape, crowding);
      while (tree->misplaced() != nullptr && ++moves < kMostMoves && ranges->steps() < kMostSteps) {
        ranges->avoid(*tree->misplaced());
        shape = ranges->cheapest();
        tree = std::make_unique<RangeTree>(both, shape, crowding);
      }
      if (tree->misplaced() != nullptr) break;
      try {
        try_tree(std::make_shared<const OrderedTree>(std::move(*tree), links.ports()));
      } catch (const PlanError& error) {
        why = error.what();
      }
    }
    return ranges->steps();
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

std::unique_ptr<ScanPlan> fastest_ranges(const PlanRequest& request, bool is_exclusive) {
  return fastest(request, is_exclusive, {1, 2, 4});
}
std::unique_ptr<ScanPlan> fastest_batches(const PlanRequest& request, bool is_exclusive) {
  return fastest(request, is_exclusive, {0});
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_range_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_ranges);
}
std::unique_ptr<collectives::Plan> plan_range_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_ranges);
}
std::unique_ptr<collectives::Plan> plan_batched_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_batches);
}
std::unique_ptr<collectives::Plan> plan_batched_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_batches);
}

}  // namespace testbench
