#include "testbench/plans/relative_tree.hpp"

#include <algorithm>

#include "testbench/plans/alike_nodes.hpp"
#include "testbench/plans/spread.hpp"

namespace testbench {

RelativeTree::RelativeTree(const LinkTable& links, const Levels& levels, std::mt19937_64& random)
    : children_(links.nodes()), edges_(links.ports(), 0) {
  std::vector<std::uint32_t> nodes(levels.order.begin() + 1, levels.order.end());
  std::shuffle(nodes.begin(), nodes.end(), random);
  std::vector<network::Ports> choices;  // the ports of the edges that lead to the node
  choices.reserve(nodes.size());
  for (const std::uint32_t node : nodes) {
    choices.emplace_back();
    for (const unsigned back : nearer_ports(links, levels, node)) {
      choices.back().insert(links.arrival_port(node, back));
    }
  }
  const std::vector<unsigned> ports = spread(choices, edges_);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const unsigned back = links.arrival_port(0, ports[i]);
    children_[links.neighbour(nodes[i], back)].insert(ports[i]);
  }
}

std::uint64_t RelativeTree::most_edges() const {
  return *std::max_element(edges_.begin(), edges_.end());
}

std::uint64_t RelativeTree::cycles(const LinkTable& links, std::uint32_t packets, bool transit_first,
                                   std::uint64_t limit) const {
  OutputModel<Seen> node(links.ports(), transit_first);
  for (const unsigned port : children_[0]) {
    for (std::uint32_t i = 0; i < packets; ++i) node.own(port, 0);
  }
  return cycles_of_alike_nodes(
      std::move(node), links.ports(), limit, [&](unsigned port, Seen seen) { return links.neighbour(seen, port); },
      [&](unsigned port) { return links.arrival_port(0, port); }, [&](Seen seen) { return children_[seen]; });
}

}  // namespace testbench
