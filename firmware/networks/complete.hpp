// The complete graph of n nodes: port k leads from node v to v + k + 1 modulo n.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/cyclic_group.hpp"

namespace network {
namespace groups {

class Complete : public CyclicGroup {
 public:
  static constexpr Limits kLimits{2, kMaxPorts + 1};

  constexpr explicit Complete(std::uint32_t nodes) : CyclicGroup(nodes) {}

  constexpr unsigned ports() const { return nodes() - 1; }
  static constexpr Address generator(unsigned port) { return Address(port + 1); }
  // Every node of one half with every node of the other.
  constexpr std::uint32_t bisection() const { return (nodes() / 2) * ((nodes() + 1) / 2); }
};

}  // namespace groups

using Complete = CayleyNetwork<groups::Complete>;

}  // namespace network
