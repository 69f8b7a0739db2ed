// SPDX-License-Identifier: Apache-2.0
// Folded Clos networks: hosts, which send and receive, below layers of switches. The hosts come first in the addresses,
// then the switches layer by layer. A name is the layer, 0 that of the hosts, then the place in it.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

// Leaf and spine: each host has a link to its leaf, and each leaf one to every spine (Alizadeh and Edsall, On the data
// path performance of leaf-spine datacenter fabrics, 2013).
//
// Host h of leaf l is node h + l H. Ports h < H of a leaf lead to its hosts, port H + s to spine s; port l of a
// spine leads to leaf l.
class LeafSpine {
 public:
  static constexpr std::uint32_t kLeastLeaves = 2;

  constexpr LeafSpine(std::uint32_t hosts_per_leaf, std::uint32_t leaves, std::uint32_t spines)
      : hosts_(hosts_per_leaf), leaves_(leaves), spines_(spines) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t ends() const { return hosts_ * leaves_; }
  constexpr std::uint32_t nodes() const { return ends() + leaves_ + spines_; }
  constexpr unsigned ports() const { return hosts_ + spines_ > leaves_ ? hosts_ + spines_ : leaves_; }
  constexpr Symbols symbols(Address node) const {
    const std::uint32_t v = node.number();
    Symbols name;
    name.add(v < ends() ? 0 : v < ends() + leaves_ ? 1 : 2);
    if (v < ends()) name.add(v / hosts_);
    name.add(v < ends() ? v % hosts_ : v < ends() + leaves_ ? v - ends() : v - ends() - leaves_);
    return name;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const std::uint32_t v = node.number();
    if (v < ends()) return port == 0 ? Address(ends() + v / hosts_) : node;
    if (v >= ends() + leaves_) return port < leaves_ ? Address(ends() + port) : node;
    if (port < hosts_) return Address((v - ends()) * hosts_ + port);
    return port < hosts_ + spines_ ? Address(ends() + leaves_ + port - hosts_) : node;
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    const std::uint32_t v = node.number();
    if (neighbour(node, port) == node) return port;
    if (v < ends()) return v % hosts_;
    if (v >= ends() + leaves_) return hosts_ + (v - ends() - leaves_);
    return port < hosts_ ? 0 : v - ends();
  }
  // With a leaves on one side, at most half of them, every spine has a links across at least, and H (L / 2 - a) hosts
  // are on the other side than their leaf. That is least for no leaves, or for half of them.
  constexpr std::uint32_t bisection() const {
    if (ends() % 2 != 0) return 0;
    const std::uint32_t across = spines_ * (leaves_ / 2) + (leaves_ % 2 != 0 ? hosts_ / 2 : 0);
    return across < ends() / 2 ? across : ends() / 2;
  }

 private:
  std::uint32_t hosts_;
  std::uint32_t leaves_;
  std::uint32_t spines_;
};

// The fat tree of switches that all have k ports, k even (Al-Fares, Loukissas and Vahdat, A scalable, commodity data
// center network architecture, 2008, section 3): k pods of k/2 edge switches, with k/2 hosts each, and k/2 aggregation
// switches, all linked with the pod's edge switches; and (k/2)^2 core switches.
//
// Host h of edge switch e of pod p is node h + k/2 (e + k/2 p). Ports below k/2 of an edge or aggregation switch lead
// down, to hosts or to edge switches, the others up: port k/2 + i of an edge switch to aggregation switch i of the pod,
// of aggregation switch a to core switch i + k/2 a. Port p of a core switch leads to pod p.
class FatTree {
 public:
  static constexpr Limits kLimits{2, 30};  // even numbers

  constexpr explicit FatTree(std::uint32_t ports) : half_(ports / 2) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t ends() const { return 2 * half_ * half_ * half_; }
  constexpr std::uint32_t nodes() const { return ends() + 5 * half_ * half_; }
  constexpr unsigned ports() const { return 2 * half_; }
  constexpr Symbols symbols(Address node) const {
    Symbols name;
    name.add(layer(node));
    const std::uint32_t place = node.number() - first(layer(node));
    if (layer(node) == 0) name.add(place / (half_ * half_));
    name.add(layer(node) == 0 ? place / half_ % half_ : place / half_);
    name.add(place % half_);
    return name;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const std::uint32_t place = node.number() - first(layer(node));
    const std::uint32_t pod = place / half_;  // of a switch
    switch (layer(node)) {
      case 0:
        return port == 0 ? Address(first(1) + place / half_) : node;
      case 1:
        return Address(port < half_ ? place * half_ + port : first(2) + pod * half_ + port - half_);
      case 2:
        return Address(port < half_ ? first(1) + pod * half_ + port : first(3) + place % half_ * half_ + port - half_);
      default:
        return Address(first(2) + port * half_ + place / half_);
    }
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    const std::uint32_t place = node.number() - first(layer(node));
    switch (layer(node)) {
      case 0:
        return port == 0 ? place % half_ : port;
      case 1:
        return port < half_ ? 0 : place % half_;
      case 2:
        return port < half_ ? half_ + place % half_ : place / half_;
      default:
        return half_ + place % half_;
    }
  }
  // Half of the hosts can send to the other half at a time, on ways that share no link (Al-Fares et al., 2008).
  constexpr std::uint32_t bisection() const { return ends() / 2; }

 private:
  // The first node of a layer: hosts, edge, aggregation and core switches.
  constexpr std::uint32_t first(std::uint32_t layer) const {
    return layer == 0 ? 0 : ends() + (layer - 1) * 2 * half_ * half_;
  }
  constexpr std::uint32_t layer(Address node) const {
    std::uint32_t found = 3;
    while (node.number() < first(found)) --found;
    return found;
  }

  std::uint32_t half_;
};

}  // namespace network
