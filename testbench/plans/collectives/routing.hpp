// SPDX-License-Identifier: Apache-2.0
// How nodes route, for hosts that play the registers of an operation: the rules of their configuration, and how a node
// sees the others.
//
//     const Routing routing = Routing::of(operation);
//     const Ports ways = routing.route(me, heading, [&](Address place) { return image.word(place); }).ports;
#pragma once

#include <type_traits>

#include "firmware/collectives/operation.hpp"
#include "firmware/networks/node_kind.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"

namespace testbench {

using network::Address;

/// \brief What nodes route by: stored words of any network, or the rules of a cube. Nodes that combine packets have
/// more rules, and so have cubes with routing cycles.
enum class NodeRules { kLabelled, kCombiningLabelled, kCombiningCube, kScheduledCube };

class Routing {
 public:
  Routing(NodeRules rules, network::Cube cube) : rules_(rules), cube_(cube) {}
  static Routing of(const collectives::Operation& operation) {
    if (!network::kind_of(operation.network).routes_in_logic) {
      const bool combines = operation.shape().combined;
      return {combines ? NodeRules::kCombiningLabelled : NodeRules::kLabelled, network::Cube(1)};
    }
    const bool scheduled = operation.routing_cycles && !operation.shape().combined;
    return {scheduled ? NodeRules::kScheduledCube : NodeRules::kCombiningCube, operation.network.cube()};
  }

  bool combines() const { return rules_ == NodeRules::kCombiningCube || rules_ == NodeRules::kCombiningLabelled; }
  bool is_combined(node::Rule rule) const {
    return by_rules([&](const auto&, auto list) {
      if constexpr (requires { list.kCombining; }) return (list.kCombining & node::rule_bit(rule)) != 0;
      return false;
    });
  }
  // How a node calls another, or itself, in its programs and tables.
  Address seen(Address node, Address me) const {
    return by_rules([&](const auto& shape, auto) { return shape.relative(node, me); });
  }
  // The ports of a node, behind which the streams of its ejectors begin. `ports`: of the network.
  unsigned node_ports(unsigned ports) const {
    const bool in_logic = rules_ == NodeRules::kCombiningCube || rules_ == NodeRules::kScheduledCube;
    return network::ports_of_node(in_logic ? network::kLogicNodes : network::kTableNodes, ports);
  }
  // Up a tree to its root, of packets that are combined, and down a tree from its source.
  node::Rule up() const {
    return rules_ == NodeRules::kCombiningCube
               ? collectives::kRule<rules::Parents>
               : rules::CombiningLabelledRules::number_of<rules::ParentsByDestination>();
  }
  node::Rule down() const {
    return rules_ == NodeRules::kCombiningCube ? collectives::kRule<rules::Table>
                                               : rules::CombiningLabelledRules::number_of<rules::ByTree>();
  }
  // The place of the word that a packet of the source reads at a node on its way down.
  Address place_below(Address source, Address me) const {
    return rules_ == NodeRules::kCombiningCube ? seen(me, source) : source;
  }
  // The destination in the header of a packet of the source on its way down.
  Address label_below(Address source) const { return rules_ == NodeRules::kCombiningCube ? Address() : source; }
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
      case NodeRules::kCombiningLabelled:
        return visit(Words(), rules::CombiningLabelledRules());
      case NodeRules::kLabelled:
        break;
    }
    return visit(Words(), rules::LabelledRules());
  }

  NodeRules rules_;
  network::Cube cube_;
};

}  // namespace testbench
