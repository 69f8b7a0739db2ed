// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/scan_plan.hpp"

#include <algorithm>

#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/trees/router_model.hpp"

namespace testbench {
namespace {

constexpr std::uint32_t kMostEntries = 4096;  // of a port, or twice as many

}  // namespace

ScanPlan::ScanPlan(const PlanRequest& request, bool is_exclusive, std::uint64_t hops, std::uint32_t most_loaded)
    : routing_(request.routing()),
      ports_(request.network.ports()),
      ends_(request.network.ends()),
      packets_(request.packets),
      combining_(request.combining),
      is_exclusive_(is_exclusive),
      hops_(hops),
      most_loaded_(most_loaded),
      block_(most_loaded == 1 ? packets_ : collectives::divide_up(packets_ * most_loaded_, kMostEntries)),
      programs_(std::size_t{request.network.nodes()} * ports_),
      words_(request.network.nodes()) {
  times_.resize(programs_.size());
}

void ScanPlan::add(std::size_t stream, std::uint32_t tree, std::uint64_t first, network::Ports operands) {
  const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(block_, packets_ - first));
  std::vector<Entry>& program = programs_[stream];
  if (!program.empty() && program.back().tree == tree) {
    program.back().count += count;
  } else {
    program.push_back({tree, static_cast<std::uint32_t>(first), count, operands});
  }
}

void ScanPlan::load(Address me, node::Driver& driver) const {
  const bool has_none = me.number() >= ends_ || (is_exclusive_ && me == Address());
  const std::uint32_t results = has_none ? 0 : packets_;
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
  driver.add(ejector, {me, 0, 0, packets_, arriving(me.number())});
  driver.send(ejector, packets_);
}

void ScanPlan::play(const PlanRequest& request) {
  PlanRequest fewer = request;
  fewer.packets = played_packets(request.packets, hops_);
  const LinkTable links = request.links();
  try {
    std::unique_ptr<ScanPlan> played = with_packets(fewer);
    if (request.slots == collectives::PortModel::kAll) {
      const auto images = images_of(*played, links.nodes());
      planned_cycles_ = testbench::play(PlayedNodes(links, request.routing(), request.hop, images), links,
                                        [](const std::vector<Transfer>&, std::uint64_t) {});
    } else {
      planned_cycles_ = SlotPlan(std::move(played), fewer, request.slots).planned_cycles();
    }
    const std::uint64_t others = request.packets - fewer.packets;
    planned_cycles_ += is_in_a_row_ ? planned_cycles_ * others / fewer.packets : others * most_loaded_;
  } catch (const PlanError&) {
    throw PlanError("has results that would wait for one another; use algorithm tree");
  }
}

std::vector<std::pair<std::uint32_t, Busy>> crowdings(std::initializer_list<std::uint32_t> costs,
                                                      collectives::PortModel slots) {
  std::vector<std::pair<std::uint32_t, Busy>> found;
  for (const std::uint32_t cost : costs) {
    found.emplace_back(cost, busy_of(slots));
    if (busy_of(slots) != Busy::kLinks) found.emplace_back(cost, Busy::kLinks);
  }
  return found;
}

// A run may go in parts, and the sums of floats may not show how many packets each has: for any number the trees are those
// that are the fastest for this one.
std::unique_ptr<ScanPlan> fastest_scan(const PlanRequest& request, bool is_exclusive,
                                       std::unique_ptr<ScanPlan> (*search)(const PlanRequest&, bool is_exclusive)) {
  constexpr std::uint32_t kPacketsOfFloats = 16;
  if (const auto* const whole = dynamic_cast<const ScanPlan*>(request.whole)) {
    std::unique_ptr<ScanPlan> part = whole->with_packets(request);
    part->play(request);
    return part;
  }
  if (!combines_floats(request)) return search(request, is_exclusive);
  PlanRequest searched = request;
  searched.packets = kPacketsOfFloats;
  std::unique_ptr<ScanPlan> made = search(searched, is_exclusive)->with_packets(request);
  made->play(request);
  return made;
}

}  // namespace testbench
