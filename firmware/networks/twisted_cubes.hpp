// SPDX-License-Identifier: Apache-2.0
// Cubes whose links are twisted: words of D bits, D ports, as many nodes and links as the cube, and
// about half its diameter. Port k changes bit k and further bits, which the other bits determine.
// Every port is its own way back.
//
//     twisted   Hilbers, Koopman and van de Snepscheut, The twisted cube, 1987; D odd
//     crossed   Efe, A variation on the hypercube with lower diameter, 1991
//     moebius   Cull and Larson, The Möbius cubes, 1995; the 1-Möbius cube
//
// No group of their nodes is used.
#pragma once

#include "firmware/networks/bits.hpp"
#include "firmware/networks/network.hpp"

namespace network {

// \tparam Twist  `bits(d, word, port)`: the bits that the port changes
template <class Twist>
class TwistedWords {
 public:
  static constexpr Limits kLimits{1, 16};

  constexpr explicit TwistedWords(unsigned dimension) : d_(dimension) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t nodes() const { return std::uint32_t{1} << d_; }
  constexpr unsigned ports() const { return d_; }
  constexpr Symbols symbols(Address node) const {
    Symbols bits;
    for (unsigned bit = d_; bit > 0; --bit) bits.add(node.number() >> (bit - 1) & 1u);
    return bits;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    return Address(node.number() ^ Twist::bits(d_, node.number(), port));
  }
  static constexpr unsigned arrival_port(Address, unsigned port) { return port; }

 private:
  unsigned d_;
};

// Port 2 i changes bit 2 i alone; port 2 i - 1 changes bit 2 i - 1, and bit 2 i too where the bits
// below both have an even number of ones.
struct ParityTwist {
  static constexpr std::uint32_t bits(unsigned, std::uint32_t word, unsigned port) {
    const std::uint32_t bit = std::uint32_t{1} << port;
    return port % 2 == 1 && ::bits::count(word & (bit - 1)) % 2 == 0 ? bit | bit << 1 : bit;
  }
};

// Port k changes bit k, and of every pair of bits 2 i, 2 i + 1 below k the upper one where the lower
// one is 1.
struct PairTwist {
  static constexpr std::uint32_t bits(unsigned, std::uint32_t word, unsigned port) {
    const std::uint32_t pairs = (std::uint32_t{1} << (port - port % 2)) - 1;
    return std::uint32_t{1} << port | (word & pairs & 0x55555555u) << 1;
  }
};

// Port k changes bit k where the bit above it is 0, and all bits from k down where it is 1. Above
// the highest bit is a 1.
struct MoebiusTwist {
  static constexpr std::uint32_t bits(unsigned d, std::uint32_t word, unsigned port) {
    const std::uint32_t bit = std::uint32_t{1} << port;
    const std::uint32_t with_top = word | std::uint32_t{1} << d;
    return (with_top & bit << 1) != 0 ? bit | (bit - 1) : bit;
  }
};

using TwistedCube = TwistedWords<ParityTwist>;  // of an odd number of bits
using CrossedCube = TwistedWords<PairTwist>;
using MoebiusCube = TwistedWords<MoebiusTwist>;

}  // namespace network
