// SPDX-License-Identifier: Apache-2.0
// A plan of nodes in slots backwards: the host plays it over the turned links with its gates, and every node sends what has
// come through a port back through it, as long before the end as that was after the beginning. So a broadcast is a reduce in
// as many cycles, and an allgather a reduce-scatter.
//
//     const Turned turned(request, NodeRules::kLabelled);
//     const Times times = times_backwards(*broadcast, turned.request, links, [](auto&...) {});
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "firmware/collectives/allreduce.hpp"
#include "testbench/plans/collectives/played_gates.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"

namespace testbench {

// A request for what goes the other way, whose links are dead in the other direction.
class Turned {
 public:
  Turned(const PlanRequest& of, NodeRules rules) : request(of) {
    for (const auto& [node, port] : of.dead)
      dead_.push_back({of.network.neighbour(node, port), of.network.arrival_port(node, port)});
    request.rules = rules;
    request.dead = dead_;
  }
  Turned(const Turned&) = delete;
  Turned& operator=(const Turned&) = delete;

 private:
  std::vector<collectives::DeadLink> dead_ = {};

 public:
  PlanRequest request;
};

/// \brief Plays a plan with its gates, and calls sent(transfer, heading, cycle) for its packets in their order. Returns the
/// cycles; throws PlanError as play does.
template <class Sent>
std::uint64_t play_with_gates(const collectives::Plan& plan, const PlanRequest& request, const LinkTable& links,
                              Sent sent) {
  const std::vector<node::RegisterImage> images = images_of(plan, links.nodes());
  PlayedGates gates(images);
  std::int64_t now = 0;
  return play(
      PlayedNodes(links, request.routing(), request.hop, images), links,
      [&](std::vector<Transfer>& transfers, std::uint64_t cycle) {
        now = static_cast<std::int64_t>(cycle);
        gates.choose(transfers);
      },
      ~std::uint64_t{0}, SlotPlan::kMostHops, gates.longest(),
      [&](const Transfer& transfer, const rules::Heading& heading) { sent(transfer, heading, now); });
}

inline Times times_of(const collectives::Plan& plan, const PlanRequest& request, const LinkTable& links) {
  Times times(std::size_t{links.nodes()} * links.ports());
  play_with_gates(plan, request, links, [&](const Transfer& sent, const rules::Heading&, std::int64_t now) {
    times[std::size_t{sent.sender} * links.ports() + sent.port].push_back(now);
  });
  return times;
}

/// \brief Calls arrived(node, port, heading) for the packets too, in their order.
template <class Arrived>
Times times_backwards(const collectives::Plan& plan, const PlanRequest& request, const LinkTable& links,
                      Arrived arrived) {
  Times times(std::size_t{links.nodes()} * links.ports());
  const std::uint64_t cycles =
      play_with_gates(plan, request, links, [&](const Transfer& sent, const rules::Heading& heading, std::int64_t now) {
        const unsigned port = links.arrival_port(sent.sender, sent.port);
        arrived(sent.receiver, port, heading);
        times[std::size_t{sent.receiver} * links.ports() + port].push_back(now);
      });
  for (std::vector<std::int64_t>& of_port : times) {
    std::ranges::reverse(of_port);
    for (std::int64_t& time : of_port) time = static_cast<std::int64_t>(cycles) - 1 - time;
  }
  return times;
}

// Behind what has taken so many cycles, the same backwards over the same links: the last packet comes back first.
inline Times there_and_back(const Times& there, const LinkTable& links, std::uint64_t cycles, collectives::Hop hop) {
  const auto last = static_cast<std::int64_t>(2 * cycles - 1 + collectives::turn_around_cycles(hop));
  Times times = there;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (!links.has_link(node, port)) continue;
      Times::value_type& back =
          times[std::size_t{links.neighbour(node, port)} * links.ports() + links.arrival_port(node, port)];
      const Times::value_type& sent = there[std::size_t{node} * links.ports() + port];
      for (auto time = sent.rbegin(); time != sent.rend(); ++time) back.push_back(last - *time);
    }
  }
  return times;
}

}  // namespace testbench
