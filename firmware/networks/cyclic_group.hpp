// Networks whose group is that of the numbers modulo n: rings, circulant and complete graphs.
#pragma once

#include "firmware/networks/network.hpp"

namespace network::groups {

class CyclicGroup {
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

  // Of networks with a port to the next number.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (const Address node : addresses(nodes_)) visit(node);
  }

 private:
  std::uint32_t nodes_;
};

}  // namespace network::groups
