// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/reversed_allgather.hpp"

#include <algorithm>
#include <utility>

#include "testbench/plans/collectives/played_gates.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"

namespace testbench {

ReversedAllgather reversed_allgather(const PlanRequest& request, MakeAllgather make) {
  PlanRequest turned = request;
  turned.rules = NodeRules::kLabelled;
  std::vector<collectives::DeadLink> dead;
  for (const auto& [node, port] : request.dead) {
    dead.push_back({request.network.neighbour(node, port), request.network.arrival_port(node, port)});
  }
  turned.dead = dead;
  const auto ways = std::make_shared<const BothWays>(request.links(), turned.links());
  const LinkTable& links = ways->turned;
  const std::unique_ptr<collectives::Plan> allgather = make(turned);
  const std::vector<node::RegisterImage> images = images_of(*allgather, links.nodes());
  PlayedGates gates(images);
  std::vector<std::uint8_t> back(std::size_t{links.nodes()} * links.ends());
  std::vector<Order::Arrival> arrivals;
  std::vector<std::vector<std::int64_t>> times(std::size_t{links.nodes()} * links.ports());
  std::int64_t now = 0;
  const std::uint64_t cycles = play(
      PlayedNodes(links, turned.routing(), request.hop, images), links,
      [&](std::vector<Transfer>& transfers, std::uint64_t cycle) {
        now = static_cast<std::int64_t>(cycle);
        gates.choose(transfers);
      },
      ~std::uint64_t{0}, SlotPlan::kMostHops, gates.longest(),
      [&](const Transfer& sent, const rules::Heading& heading) {
        const unsigned port = links.arrival_port(sent.sender, sent.port);
        const std::uint32_t source = heading.destination.number();
        back[std::size_t{sent.receiver} * links.ends() + source] = static_cast<std::uint8_t>(port);
        arrivals.push_back({sent.receiver, source});
        times[std::size_t{sent.receiver} * links.ports() + port].push_back(now);
      });
  for (std::vector<std::int64_t>& of_port : times) {
    std::ranges::reverse(of_port);
    for (std::int64_t& time : of_port) time = static_cast<std::int64_t>(cycles) - 1 - time;
  }
  auto trees = std::make_shared<const TreesToAll>(ways, From::kAll, SourceTrees(ways->links, std::move(back)));
  return {Order(std::move(trees), request.packets, arrivals), std::move(times)};
}

}  // namespace testbench
