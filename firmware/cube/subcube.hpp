// Subcubes: the 2^k nodes that share the bits outside a set of k free dimensions.
//
//     Subcube face{/*free=*/0b011, /*fixed=*/0b100};   // nodes 100, 101, 110, 111
//     face.node(2) == 0b110
#pragma once

#include "firmware/cube/address.hpp"

namespace cube {

struct Subcube {
  Ports free = 0;     // the dimensions in which its nodes differ
  Address fixed = 0;  // the value of the other bits; bits in free dimensions are ignored

  constexpr unsigned dimension() const { return weight(free); }
  constexpr std::uint32_t size() const { return nodes(dimension()); }
  constexpr bool contains(Address a) const { return ((a ^ fixed) & ~free) == 0; }

  // The k-th node in ascending order of address, k from 0 to size() - 1: the bits of k spread over the free
  // dimensions.
  constexpr Address node(std::uint32_t k) const {
    Address result = fixed & ~free;
    unsigned taken = 0;
    for (unsigned bit = 0; bit < kMaxDimension; ++bit) {
      if ((free >> bit & 1u) == 0) continue;
      result |= (k >> taken & 1u) << bit;
      ++taken;
    }
    return result;
  }

  // The inverse of node(): the free bits of a, packed.
  constexpr std::uint32_t index(Address a) const {
    std::uint32_t result = 0;
    unsigned taken = 0;
    for (unsigned bit = 0; bit < kMaxDimension; ++bit) {
      if ((free >> bit & 1u) == 0) continue;
      result |= (a >> bit & 1u) << taken;
      ++taken;
    }
    return result;
  }

  // The half in which bit `port`, one of the free dimensions, has the value `bit`.
  constexpr Subcube half(unsigned port, unsigned bit) const {
    return {free & ~one_hot(port), (fixed & ~one_hot(port)) | (Address{bit} << port)};
  }
};

// The whole cube.
constexpr Subcube whole_cube(unsigned d) {
  return {mask(d), 0};
}

static_assert(Subcube{0b011, 0b100}.node(2) == 0b110);

}  // namespace cube
