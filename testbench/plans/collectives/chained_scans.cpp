// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/chained_scans.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "testbench/plans/collectives/scan_plan.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/scan_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

class ChainedScan final : public ScanPlan {
 public:
  ChainedScan(const PlanRequest& request, std::shared_ptr<const ScanTrees> trees, std::int64_t spread,
              bool is_exclusive)
      : ScanPlan(request, is_exclusive, trees->hops(), trees->most_loaded()),
        trees_(std::move(trees)),
        spread_(spread) {
    make_programs();
  }

  const std::array<std::uint32_t, 2>* preceding() const override { return trees_->preceding().data(); }
  std::unique_ptr<ScanPlan> with_packets(const PlanRequest& request) const override {
    return std::make_unique<ChainedScan>(request, trees_, spread_, is_exclusive());
  }

 private:
  Ports arriving(std::uint32_t node) const override { return trees_->arriving(node); }

  // Packets are put in order by blocks.
  void make_programs() {
    struct Use {
      std::uint32_t tree;
      std::int64_t level;
      Ports operands;
    };
    std::vector<std::vector<Use>> uses(streams());
    for (std::uint32_t tree = 1; tree < trees_->preceding().size(); ++tree) {
      for (const ScanTrees::Sending& one : trees_->to(tree)) {
        uses[stream(one.node, one.port)].push_back({tree, one.level, one.operands});
        add_word(one.node, tree, Ports::one(one.port) | trees_->onward(tree, one.node));
      }
      add_word(tree, tree, trees_->onward(tree, tree));
    }
    for (std::size_t i = 0; i < uses.size(); ++i) {
      std::vector<std::tuple<std::int64_t, std::uint64_t, const Use*>> order;
      for (const Use& use : uses[i]) {
        for (std::uint64_t first = 0; first < packets(); first += block()) {
          order.emplace_back(static_cast<std::int64_t>(most_loaded() * first) + spread_ * use.level, first, &use);
        }
      }
      std::ranges::sort(order);  // those of one array, by tree
      for (const auto& [time, first, use] : order) add(i, use->tree, first, use->operands);
    }
  }

  const std::shared_ptr<const ScanTrees> trees_;
  const std::int64_t spread_;
};

std::unique_ptr<ScanPlan> fastest_chain(const PlanRequest& request, bool is_exclusive) {
  constexpr std::int64_t kMostSpread = 4;
  if (request.network.has_switches())
    throw PlanError("has switches, through which no chain goes on; use algorithm tree");
  const LinkTable links = request.links();
  const LinkTable turned = links.turned();
  const unsigned most = static_cast<unsigned>(std::bit_width(links.nodes() - 1));
  std::unique_ptr<ScanPlan> best;
  std::string why;
  std::uint64_t searched = 0;
  const auto try_trees = [&](unsigned halvings, std::uint32_t crowding, Busy busy) {
    const auto trees = std::make_shared<const ScanTrees>(links, turned, halvings, crowding, busy);
    searched += std::uint64_t{links.nodes()} * links.nodes() * links.ports() / 4 + trees->hops();
    const std::uint64_t least = std::uint64_t{request.packets} * trees->most_loaded();
    for (std::int64_t spread = 1; spread <= kMostSpread && (!best || least < best->planned_cycles()); ++spread) {
      auto made = std::make_unique<ChainedScan>(request, trees, spread, is_exclusive);
      made->play(request);
      if (!best || made->planned_cycles() < best->planned_cycles()) best = std::move(made);
      if (trees->most_loaded() == 1) break;
    }
  };
  // Long vectors want a chain, a few packets want halves of halves; then all between them.
  for (const auto& [crowding, busy] : crowdings({32, 1, 256}, request.slots)) {
    for (unsigned i = 0; i <= most; ++i) {
      if (best && searched > 2 * kMostPlayedHops) break;
      try {
        try_trees(i == 0 ? 0 : i == 1 ? most : i - 1, crowding, busy);
      } catch (const PlanError& error) {
        why = error.what();
      }
    }
  }
  if (!best) throw PlanError(why);
  return best;
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_chained_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_chain);
}
std::unique_ptr<collectives::Plan> plan_chained_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_chain);
}

}  // namespace testbench
