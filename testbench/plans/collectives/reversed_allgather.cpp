// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/reversed_allgather.hpp"

#include <utility>

#include "testbench/plans/collectives/backwards.hpp"

namespace testbench {

ReversedAllgather reversed_allgather(const PlanRequest& request, MakeAllgather make) {
  const Turned turned(request, NodeRules::kLabelled);
  const auto ways = std::make_shared<const BothWays>(request.links(), turned.request.links());
  const LinkTable& links = ways->turned;
  std::vector<std::uint8_t> back(std::size_t{links.nodes()} * links.ends());
  std::vector<Order::Arrival> arrivals;
  Times times = times_backwards(*make(turned.request), turned.request, links,
                                [&](std::uint32_t node, unsigned port, const rules::Heading& heading) {
                                  const std::uint32_t source = heading.destination.number();
                                  back[std::size_t{node} * links.ends() + source] = static_cast<std::uint8_t>(port);
                                  arrivals.push_back({node, source});
                                });
  auto trees = std::make_shared<const TreesToAll>(ways, From::kAll, SourceTrees(ways->links, std::move(back)));
  return {Order(std::move(trees), request.packets, arrivals), std::move(times)};
}

}  // namespace testbench
