// SPDX-License-Identifier: Apache-2.0
#include "hls/vendor/bambu/route_top.hpp"

#include "hls/router/rule_unit.hpp"
#include "hls/vendor/link_word.hpp"

namespace {

using Router = vendor::BambuRoute;
using Me = network::NodeAddress<Router>;
using Word = network::PortSet<Router>;

// A router that has one rule.
template <class Rule>
struct OneRule : Router {
  static_assert((Router::kRules & Router::Rules::mask_of<Rule>()) != 0, "not one of the top's rules");
  static constexpr std::uint32_t kRules = Router::Rules::mask_of<Rule>();
};

// Its answer, if the packet has that rule, otherwise 0. The rule unit is told the rule as a
// constant, and its answer masked, so that no branch is left.
template <class Rule>
std::uint32_t route_by(Me me, std::uint64_t word, Word table_children) {
  using Own = OneRule<Rule>;
  constexpr node::Rule kRule = Own::Rules::template number_of<Rule>();
  network::Header<Own> header = vendor::header_of<Own>(word);
  const std::uint32_t asked = header.rule == kRule ? ~0u : 0u;
  header.rule = network::RuleNumber<Own>(kRule);
  const router::Route<Own> route = router::RuleUnit<Own>::route(me, header, table_children);
  return (route.ports.number() | route.deliver << vendor::kDeliverBit) & asked;
}

}  // namespace

extern "C" std::uint8_t cubecast_route(std::uint8_t me, std::uint64_t header, std::uint8_t table_children) {
  const Me here = Me::of_number(me);
  const Word children = Word::of_number(table_children);
  return static_cast<std::uint8_t>(
      route_by<rules::Ecube>(here, header, children) | route_by<rules::Ascending>(here, header, children) |
      route_by<rules::Ring>(here, header, children) | route_by<rules::Table>(here, header, children));
}
