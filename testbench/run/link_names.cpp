#include "testbench/run/link_names.hpp"

#include <fmt/format.h>

#include "testbench/run/loader.hpp"

namespace testbench {

using network::Address;

std::vector<std::string> names_of_links(const network::SomeNetwork& network, const std::vector<std::uint32_t>& links) {
  std::vector<std::string> names;
  names.reserve(links.size());
  for (const std::uint32_t link : links) {
    const Address node(link / network.ports());
    const unsigned port = link % network.ports();
    names.push_back(fmt::format("{}-{}>{}", node.number(), port, network.neighbour(node, port).number()));
  }
  return names;
}

std::vector<std::uint32_t> dependency_cycle_of(const collectives::Operation& operation, const LinkGraph& graph) {
  std::vector<std::uint32_t> cycle = graph.dependency_cycle();
  if (cycle.empty() || !one_tells_all(operation)) return cycle;
  const network::SomeNetwork& network = operation.network;
  std::vector<std::uint32_t> links;
  Address node;
  do {
    for (const std::uint32_t port : cycle) {
      links.push_back(node.number() * network.ports() + port);
      node = network.neighbour(node, port);
    }
  } while (node != Address());
  return links;
}

}  // namespace testbench
