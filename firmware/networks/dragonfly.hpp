// SPDX-License-Identifier: Apache-2.0
// The dragonfly of routers that are nodes (Kim, Dally, Scott and Abts, Technology-driven,
// highly-scalable dragonfly topology, 2008): groups of a routers, all linked with one another, and h
// links from each router to other groups. There are as many groups as the links allow, a h + 1, and
// any two have one link.
//
// Node r + a g is router r of group g. Ports i < a - 1 lead to router r + i + 1 modulo a of the
// group. Port a - 1 + j is link k = r h + j of the group, to group g - k - 1 modulo a h + 1: the
// palmtree arrangement (Camarero, Vallejo and Beivide, Topological characterization of Hamming and
// dragonfly networks, 2014). There it is link a h - 1 - k.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

class Dragonfly {
 public:
  static constexpr std::uint32_t kLeastRouters = 2;  // with one the network is complete

  constexpr Dragonfly(std::uint32_t routers, std::uint32_t links) : a_(routers), h_(links) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t nodes() const { return a_ * groups(); }
  constexpr unsigned ports() const { return a_ - 1 + h_; }
  // The group, then the router in it.
  constexpr Symbols symbols(Address node) const {
    Symbols name;
    name.add(node.number() / a_);
    name.add(node.number() % a_);
    return name;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const std::uint32_t group = node.number() / a_;
    const std::uint32_t router = node.number() % a_;
    if (port < a_ - 1) return Address(group * a_ + (router + port + 1) % a_);
    const std::uint32_t link = router * h_ + port - (a_ - 1);
    return Address((group + groups() - link - 1) % groups() * a_ + (a_ - 1 - router));
  }
  constexpr unsigned arrival_port(Address, unsigned port) const {
    return port < a_ - 1 ? a_ - 2 - port : a_ - 1 + (h_ - 1 - (port - (a_ - 1)));
  }

 private:
  constexpr std::uint32_t groups() const { return a_ * h_ + 1; }

  std::uint32_t a_;
  std::uint32_t h_;
};

}  // namespace network
