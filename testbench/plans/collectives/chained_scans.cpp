// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/chained_scans.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/scan_trees.hpp"

namespace testbench {
namespace {

using network::Ports;

class ChainedScan final : public PlayedPlan {
 public:
  ChainedScan(const PlanRequest& request, std::shared_ptr<const ScanTrees> trees, std::int64_t spread,
              bool is_exclusive)
      : routing_(request.routing()),
        ports_(request.network.ports()),
        packets_(request.packets),
        combining_(request.combining),
        is_exclusive_(is_exclusive),
        trees_(std::move(trees)),
        programs_(std::size_t{request.network.nodes()} * ports_),
        words_(request.network.nodes()) {
    make_programs(spread);
  }

  void load(Address me, node::Driver& driver) const override {
    const std::uint32_t results = is_exclusive_ && me == Address() ? 0 : packets_;
    const unsigned ports = routing_.node_ports(ports_);
    driver.begin(ports, me, routing_.up(), 0);
    driver.expect(results);
    driver.set_operation(combining_);
    driver.let_results_go_on(is_exclusive_);
    for (unsigned port = 0; port < ports_; ++port) {
      std::uint32_t packets = 0;
      for (const Entry& entry : programs_[stream(me.number(), port)]) {
        driver.add(port, {Address(entry.tree), 0, entry.first, entry.count, entry.operands});
        packets += entry.count;
      }
      driver.send(port, packets);
    }
    for (const auto& [tree, ports_on] : words_[me.number()]) driver.set_combining_word(Address(tree), ports_on);
    if (results == 0) return;
    const unsigned ejector = node::Driver::ejector(ports, 0);
    driver.add(ejector, {me, 0, 0, packets_, trees_->arriving(me.number())});
    driver.send(ejector, packets_);
  }
  const std::array<std::uint32_t, 2>* preceding() const override { return trees_->preceding().data(); }
  std::uint64_t planned_cycles() const override { return planned_cycles_; }

  // Finds the cycles, with fewer packets where they are many.
  void play(const PlanRequest& request, std::uint32_t played, std::int64_t spread) {
    PlanRequest fewer = request;
    fewer.packets = std::min(request.packets, played);
    const LinkTable links = request.links();
    const auto images = images_of(ChainedScan(fewer, trees_, spread, is_exclusive_), links.nodes());
    const std::uint64_t cycles = testbench::play(PlayedNodes(links, request.routing(), request.hop, images), links,
                                                 [](const std::vector<Transfer>&, std::uint64_t) {});
    planned_cycles_ = cycles + std::uint64_t{request.packets - fewer.packets} * trees_->most_loaded();
  }

 private:
  // Packets of one tree in a row.
  struct Entry {
    std::uint32_t tree = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Ports operands;
  };
  static constexpr std::uint32_t kMostEntries = 4096;  // of a port, or twice as many

  std::size_t stream(std::uint32_t node, unsigned port) const { return std::size_t{node} * ports_ + port; }

  // Packets are put in order by blocks, where a program would have too many entries.
  void make_programs(std::int64_t spread) {
    struct Use {
      std::uint32_t tree;
      std::int64_t level;
      Ports operands;
    };
    std::vector<std::vector<Use>> uses(programs_.size());
    for (std::uint32_t tree = 1; tree < trees_->preceding().size(); ++tree) {
      for (const ScanTrees::Sending& one : trees_->to(tree)) {
        uses[stream(one.node, one.port)].push_back({tree, one.level, one.operands});
        words_[one.node].emplace_back(tree, Ports::one(one.port) | trees_->onward(tree, one.node));
      }
      words_[tree].emplace_back(tree, trees_->onward(tree, tree));
    }
    const std::uint64_t load = trees_->most_loaded();
    const std::uint64_t block = collectives::divide_up(std::uint64_t{packets_} * load, kMostEntries);
    for (std::size_t i = 0; i < uses.size(); ++i) {
      std::vector<std::tuple<std::int64_t, std::uint64_t, const Use*>> order;
      for (const Use& use : uses[i]) {
        for (std::uint64_t first = 0; first < packets_; first += block) {
          order.emplace_back(static_cast<std::int64_t>(load * first) + spread * use.level, first, &use);
        }
      }
      std::ranges::sort(order);  // those of one array, by tree
      for (const auto& [time, first, use] : order) {
        const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(block, packets_ - first));
        if (!programs_[i].empty() && programs_[i].back().tree == use->tree) {
          programs_[i].back().count += count;
        } else {
          programs_[i].push_back({use->tree, static_cast<std::uint32_t>(first), count, use->operands});
        }
      }
    }
  }

  const Routing routing_;
  const unsigned ports_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  const bool is_exclusive_;
  const std::shared_ptr<const ScanTrees> trees_;
  std::vector<std::vector<Entry>> programs_;                         // by node and port
  std::vector<std::vector<std::pair<std::uint32_t, Ports>>> words_;  // by node: of trees
  std::uint64_t planned_cycles_ = 0;
};

std::unique_ptr<collectives::Plan> fastest(const PlanRequest& request, bool is_exclusive) {
  constexpr std::int64_t kMostSpread = 4;
  if (request.network.has_switches())
    throw PlanError("has switches, through which no result goes on; use algorithm tree");
  const LinkTable links = request.links();
  const LinkTable turned = links.turned();
  const unsigned most = static_cast<unsigned>(std::bit_width(links.nodes() - 1));
  std::unique_ptr<ChainedScan> best;
  std::string why;
  std::uint64_t searched = 0;
  const auto try_trees = [&](unsigned halvings, std::uint32_t crowding) {
    const auto trees = std::make_shared<const ScanTrees>(links, turned, halvings, crowding);
    searched += std::uint64_t{links.nodes()} * links.nodes() * links.ports() / 4 + trees->hops();
    const std::uint64_t least = std::uint64_t{request.packets} * trees->most_loaded();
    const std::uint32_t played = played_packets(request.packets, trees->hops());
    for (std::int64_t spread = 1; spread <= kMostSpread && (!best || least < best->planned_cycles()); ++spread) {
      auto made = std::make_unique<ChainedScan>(request, trees, spread, is_exclusive);
      try {
        made->play(request, played, spread);
      } catch (const PlanError&) {
        throw PlanError("has results that would wait for one another; use algorithm tree");
      }
      if (!best || made->planned_cycles() < best->planned_cycles()) best = std::move(made);
      if (trees->most_loaded() == 1) break;
    }
  };
  // Long vectors want a chain, a few packets want halves of halves; then all between them.
  for (const std::uint32_t crowding : {32u, 1u, 256u}) {
    for (unsigned i = 0; i <= most; ++i) {
      if (best && searched > 2 * kMostPlayedHops) break;
      try {
        try_trees(i == 0 ? 0 : i == 1 ? most : i - 1, crowding);
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
  return fastest(request, false);
}
std::unique_ptr<collectives::Plan> plan_chained_exscan(const PlanRequest& request) {
  return fastest(request, true);
}

}  // namespace testbench
