// SPDX-License-Identifier: Apache-2.0
// The size of a board, which its host must know, and the numbers that both ends compute from it.
// The board tells its shape (protocol.hpp); the rest of its configuration is in the hardware alone.
#pragma once

#include <cstdint>

#include "hls/types/bits.hpp"

namespace board {

struct Shape {
  unsigned dimension = 0;
  unsigned sequence_bits = 0;
  unsigned payload_bits = 0;

  constexpr std::uint32_t nodes() const { return 1u << dimension; }
  constexpr unsigned ports() const { return dimension; }

  // The place of a packet in a node's memory: {destination, sequence} for packets to send, {source,
  // sequence} for packets that have come.
  constexpr unsigned place_bits() const { return dimension + sequence_bits; }
  constexpr std::uint32_t places() const { return 1u << place_bits(); }
  constexpr std::uint32_t place_of(std::uint32_t node, std::uint32_t sequence) const {
    return node << sequence_bits | sequence;
  }
  // M of the largest collective.
  constexpr std::uint32_t most_packets() const { return 1u << sequence_bits; }

  constexpr std::uint32_t payload_mask() const { return (1u << payload_bits) - 1; }
  // A packet that has come over one port: the payload, and above it whether there is one. A word
  // has one for each port, port 0 lowest; the bits between them are 0.
  constexpr std::uint32_t has_come() const { return 1u << payload_bits; }
  constexpr unsigned delivered_shift(unsigned port) const { return 32 / ports() * port; }
  constexpr std::uint32_t delivered_bits() const {
    std::uint32_t bits = 0;
    for (unsigned port = 0; port < ports(); ++port) bits |= (has_come() | payload_mask()) << delivered_shift(port);
    return bits;
  }

  // Cycles after which a run is ended. The longest collective, an alltoall of half-duplex nodes,
  // takes about dimension x places cycles, and kReadCycles has 16 bits for them.
  constexpr unsigned cycle_bits() const { return place_bits() < 8 ? 12 : place_bits() + 4; }
  constexpr std::uint32_t longest_run() const { return (1u << cycle_bits()) - 1; }
};

// A request has room for a node's number of 4 bits, a word for the packets of all ports, 16 bits
// for cycles.
inline constexpr unsigned kMostDimensions = 4;
inline constexpr unsigned kMostPlaceBits = 12;
constexpr unsigned most_payload_bits(unsigned dimension) {
  return 32 / dimension - 1;
}
constexpr unsigned most_sequence_bits(unsigned dimension) {
  return kMostPlaceBits - dimension;
}

// Whether a board can have this shape.
constexpr bool is_possible(const Shape& shape) {
  return shape.dimension >= 1 && shape.dimension <= kMostDimensions && shape.sequence_bits >= 1 &&
         shape.sequence_bits <= most_sequence_bits(shape.dimension) && shape.payload_bits >= 1 &&
         shape.payload_bits <= most_payload_bits(shape.dimension);
}

}  // namespace board
