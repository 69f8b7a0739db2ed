#include "testbench/run/rule_links.hpp"

#include "firmware/rules/cube_rules.hpp"
#include "testbench/run/followed_ways.hpp"

namespace testbench {

using network::Address;

LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees) {
  using Rules = rules::CubeRules;
  LinkGraph graph(network.nodes() * network.ports());
  const auto no_word = [](Address) { return network::Ports(); };
  const std::uint32_t destinations = Rules::is_to_all(rule) ? 1 : network.nodes();
  for (const Address source : network::addresses(network.nodes())) {
    for (const Address destination : network::addresses(destinations)) {
      for (std::uint32_t tree = 0; tree < trees; ++tree) {
        const rules::Heading heading{rule, source, destination, tree};
        follow<Rules>(network, heading, first_hops<Rules>(network, heading, source, no_word), graph, no_word);
      }
    }
  }
  return graph;
}

}  // namespace testbench
