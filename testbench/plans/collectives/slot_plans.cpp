// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/slot_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/trees/matching.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

using collectives::PortModel;

// Nodes with most still to do are served first.
struct Loads {
  std::vector<std::uint64_t> sends;
  std::vector<std::uint64_t> receives;
  std::uint64_t all = 0;

  explicit Loads(std::uint32_t nodes) : sends(nodes, 0), receives(nodes, 0) {}
};

void close_until(std::uint64_t cycle, unsigned no_port, GateWindows& windows) {
  const auto closed = static_cast<std::uint32_t>(cycle - windows.cycles());
  if (closed != 0) windows.add(no_port, closed);
}

}  // namespace

void SlotPlan::require_few_hops(std::uint64_t hops, std::uint32_t packets) {
  if (hops <= kMostHops) return;
  throw PlanError(fmt::format("has more than {} hops, too many to find a slot for each; use {}, or --ports all",
                              kMostHops, packets > 1 ? "fewer packets" : "a smaller network"));
}

void SlotPlan::require_few_hops_to_all(const PlanRequest& request) {
  const std::uint64_t nodes = request.network.nodes();
  require_few_hops(nodes * (nodes - 1), 1);
  require_few_hops(nodes * (nodes - 1) * request.packets, request.packets);
}

void SlotPlan::require_few_hops_to_each(const PlanRequest& request) {
  const LinkTable links = request.links();
  std::uint64_t hops = 0;
  for (std::uint32_t node = 0; node < links.ends() && hops <= kMostHops; ++node) {
    const BreadthFirst seen = levels_from(links, node);
    for (const std::uint32_t other : seen.order) hops += other < links.ends() ? seen.distance[other] : 0;
  }
  require_few_hops(hops, 1);
  require_few_hops(hops * request.packets, request.packets);
}

SlotPlan::SlotPlan(std::unique_ptr<collectives::Plan> of_all_ports, const PlanRequest& request, PortModel ports,
                   std::uint64_t least, std::uint64_t limit)
    : of_all_ports_(std::move(of_all_ports)), windows_(request.network.nodes()) {
  const LinkTable links = request.links();
  const std::uint32_t n = links.nodes();
  const std::vector<node::RegisterImage> images = images_of(*of_all_ports_, n);
  PlayedNodes nodes(links, request.routing(), request.hop, images);

  Loads loads(n);
  play(nodes, links, [&](const std::vector<Transfer>& transfers, std::uint64_t) {
    for (const Transfer& transfer : transfers) {
      ++loads.sends[transfer.sender];
      ++loads.receives[transfer.receiver];
    }
    loads.all += transfers.size();
    require_few_hops(loads.all, request.packets);
  });
  for (std::uint32_t node = 0; node < n; ++node) {
    const std::uint64_t both = ports == PortModel::kHalf ? loads.sends[node] + loads.receives[node] : 0;
    if (std::max({loads.sends[node], loads.receives[node], both}) >= limit) throw PlanError("takes as many cycles");
  }

  if (request.keeps_queues_short) nodes.keep_queues_short();
  Matching matching(n);
  HalfMatching half_matching(n);
  // With one port a receiver that sends on may have to be early, as half duplex, or else only gets in the way.
  const bool has_time = loads.all <= kMostPlayedHops;
  const auto* const timed = dynamic_cast<const TimedPlan*>(of_all_ports_.get());
  const auto tells_times = [&] {
    return timed != nullptr && std::ranges::any_of(timed->times(), [](const auto& of_one) { return !of_one.empty(); });
  };
  const auto try_slots = [&](bool counts_both_ways, bool at_times) {
    if (planned_cycles_ != 0 && planned_cycles_ <= least) return;
    Loads left = loads;
    std::vector<std::size_t> sent(at_times ? timed->times().size() : 0);
    std::vector<GateWindows> windows(n);
    const std::uint64_t cycles = play(
        nodes, links,
        [&](std::vector<Transfer>& transfers, std::uint64_t cycle) {
          const auto lateness = [&](const Transfer& transfer) {
            const std::size_t stream = std::size_t{transfer.sender} * links.ports() + transfer.port;
            return static_cast<std::int64_t>(cycle) - timed->times()[stream][sent[stream]];
          };
          if (at_times) std::erase_if(transfers, [&](const Transfer& transfer) { return lateness(transfer) < 0; });
          for (Transfer& transfer : transfers) {
            if (at_times) {
              transfer.weight = 1 + static_cast<std::uint64_t>(lateness(transfer));
              continue;
            }
            transfer.weight = left.sends[transfer.sender] + left.receives[transfer.receiver];
            if (counts_both_ways) transfer.weight += left.receives[transfer.sender] + left.sends[transfer.receiver];
          }
          ports == PortModel::kHalf ? half_matching.choose(transfers) : matching.choose(transfers);
          for (const Transfer& transfer : transfers) {
            close_until(cycle, links.ports(), windows[transfer.sender]);
            windows[transfer.sender].add(transfer.port);
            --left.sends[transfer.sender];
            --left.receives[transfer.receiver];
            if (at_times) ++sent[std::size_t{transfer.sender} * links.ports() + transfer.port];
          }
        },
        ~std::uint64_t{0}, ~std::uint64_t{0}, at_times ? 1000 : 0);
    if (planned_cycles_ != 0 && planned_cycles_ <= cycles) return;
    planned_cycles_ = cycles;
    windows_ = std::move(windows);
  };
  if (tells_times()) try_slots(false, true);
  for (const bool counts_both_ways : {true, false}) {
    if (timed != nullptr && planned_cycles_ != 0 && timed->has_no_other_slots()) break;
    if (counts_both_ways ? ports != PortModel::kOne || has_time : ports != PortModel::kHalf)
      try_slots(counts_both_ways, false);
  }
  // All gates begin anew in the same cycle.
  for (GateWindows& windows : windows_) close_until(planned_cycles_, links.ports(), windows);
}

std::unique_ptr<SlotPlan> fastest_in_slots(const std::vector<SlotChoice>& choices, const PlanRequest& request,
                                           PortModel ports) {
  std::unique_ptr<SlotPlan> best;
  std::exception_ptr why;
  for (const SlotChoice& choice : choices) {
    const std::uint64_t limit = best ? best->planned_cycles() : ~std::uint64_t{0};
    if (choice.least >= limit) continue;
    try {
      auto made = std::make_unique<SlotPlan>(choice.make(), request, ports, choice.least, limit);
      if (made->planned_cycles() < limit) best = std::move(made);
    } catch (const PlanError&) {
      why = std::current_exception();
    }
  }
  if (!best) std::rethrow_exception(why);
  return best;
}

void SlotPlan::load(Address me, node::Driver& driver) const {
  of_all_ports_->load(me, driver);
  windows_[me.number()].load(driver);
}

}  // namespace testbench
