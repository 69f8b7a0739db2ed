// SPDX-License-Identifier: Apache-2.0
// A network whose nodes compute routes in logic: a ring of N nodes. Nodes for any network look
// routes up in stored words instead. compare.sh prints the cost of both.
#pragma once

#include "hls/router/config.hpp"

namespace ring_node {

using network::Address;
using network::Ports;

// Port 0 leads to the next node, port 1 to the one before.
template <std::uint32_t N>
struct Ring {
  static constexpr std::uint32_t kNodes = N;
  static constexpr unsigned kPorts = 2;
  static constexpr unsigned kAddressWidth = hls::index_width(N);
  static constexpr unsigned kTrees = 1;

  // `steps`: up to N.
  static constexpr Address plus(Address a, std::uint32_t steps) {
    const std::uint32_t sum = a.number() + steps;
    return Address(sum >= N ? sum - N : sum);
  }

  constexpr Address neighbour(Address node, unsigned port) const { return plus(node, port == 0 ? 1 : N - 1); }
  constexpr unsigned arrival_port(Address, unsigned port) const { return 1 - port; }
  constexpr Address relative(Address node, Address origin) const { return plus(node, N - origin.number()); }
  constexpr Address absolute(Address seen, Address origin) const { return plus(seen, origin.number()); }
  constexpr Address to_tree_0(Address seen, unsigned) const { return seen; }
  constexpr Ports from_tree_0(Ports ports, unsigned) const { return ports; }
  constexpr bool is_odd(Address node) const { return (node.number() & 1u) != 0; }
  constexpr Ports first_port(Address seen) const { return Ports::one(seen.number() <= N / 2 ? 0 : 1); }
  constexpr Address behind_first(Address seen) const {
    return seen == Address(0) ? seen : plus(seen, first_port(seen).contains(0) ? N - 1 : 1);
  }
};

// Takes the shorter path to one node.
struct Shorter {
  static constexpr const char* kName = "shorter";
  static constexpr rules::Cast kCast = rules::Cast::kOne;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;
  template <class Network>
  static constexpr rules::Decision route(const Network& network, const rules::Arrival& at) {
    const bool here = at.to_go == Address(0);
    return {here ? Ports() : network.first_port(at.to_go), here};
  }
};

// Goes to all nodes, both ways round until the paths meet.
struct BothWays {
  static constexpr const char* kName = "bothways";
  static constexpr rules::Cast kCast = rules::Cast::kAll;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;
  template <class Network>
  static constexpr rules::Decision route(const Network&, const rules::Arrival& at) {
    constexpr std::uint32_t kHalf = Network::kNodes / 2;
    const std::uint32_t steps = at.relative.number();
    if (steps < kHalf) return {Ports::one(0), true};
    if (steps > kHalf + 1) return {Ports::one(1), true};
    return {Ports(), true};
  }
};

template <std::uint32_t N>
using RingConfig = router::DefaultConfig<Ring<N>, rules::RuleList<Shorter, BothWays>>;

}  // namespace ring_node
