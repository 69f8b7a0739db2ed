#include "hls/vendor/bambu/route_top.hpp"

#include "hls/router/rule_unit.hpp"
#include "hls/vendor/link_word.hpp"

namespace {

constexpr unsigned kRouteDimension = vendor::BambuRoute::kDimension;
using Address = hls::Bits<kRouteDimension>;

// The answer of a router that has one rule, if the packet has that rule, otherwise 0. The rule unit is told the rule as
// a constant, and its answer masked, so that no branch is left.
template <node::Rule Rule>
std::uint32_t route_by(Address me, std::uint64_t word, Address table_children) {
  static_assert(vendor::BambuRoute::has(Rule), "not one of the top's rules");
  using OneRule = router::Config<kRouteDimension, 32, 4, router::PortModel::kAllPort, router::rule_bit(Rule)>;
  constexpr auto kRule = static_cast<std::uint32_t>(Rule);
  router::Header<OneRule> header = vendor::header_of<OneRule>(word);
  const std::uint32_t asked = header.rule == kRule ? ~0u : 0u;
  header.rule = hls::Bits<3>(kRule);
  const router::Route<OneRule> route = router::RuleUnit<OneRule>::route(me, header, table_children);
  return (route.ports | route.deliver << vendor::kDeliverBit) & asked;
}

}  // namespace

std::uint8_t cubecast_route(std::uint8_t me, std::uint64_t header, std::uint8_t table_children) {
  const Address here(me);
  const Address children(table_children);
  return static_cast<std::uint8_t>(
      route_by<node::Rule::kEcube>(here, header, children) | route_by<node::Rule::kAscending>(here, header, children) |
      route_by<node::Rule::kRing>(here, header, children) | route_by<node::Rule::kTable>(here, header, children));
}
