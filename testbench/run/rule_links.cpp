#include "testbench/run/rule_links.hpp"

#include <vector>

#include "firmware/rules/cube_rules.hpp"

namespace testbench {
namespace {

using network::Address;

void follow(const network::Cube& network, const rules::Heading& heading, LinkGraph& graph) {
  const auto ways = [&](Address me) { return rules::route<rules::CubeRules>(network, me, heading, {}).ports; };
  struct Hop {
    Address from;
    unsigned port;
  };
  std::vector<Hop> ahead;
  for (const unsigned port : ways(heading.source)) ahead.push_back({heading.source, port});
  while (!ahead.empty()) {
    const Hop hop = ahead.back();
    ahead.pop_back();
    const Address me = network.neighbour(hop.from, hop.port);
    for (const unsigned port : ways(me)) {
      graph.couple(hop.from.number() * network.ports() + hop.port, me.number() * network.ports() + port);
      ahead.push_back({me, port});
    }
  }
}

}  // namespace

LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees) {
  LinkGraph graph(network.nodes() * network.ports());
  const std::uint32_t destinations = rules::CubeRules::is_to_all(rule) ? 1 : network.nodes();
  for (const Address source : network::addresses(network.nodes())) {
    for (const Address destination : network::addresses(destinations)) {
      for (std::uint32_t tree = 0; tree < trees; ++tree) follow(network, {rule, source, destination, tree}, graph);
    }
  }
  return graph;
}

}  // namespace testbench
