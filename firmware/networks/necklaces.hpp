// SPDX-License-Identifier: Apache-2.0
// Rotation classes (necklaces) of addresses, and the numbering of Bertsekas et al. 1991, sections 2
// and 3.
//
// The non-zero addresses are listed class after class: by weight, and within a weight by ascending
// minimal rotation, so that R_k1, the class of the address with the k rightmost bits 1, comes first
// of its weight. Within a class each element is the left rotation of the one before it. n(t), from
// 1, is the place of t in this list (n(0) = 0), and
//
//     m(t) = (n(t) - 1) mod d          (ports count from 0; the paper's m(t) is one more)
//
// The paper leaves the first element of a class to choose, subject to: bit m(t) of t is 1, and for
// t in R_k1 the bit to the right of it is 0. Here the first element of a class whose first place
// has m = s is its minimal rotation, which is odd, rotated left by s. Then bit m(t) of t is always
// bit 0 of the minimal rotation, and
//
//     m(t) = the j that comes first in s, s+1, .., (mod d) among those with R^j(t) minimal,
//
// which is base(t) for every non-cyclic t. So only cyclic addresses need s; and since a class of d
// elements moves s by 0 (mod d), s is the sum of the periods of the earlier cyclic classes alone.
// Example, d = 4: the classes in order are 0001 | 0011 | 0101 | 0111 | 1111; s is 0, 0, 0, 2, 2;
// m(1111) = 2.
//
// For firmware and tests (it enumerates up to 2^(d/2) patterns for a cyclic address), not for
// hardware.
#pragma once

#include "firmware/networks/cube_addresses.hpp"

namespace cube {

// Whether class `a` comes before class `b`; both are named by their minimal rotations.
constexpr bool class_precedes(Address a, Address b) {
  return weight(a) != weight(b) ? weight(a) < weight(b) : a < b;
}

// The first class of non-zero addresses; the last is last_address(d).
constexpr Address first_class() {
  return Address(1);
}

// The class after `representative`; address 0 after the last.
constexpr Address next_class(unsigned d, Address representative) {
  Address x = representative;
  while (x != last_address(d)) {
    const Address same_weight(bits::next_of_same_count(x.number()));
    x = same_weight.number() < nodes(d) ? same_weight : last_address(weight(x) + 1);
    if (canonical(d, x) == x) return x;
  }
  return Address(0);
}

// s: m(t) of the first element t of the class.
constexpr unsigned first_link_type(unsigned d, Address representative) {
  unsigned sum = 0;
  for (unsigned length = 1; length <= d / 2; ++length) {
    if (d % length != 0) continue;
    for (const Address pattern : network::other_addresses(nodes(length))) {
      if (base(length, pattern) != 0 || is_cyclic(length, pattern)) continue;
      std::uint32_t repeated = 0;
      for (unsigned shift = 0; shift < d; shift += length) repeated |= pattern.number() << shift;
      if (class_precedes(Address(repeated), representative)) sum += length;
    }
  }
  return sum % d;
}

// m(t), for t other than 0: the type (port) of the link into t in the multinode broadcast tree, and
// the subtree of t in the balanced tree.
constexpr unsigned link_type(unsigned d, Address t) {
  const unsigned length = period(d, t);
  const unsigned least = base(d, t);
  if (length == d) return least;
  const unsigned first = first_link_type(d, canonical(d, t));
  return (first + (least + d - first) % length) % d;
}

// The nodes of the classes before that of t, t other than 0. Walks them all: O(d 2^d).
constexpr std::uint32_t numbered_before(unsigned d, Address t) {
  const Address own = canonical(d, t);
  std::uint32_t before = 0;
  for (Address c = first_class(); c != own; c = next_class(d, c)) before += period(d, c);
  return before;
}

// n(t), from 0 for node 0 to 2^d - 1. O(d 2^d).
constexpr std::uint32_t number(unsigned d, Address t) {
  if (t == Address(0)) return 0;
  const std::uint32_t before = numbered_before(d, t);
  return before + 1 + (link_type(d, t) + d - before % d) % d;
}

static_assert(link_type(4, Address(0b1111)) == 2 && number(4, Address(0b1111)) == 15);

}  // namespace cube
