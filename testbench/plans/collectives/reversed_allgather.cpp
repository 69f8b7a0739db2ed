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
  Order::Arrivals arrivals;
  Times times = times_backwards(*make(turned.request), turned.request, links,
                                [&](std::uint32_t node, unsigned port, const rules::Heading& heading) {
                                  const std::uint32_t source = heading.destination.number();
                                  back[std::size_t{node} * links.ends() + source] = static_cast<std::uint8_t>(port);
                                  arrivals.emplace_back(node, source);
                                });
  auto trees = std::make_shared<const TreesToAll>(ways, From::kAll, SourceTrees(ways->links, std::move(back)));
  std::int64_t last = 0;
  for (const auto& of_stream : times) last = std::max(last, of_stream.empty() ? 0 : of_stream.back());
  Order order(std::move(trees), request.packets, static_cast<std::uint64_t>(last) + 1, arrivals);
  return {std::move(order), std::move(times)};
}

}  // namespace testbench
