#include "testbench/plans/levels.hpp"

namespace testbench {

Levels levels_from(const LinkTable& links, std::uint32_t node) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  Levels levels{std::vector<std::uint32_t>(links.nodes(), kUnseen), {node}};
  levels.order.reserve(links.nodes());
  levels.distance[node] = 0;
  for (std::size_t next = 0; next < levels.order.size(); ++next) {
    const std::uint32_t here = levels.order[next];
    for (unsigned port = 0; port < links.ports(); ++port) {
      const std::uint32_t there = links.neighbour(here, port);
      if (levels.distance[there] != kUnseen) continue;
      levels.distance[there] = levels.distance[here] + 1;
      levels.order.push_back(there);
    }
  }
  return levels;
}

network::Ports nearer_ports(const LinkTable& links, const Levels& levels, std::uint32_t node) {
  network::Ports nearer;
  for (unsigned port = 0; port < links.ports(); ++port) {
    nearer.insert(port, levels.distance[links.neighbour(node, port)] < levels.distance[node]);
  }
  return nearer;
}

}  // namespace testbench
