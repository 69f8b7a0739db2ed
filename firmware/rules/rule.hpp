// SPDX-License-Identifier: Apache-2.0
// Forwarding rules: how a packet finds its way. A rule says, wherever a packet has arrived, through
// which ports it continues, and whether this node takes it. The hardware (hls/router/rule_unit.hpp)
// and the host call the same function.
//
// A rule is a struct that inherits from ToOne or ToAll, and an entry in its network's list
// (cube_rules.hpp). Its place in the list is its number in packet headers and registers.
//
//     struct Ecube : ToOne {
//       static constexpr const char* kName = "ecube";
//       static constexpr Decision route(const Arrival& at);
//     };
//
// A rule that asks the network takes it first, as a template: `route(const Network& network, const
// Arrival& at)`. A stored rule (`kStored = true`) reads one word, a set of ports, from a memory of
// the node with a word for every address; the firmware loads it. The router asks twice: `static
// constexpr Address place(const Arrival& at)` says the address of the word, and `route`, which takes
// the word last, the way.
//
// A list routes by any of its rules:
//
//     using Two = RuleList<Ecube, Sbt>;
//     const Heading heading{Two::number_of<Sbt>(), source, destination, tree};
//     const Decision way = route<Two>(network::Cube(3), me, heading, Ports());
#pragma once

#include <type_traits>

#include "firmware/networks/address.hpp"
#include "firmware/node/registers.hpp"

namespace rules {

using network::Address;
using network::Ports;

enum class Cast {
  kOne,  // to one node: the header's destination
  kAll,  // to all nodes: the packet is for every node that it reaches; its destination is at most a tree's label
};

// A packet that has arrived. Turned addresses are rotated back by the packet's tree: they are as
// tree 0 sees them.
struct Arrival {
  Address me;        // this node
  Address source;    // whose packet it is
  Address relative;  // this node as the source sees it, turned
  Address to_go;     // the destination as this node sees it, turned
  Address destination;
  std::uint32_t tree = 0;
};

struct Decision {
  Ports ports;
  bool deliver = false;
};

// The defaults of a rule. A rule that differs declares the member itself.
struct RuleDefaults {
  static constexpr bool kTurned = true;   // the ports are those of tree 0, and turned by the packet's tree
  static constexpr bool kStored = false;  // reads a word that the firmware has stored in the node
};
struct ToOne : RuleDefaults {
  static constexpr Cast kCast = Cast::kOne;
};
struct ToAll : RuleDefaults {
  static constexpr Cast kCast = Cast::kAll;
};

// The fields of a packet's header that rules read.
struct Heading {
  node::Rule rule{};
  Address source;
  Address destination;
  std::uint32_t tree = 0;
};

// The rules of a network, as a list of types.
template <class... Rules>
struct RuleList {
  // This list followed by some more rules.
  template <class... More>
  using With = RuleList<Rules..., More...>;

  static constexpr unsigned kCount = sizeof...(Rules);
  // A bit for every rule.
  static constexpr std::uint32_t kAll = (std::uint32_t{1} << kCount) - 1;

  template <class Rule>
  static constexpr node::Rule number_of() {
    static_assert((false || ... || std::is_same_v<Rule, Rules>), "not a rule of this list");
    std::uint32_t number = 0;
    bool found = false;
    ((found = found || std::is_same_v<Rule, Rules>, number += found ? 0u : 1u), ...);
    return static_cast<node::Rule>(number);
  }
  template <class... Some>
  static constexpr std::uint32_t mask_of() {
    return (0u | ... | node::rule_bit(number_of<Some>()));
  }

  // Calls visit(rule, number) for every rule, `rule` being an object of its type, in the order of
  // the list.
  template <class Visit>
  static constexpr void for_each(Visit visit) {
    (visit(Rules(), number_of<Rules>()), ...);
  }

  // The stored rules, and those whose ports are turned.
  static constexpr std::uint32_t kStored = (0u | ... | (Rules::kStored ? mask_of<Rules>() : 0u));
  static constexpr std::uint32_t kTurned = (0u | ... | (Rules::kTurned ? mask_of<Rules>() : 0u));

  // Does the rule of that number send to all? False for a number that the list does not have.
  static constexpr bool is_to_all(node::Rule number) {
    return (false || ... || (number == number_of<Rules>() && Rules::kCast == Cast::kAll));
  }

  // Both ask the rule of that number. A number outside the list has the place 0, and one outside
  // `Present` goes nowhere. The ports of turned rules are those of tree 0.
  static constexpr Address place(node::Rule number, const Arrival& at) {
    Address place;
    (void)(false || ... || (number == number_of<Rules>() && (place = place_of<Rules>(at), true)));
    return place;
  }
  template <std::uint32_t Present, class Network>
  static constexpr Decision decide(node::Rule number, const Network& network, const Arrival& at, Ports word) {
    Decision decision;
    (void)(false || ... ||
           (number == number_of<Rules>() && (decision = decision_of<Rules, Present>(network, at, word), true)));
    return decision;
  }

 private:
  template <class Rule>
  static constexpr Address place_of(const Arrival& at) {
    if constexpr (Rule::kStored) {
      return Rule::place(at);
    } else {
      return Address();
    }
  }
  // Asks a rule, with the network or without it. `word`: one for a stored rule.
  template <class Rule, class Network, class... Word>
  static constexpr auto ask(const Network&, const Arrival& at, Word... word) -> decltype(Rule::route(at, word...)) {
    return Rule::route(at, word...);
  }
  template <class Rule, class Network, class... Word>
  static constexpr auto ask(const Network& network, const Arrival& at, Word... word)
      -> decltype(Rule::route(network, at, word...)) {
    return Rule::route(network, at, word...);
  }
  template <class Rule, std::uint32_t Present, class Network>
  static constexpr Decision decision_of(const Network& network, const Arrival& at, Ports word) {
    if constexpr ((Present & mask_of<Rule>()) == 0) {
      return Decision();
    } else if constexpr (Rule::kStored) {
      return ask<Rule>(network, at, word);
    } else {
      return ask<Rule>(network, at);
    }
  }
};

// A packet that has arrived at `me`. `tree` is below network.trees().
template <class Network>
constexpr Arrival arrival(const Network& network, Address me, const Heading& heading) {
  return {me,
          heading.source,
          network.to_tree_0(network.relative(me, heading.source), heading.tree),
          network.to_tree_0(network.relative(heading.destination, me), heading.tree),
          heading.destination,
          heading.tree};
}

// The address of the stored word that the rule of the heading reads. Rules without words have
// address 0, which is unused.
template <class List, class Network>
constexpr Address place(const Network& network, Address me, const Heading& heading) {
  return List::place(heading.rule, arrival(network, me, heading));
}

// The way of a packet that has arrived at `me`, by the rule of its heading.
// \tparam List     the network's rules
// \tparam Present  the rules that the node has, a bit for each; another rule sends a packet nowhere
// \param word      the stored word at the packet's place, for a stored rule
template <class List, std::uint32_t Present = List::kAll, class Network>
constexpr Decision route(const Network& network, Address me, const Heading& heading, Ports word) {
  const Arrival at = arrival(network, me, heading);
  // All turned rules share one rotation.
  const Decision turned = List::template decide < Present & List::kTurned > (heading.rule, network, at, word);
  const Decision straight = List::template decide < Present & ~List::kTurned > (heading.rule, network, at, word);
  return {network.from_tree_0(turned.ports, heading.tree) | straight.ports, turned.deliver || straight.deliver};
}

}  // namespace rules
