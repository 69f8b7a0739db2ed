// The circulant graph of n nodes: node v is linked with v + s and v - s modulo n for every step s.
// Connected where n and the steps have no common divisor.
//
// For every step in turn a port to v + s and, unless that is the same node, one to v - s.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/comb.hpp"
#include "firmware/networks/cyclic_group.hpp"

namespace network {
namespace groups {

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

  // The multiples of one step after another that are not those of the steps before are a box,
  // around its first extent.
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

using Circulant = CayleyNetwork<groups::Circulant>;

}  // namespace network
