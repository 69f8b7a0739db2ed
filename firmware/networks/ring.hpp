// The ring of n nodes: port 0 leads to the next node, port 1 to the one before.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/cyclic_group.hpp"

namespace network {
namespace groups {

class Ring : public CyclicGroup {
 public:
  static constexpr Limits kLimits{3, kMaxNodes};

  constexpr explicit Ring(std::uint32_t nodes) : CyclicGroup(nodes) {}

  static constexpr unsigned ports() { return 2; }
  constexpr Address generator(unsigned port) const { return Address(port == 0 ? 1 : nodes() - 1); }
  static constexpr std::uint32_t bisection() { return 2; }
};

}  // namespace groups

using Ring = CayleyNetwork<groups::Ring>;

}  // namespace network
