// SPDX-License-Identifier: Apache-2.0
// Plans for nodes that send one packet and receive one in a cycle (--ports one), or do one of the
// two (half), made of plans for all ports. The host plays the nodes with the registers of such a
// plan. In each cycle it matches senders and receivers, so that the busiest nodes are served and as many
// others as can be, and notes who sends through which port. These slots become windows of the
// nodes' gates. Every path, tree and program stays as it is.
//
//     SlotPlan plan(plan_tree_scatter(request), request, PortModel::kOne);
//     plan.planned_cycles();
//
// A window says who may send, whatever it is: packets that slow memories make late wait for the next
// slot of their port and meet no others.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/tdm_slots.hpp"

namespace testbench {

class SlotPlan final : public PlayedPlan {
 public:
  // Packets over links that can be played, and their slots kept, in a minute. Throws PlanError
  // for more.
  static constexpr std::uint64_t kMostHops = 40'000'000;
  static void require_few_hops(std::uint64_t hops, std::uint32_t packets);
  // Where every node sends to every other.
  static void require_few_hops_to_all(const PlanRequest& request);
  // Where each of these packets takes a way of its own, known before there are any ways.
  static void require_few_hops_to_each(const PlanRequest& request);

  /// Throws PlanError where the slots of all nodes would be too many, or where they take as many cycles as `limit`, by the packets
  /// of the busiest node. `least`: no slots take fewer.
  SlotPlan(std::unique_ptr<collectives::Plan> of_all_ports, const PlanRequest& request, collectives::PortModel ports,
           std::uint64_t least = 0, std::uint64_t limit = ~std::uint64_t{0});

  void load(Address me, node::Driver& driver) const override;

  const std::array<std::uint32_t, 2>* preceding() const override { return of_all_ports_->preceding(); }
  Parts parts() const override { return of_all_ports_->parts(); }
  std::uint32_t block_owners() const override { return of_all_ports_->block_owners(); }
  std::uint64_t planned_cycles() const override { return planned_cycles_; }
  const collectives::Plan& of_all_ports() const { return *of_all_ports_; }

 private:
  std::unique_ptr<collectives::Plan> of_all_ports_;
  std::vector<GateWindows> windows_;  // by node
  std::uint64_t planned_cycles_ = 0;
};

// A plan for all ports, which is made if it may be the fastest, and the fewest cycles that it can take in slots.
struct SlotChoice {
  std::function<std::unique_ptr<collectives::Plan>()> make;
  std::uint64_t least = 0;
};
// The fastest in slots, of some plans that do the same. Throws PlanError where there is none.
std::unique_ptr<SlotPlan> fastest_in_slots(const std::vector<SlotChoice>& choices, const PlanRequest& request,
                                           collectives::PortModel ports);

}  // namespace testbench
