// SPDX-License-Identifier: Apache-2.0
// Networks on the numbers modulo n: rings, complete graphs and circulant graphs.
#pragma once

#include "firmware/networks/boxes.hpp"
#include "firmware/networks/network.hpp"

namespace network {
namespace groups {

class CyclicGroup : public AddressElements {
 public:
  constexpr explicit CyclicGroup(std::uint32_t nodes) : nodes_(nodes) {}

  constexpr std::uint32_t nodes() const { return nodes_; }
  constexpr Address product(Address a, Address b) const { return Address((a.number() + b.number()) % nodes_); }
  constexpr Address inverse(Address a) const { return Address((nodes_ - a.number()) % nodes_); }
  constexpr Symbols symbols(Address node) const {
    Symbols name;
    name.add(node.number());
    return name;
  }

  // For networks that have a port to the next number.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (const Address node : addresses(nodes_)) visit(node);
  }

 private:
  std::uint32_t nodes_;
};

// The ring of n nodes: port 0 leads to the next node, port 1 to the one before.
class Ring : public CyclicGroup {
 public:
  static constexpr Limits kLimits{3, kMaxNodes};
  static constexpr std::uint32_t kMostSymmetric = kMaxSymmetricNodes;

  constexpr explicit Ring(std::uint32_t nodes) : CyclicGroup(nodes) {}

  static constexpr unsigned ports() { return 2; }
  constexpr Address generator(unsigned port) const { return Address(port == 0 ? 1 : nodes() - 1); }
  static constexpr std::uint32_t bisection() { return 2; }
};

// The complete graph of n nodes: port k leads from node v to v + k + 1 modulo n.
class Complete : public CyclicGroup {
 public:
  static constexpr Limits kLimits{2, kMaxPorts + 1};

  constexpr explicit Complete(std::uint32_t nodes) : CyclicGroup(nodes) {}

  constexpr unsigned ports() const { return nodes() - 1; }
  static constexpr Address generator(unsigned port) { return Address(port + 1); }
  // Every node of one half is linked with every node of the other.
  constexpr std::uint32_t bisection() const { return (nodes() / 2) * ((nodes() + 1) / 2); }
};

// The circulant graph of n nodes: node v is linked with v + s and v - s modulo n for every step s.
// Connected where n and the steps have no common divisor.
//
// For every step in turn a port to v + s and, unless that is the same node, one to v - s.
class Circulant : public CyclicGroup {
 public:
  static constexpr Limits kNodes{2, kMaxNodes};

  // Steps from 1 to nodes / 2, each once.
  constexpr Circulant(std::uint32_t nodes, const Symbols& steps) : CyclicGroup(nodes), steps_(steps) {}

  constexpr unsigned ports() const {
    unsigned count = 0;
    for (const std::uint32_t step : steps_) count += ports_of(step);
    return count;
  }
  constexpr Address generator(unsigned port) const {
    unsigned i = 0;
    while (port >= ports_of(steps_[i])) port -= ports_of(steps_[i++]);
    return Address(port == 0 ? steps_[i] : nodes() - steps_[i]);
  }

  // Each step that is not a sum of earlier steps adds an extent to a box: its multiples up to the
  // first that is such a sum. The first extent closes to a cycle.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    Symbols extents;
    Symbols used;  // the steps that reach more nodes than those before
    std::uint32_t divisor = nodes();
    for (const std::uint32_t step : steps_) {
      const std::uint32_t common = greatest_common_divisor(divisor, step);
      if (common == divisor) continue;
      extents.add(divisor / common);
      used.add(step);
      divisor = common;
    }
    visit_torus(extents, [&](const Symbols& multiples) {
      std::uint64_t sum = 0;
      for (unsigned i = 0; i < used.size(); ++i) sum += std::uint64_t{multiples[i]} * used[i];
      visit(Address(static_cast<std::uint32_t>(sum % nodes())));
    });
  }

 private:
  static constexpr std::uint32_t greatest_common_divisor(std::uint32_t a, std::uint32_t b) {
    while (b != 0) {
      const std::uint32_t rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
  constexpr unsigned ports_of(std::uint32_t step) const { return 2 * step == nodes() ? 1 : 2; }

  Symbols steps_;
};

}  // namespace groups

using Ring = CayleyNetwork<groups::Ring>;
using Complete = CayleyNetwork<groups::Complete>;
using Circulant = CayleyNetwork<groups::Circulant>;

}  // namespace network
