// SPDX-License-Identifier: Apache-2.0
// How nodes route, for hosts that play the registers of an operation: the rules of their configuration, and how a node
// sees the others.
//
//     const Routing routing = Routing::of(operation);
//     const Ports ways = routing.route(me, heading, [&](Address place) { return image.word(place); }).ports;
#pragma once

#include <type_traits>

#include "firmware/collectives/operation.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"

namespace testbench {

/// \brief What nodes route by: stored words of any network, or the rules of cubes that combine packets or of cubes
/// with routing cycles.
enum class NodeRules { kLabelled, kCombiningCube, kScheduledCube };

class Routing {
 public:
  Routing(NodeRules rules, network::Cube cube) : rules_(rules), cube_(cube) {}
  static Routing of(const collectives::Operation& operation) {
    if (!operation.network.is_cube()) return {NodeRules::kLabelled, network::Cube(1)};
    const bool scheduled = operation.routing_cycles && !operation.shape().combined;
    return {scheduled ? NodeRules::kScheduledCube : NodeRules::kCombiningCube, operation.network.cube()};
  }

  bool combines() const { return rules_ == NodeRules::kCombiningCube; }
  bool is_combined(node::Rule rule) const {
    return combines() && (rules::CombiningCubeRules::kCombining & node::rule_bit(rule)) != 0;
  }
  // Whether the rule reads a word of the node's table.
  bool is_stored(node::Rule rule) const {
    return by_rules([&](const auto&, auto list) { return (list.kStored & node::rule_bit(rule)) != 0; });
  }
  Address absolute(Address seen, Address me) const {
    return by_rules([&](const auto& shape, auto) { return shape.absolute(seen, me); });
  }
  // `word_at(place)`: of a stored rule.
  template <class WordAt>
  rules::Decision route(Address me, const rules::Heading& heading, WordAt word_at) const {
    return by_rules([&](const auto& shape, auto list) {
      using List = decltype(list);
      return rules::route<List>(shape, me, heading, word_at(rules::place<List>(shape, me, heading)));
    });
  }

 private:
  // The size does not matter: the type only says that addresses are labels.
  using Words = network::Labelled<1, 1, 1>;

  template <class Visit>
  std::invoke_result_t<Visit, const network::Cube&, rules::CombiningCubeRules> by_rules(Visit visit) const {
    switch (rules_) {
      case NodeRules::kCombiningCube:
        return visit(cube_, rules::CombiningCubeRules());
      case NodeRules::kScheduledCube:
        return visit(cube_, rules::ScheduledCubeRules());
      case NodeRules::kLabelled:
        break;
    }
    return visit(Words(), rules::LabelledRules());
  }

  NodeRules rules_;
  network::Cube cube_;
};

}  // namespace testbench
