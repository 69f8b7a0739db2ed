// Subcubes: the 2^k nodes that share the bits outside a set of k free dimensions.
//
//     Subcube face{/*free=*/Ports(0b011), /*fixed=*/Address(0b100)};   // nodes 100, 101, 110, 111
//     face.node(2) == Address(0b110)
#pragma once

#include "firmware/cube/address.hpp"

namespace cube {

struct Subcube {
  Ports free;     // the dimensions in which its nodes differ
  Address fixed;  // the value of the other bits; bits in free dimensions are ignored

  constexpr unsigned dimension() const { return free.size(); }
  constexpr std::uint32_t size() const { return nodes(dimension()); }
  constexpr bool contains(Address a) const { return (difference(a, fixed) - free).empty(); }

  // The k-th node in ascending order of address, k from 0 to size() - 1: the bits of k spread over
  // the free dimensions.
  constexpr Address node(std::uint32_t k) const {
    Ports set = ones(fixed) - free;
    unsigned taken = 0;
    for (const unsigned port : free) set.insert(port, (k >> taken++ & 1u) != 0);
    return address_of(set);
  }

  // The inverse of node(): the free bits of a, packed.
  constexpr std::uint32_t index(Address a) const {
    std::uint32_t result = 0;
    unsigned taken = 0;
    for (const unsigned port : free) result |= (has_bit(a, port) ? 1u : 0u) << taken++;
    return result;
  }

  // The half in which bit `port`, one of the free dimensions, has the value `bit`.
  constexpr Subcube half(unsigned port, unsigned bit) const {
    Ports set = ones(fixed) - Ports::one(port);
    set.insert(port, bit != 0);
    return {free - Ports::one(port), address_of(set)};
  }
};

// The whole cube.
constexpr Subcube whole_cube(unsigned d) {
  return {all_ports(d), Address(0)};
}

static_assert(Subcube{Ports(0b011), Address(0b100)}.node(2) == Address(0b110));

}  // namespace cube
