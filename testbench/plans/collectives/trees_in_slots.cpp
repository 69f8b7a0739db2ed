// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/trees_in_slots.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "testbench/plans/collectives/backwards.hpp"
#include "testbench/plans/collectives/rooted_plans.hpp"
#include "testbench/plans/collectives/tree_reductions.hpp"
#include "testbench/plans/trees/narrow_trees.hpp"

namespace testbench {
namespace {

using collectives::PortModel;

std::unique_ptr<collectives::Plan> make(bool is_reduce, const PlanRequest& request, const RootedTree& tree,
                                        Times times) {
  return is_reduce ? reduce_up(request, tree, std::move(times)) : broadcast_down(request, tree, std::move(times));
}

class TreeSearch {
 public:
  TreeSearch(const PlanRequest& request, bool is_reduce)
      : request_(request),
        up_(is_reduce ? request.links() : request.links().turned()),
        is_reduce_(is_reduce),
        hops_(std::uint64_t{request.packets} * up_.nodes()) {
    find();
  }

  // Its plan, once.
  std::unique_ptr<SlotPlan> plan() { return std::move(best_); }
  TreeInSlots tree() const { return {tree_, times_of(*best_, request_, request_.links()), best_->planned_cycles()}; }

 private:
  void find() {
    const std::uint32_t root = request_.root.number();
    std::vector<RootedTree> trees = narrow_and_shortest_trees(up_, root);
    // With one port the nodes that have a packet are at most twice as many a cycle later.
    const auto doublings = static_cast<std::uint32_t>(std::bit_width(up_.ends() - 1));
    fewest_ = request_.packets - 1 + std::max(trees.back().depth, doublings);
    // With one port too, trees for half duplex may be faster.
    const unsigned least = request_.slots == PortModel::kHalf ? 1 : 0;
    for (const LinkTable& links : {up_, up_.of_both_ways()}) {
      for (unsigned turns = least; turns < 2; ++turns)
        std::ranges::move(trees_in_turns(links, root, turns), std::back_inserter(trees));
    }
    if (request_.packets > kFewPackets && std::uint64_t{kFewPackets} * up_.nodes() <= kFewHops) {
      PlanRequest few = request_;
      few.packets = std::clamp(request_.packets / 4, kFewPackets, 4 * kFewPackets);
      trees.push_back(TreeSearch(few, is_reduce_).tree_);
    }
    std::multimap<std::uint64_t, Found> starts;  // by cycles
    for (const RootedTree& tree : trees) {
      if (!met_.insert(tree.parent_port).second) continue;
      if (std::optional<Found> found = fastest(tree)) starts.emplace(found->cycles, *found);
    }
    if (!best_) std::rethrow_exception(why_);
    for (const auto& [cycles, start] : starts) change(start);
    while (!open_.empty() && !is_done(kFewHops)) change(open_.extract(open_.begin()).mapped());
  }

  // With these there is time for more changes.
  static constexpr std::uint32_t kFewPackets = 4;
  // Packets over links that are played to change trees; and those of one tree for which there is time.
  static constexpr std::uint64_t kMostHops = 10'000;
  static constexpr std::uint64_t kFewHops = 4'000;
  static constexpr std::uint64_t kAny = ~std::uint64_t{0};
  struct Found {
    RootedTree tree;
    bool is_backwards;
    std::uint64_t cycles;
  };

  std::uint64_t cycles() const { return best_ ? best_->planned_cycles() : kAny; }
  bool has_time() const { return hops_ <= kFewHops; }

  // The slots of a broadcast first, so that a reduce finds the same trees.
  std::optional<Found> fastest(const RootedTree& tree) {
    if (!has_time()) return played(tree, false, cycles() - 1);
    std::optional<Found> found = played(tree, is_reduce_, kAny);
    std::optional<Found> other = played(tree, !is_reduce_, found ? found->cycles - 1 : kAny);
    return other ? other : found;
  }

  bool is_done(std::uint64_t most = kMostHops) const { return cycles() <= fewest_ || changed_ + hops_ > most; }

  void change(Found now) {
    std::uint32_t node = 0;
    for (std::uint32_t in_vain = 0; in_vain < up_.nodes(); ++in_vain, node = (node + 1) % up_.nodes()) {
      if (node == now.tree.root) continue;
      for (unsigned port = 0; port < up_.ports(); ++port) {
        if (is_done()) return;
        if (!up_.has_link(node, port) || is_below(now.tree, up_, up_.neighbour(node, port), node)) continue;
        const RootedTree other = moved(now.tree, up_, node, port);
        if (!met_.insert(other.parent_port).second) continue;
        changed_ += hops_;
        std::optional<Found> found = fastest(other);
        if (!found) continue;
        if (found->cycles > now.cycles) {
          const std::uint64_t slower = found->cycles;
          open_.emplace(slower, *std::move(found));
          continue;
        }
        const std::uint64_t before = now.cycles;
        open_.emplace(before, std::exchange(now, *std::move(found)));  // its other changes have not been tried
        in_vain = 0;
      }
    }
  }

  // Nothing where it takes more than `most` cycles.
  std::optional<Found> played(const RootedTree& tree, bool is_backwards, std::uint64_t most) {
    const std::uint64_t sends = request_.slots == PortModel::kHalf ? tree.most_links() : tree.most_children();
    const std::uint64_t least = std::max<std::uint64_t>(request_.packets * sends, request_.packets + tree.depth - 1);
    if (least > most) return std::nullopt;
    try {
      Times times;
      if (is_backwards) {
        const Turned turned(request_, is_reduce_ ? NodeRules::kLabelled : NodeRules::kCombiningLabelled);
        const SlotPlan other(make(!is_reduce_, turned.request, tree, {}), turned.request, request_.slots, least);
        const std::uint64_t cycles = other.planned_cycles();  // as many backwards
        if (cycles > most) return std::nullopt;
        if (cycles >= this->cycles()) return Found{tree, is_backwards, cycles};
        times = times_backwards(other, turned.request, turned.request.links(), [](auto&&...) {});
      }
      auto plan = std::make_unique<SlotPlan>(make(is_reduce_, request_, tree, std::move(times)), request_,
                                             request_.slots, least);
      const std::uint64_t cycles = plan->planned_cycles();
      if (cycles > most) return std::nullopt;
      if (!best_ || cycles < best_->planned_cycles()) {
        best_ = std::move(plan);
        tree_ = tree;
      }
      return Found{tree, is_backwards, cycles};
    } catch (const PlanError&) {
      why_ = std::current_exception();
      return std::nullopt;
    }
  }

  const PlanRequest& request_;
  const LinkTable up_;  // on the ways to the root
  const bool is_reduce_;
  const std::uint64_t hops_;
  std::uint64_t changed_ = 0;
  std::uint64_t fewest_ = 0;
  std::set<std::vector<std::uint8_t>> met_;
  std::multimap<std::uint64_t, Found> open_;  // by cycles
  std::unique_ptr<SlotPlan> best_;
  RootedTree tree_;
  std::exception_ptr why_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_broadcast_in_slots(const PlanRequest& request) {
  return TreeSearch(request, false).plan();
}
std::unique_ptr<collectives::Plan> plan_reduce_in_slots(const PlanRequest& request) {
  return TreeSearch(request, true).plan();
}
TreeInSlots reduce_in_slots(const PlanRequest& request) {
  return TreeSearch(request, true).tree();
}

}  // namespace testbench
