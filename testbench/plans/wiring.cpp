#include "testbench/plans/wiring.hpp"

namespace testbench {

Wiring::Wiring(const Network& network) : nodes_(network.nodes()), ports_(network.ports()) {
  const std::size_t links = std::size_t{nodes_} * ports_;
  neighbours_.reserve(links);
  arrivals_.reserve(links);
  for (const Address node : network::addresses(nodes_)) {
    for (unsigned port = 0; port < ports_; ++port) {
      neighbours_.push_back(network.neighbour(node, port).number());
      // The same at every node of a Cayley network, where finding it takes products of the group.
      const bool known = network.is_cayley() && node != Address(0);
      arrivals_.push_back(known ? arrivals_[port] : static_cast<std::uint8_t>(network.arrival_port(node, port)));
    }
  }
}

Levels levels_from(const Wiring& wiring, std::uint32_t node) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  Levels levels{std::vector<std::uint32_t>(wiring.nodes(), kUnseen), {node}};
  levels.order.reserve(wiring.nodes());
  levels.distance[node] = 0;
  for (std::size_t next = 0; next < levels.order.size(); ++next) {
    const std::uint32_t here = levels.order[next];
    for (unsigned port = 0; port < wiring.ports(); ++port) {
      const std::uint32_t there = wiring.neighbour(here, port);
      if (levels.distance[there] != kUnseen) continue;
      levels.distance[there] = levels.distance[here] + 1;
      levels.order.push_back(there);
    }
  }
  return levels;
}

network::Ports nearer_ports(const Wiring& wiring, const Levels& levels, std::uint32_t node) {
  network::Ports nearer;
  for (unsigned port = 0; port < wiring.ports(); ++port) {
    nearer.insert(port, levels.distance[wiring.neighbour(node, port)] < levels.distance[node]);
  }
  return nearer;
}

}  // namespace testbench
