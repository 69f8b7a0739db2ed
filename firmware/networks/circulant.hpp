// The circulant graph of n nodes: node v is linked with v + s and v - s modulo n for every step s. Connected where n and
// the steps have no common divisor.
//
// For every step in turn a port to v + s and, unless that is the same node, one to v - s.
#pragma once

#include "firmware/networks/cayley.hpp"
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

 private:
  constexpr unsigned ports_of(std::uint32_t step) const { return 2 * step == nodes() ? 1 : 2; }

  Symbols steps_;
};

}  // namespace groups

using Circulant = CayleyNetwork<groups::Circulant>;

}  // namespace network
