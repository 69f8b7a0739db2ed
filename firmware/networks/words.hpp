// SPDX-License-Identifier: Apache-2.0
// Networks of words: the deBruijn and Kautz graphs, whose links shift a word, and networks whose links
// turn it, which are the cube-connected cycles, the wrapped butterfly and the cyclic-cubes.
#pragma once

#include <cstdint>

#include "firmware/networks/bits.hpp"
#include "firmware/networks/network.hpp"

namespace network {

// The undirected deBruijn graph of words of d bits (Leighton 1992, section 3.3): a word is linked
// with the words that it becomes when a bit is shifted in at either end. It is no Cayley graph.
//
// Port b = 0, 1 shifts left, b coming in at the right; port 2 + b shifts right, b coming in at the
// left. The port by which 0..0 or 1..1 would become itself has nothing behind it. The words 0101..
// and 1010.. become one another by either shift and have one link: the left shift of the smaller,
// the right shift of the greater.
class DeBruijn {
 public:
  static constexpr Limits kLimits{2, 16};

  constexpr explicit DeBruijn(unsigned bits) : d_(bits) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t nodes() const { return std::uint32_t{1} << d_; }
  static constexpr unsigned ports() { return 4; }
  constexpr Symbols symbols(Address node) const {
    Symbols bits;
    for (unsigned bit = d_; bit > 0; --bit) bits.add(node.number() >> (bit - 1) & 1u);
    return bits;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const Address there = shifted(node, port);
    const bool becomes_its_complement = there.number() == (nodes() - 1 - node.number());  // 0101.. or 1010..
    return becomes_its_complement && is_left(port) != (node < there) ? node : there;
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    if (neighbour(node, port) == node) return port;
    return is_left(port) ? 2 + (node.number() >> (d_ - 1)) : node.number() & 1u;
  }

  // Left shifts. The bit that leaves comes in again, or its complement if the other bits followed
  // by a 1 are the least of their rotations (Sawada, Williams and Wong, A surprisingly simple de
  // Bruijn sequence construction, 2016).
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      visit(Address(word));
      const std::uint32_t others = word << 1 & (nodes() - 1);
      word = others | (word >> (d_ - 1) ^ (is_least_rotation(others | 1u) ? 1u : 0u));
    }
  }

 private:
  constexpr bool is_least_rotation(std::uint32_t word) const {
    std::uint32_t turned = word;
    for (unsigned i = 1; i < d_; ++i) {
      turned = (turned << 1 & (nodes() - 1)) | turned >> (d_ - 1);
      if (turned < word) return false;
    }
    return true;
  }
  static constexpr bool is_left(unsigned port) { return port < 2; }
  constexpr Address shifted(Address node, unsigned port) const {
    const std::uint32_t bit = port & 1u;
    if (is_left(port)) return Address((node.number() << 1 | bit) & (nodes() - 1));
    return Address(node.number() >> 1 | bit << (d_ - 1));
  }

  unsigned d_;
};

// The undirected Kautz graph (Kautz, Bounds on directed (d, k) graphs, 1968) of words of n letters
// out of k + 1, no two neighbouring ones equal: a word is linked with the words that it becomes when
// a letter is shifted in at either end. The directed graph has degree k and diameter n.
//
// Port i < k shifts left and brings in, at the right, the letter that is i + 1 more, modulo k + 1,
// than the last one; port k + i shifts right and brings in the letter that is i + 1 more than the
// first. The address counts the first letter most, then how much more each letter is than the one
// before, less 1. The words abab.. and baba.. become one another by either shift and have one link:
// the left shift of the smaller, the right shift of the greater.
class Kautz {
 public:
  static constexpr std::uint32_t kLeastDegree = 2;
  static constexpr std::uint32_t kLeastLetters = 2;  // with one the graph is complete

  constexpr Kautz(std::uint32_t degree, unsigned letters) : k_(degree), n_(letters), last_(1) {
    for (unsigned i = 1; i < n_; ++i) last_ *= k_;
  }

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t nodes() const { return (k_ + 1) * last_; }
  constexpr unsigned ports() const { return 2 * k_; }
  // The letters.
  constexpr Symbols symbols(Address node) const {
    Symbols word;
    word.add(node.number() / last_);
    for (std::uint32_t place = last_ / k_; word.size() < n_; place /= k_) {
      word.add((word[word.size() - 1] + node.number() / place % k_ + 1) % (k_ + 1));
    }
    return word;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const Symbols word = symbols(node);
    const Address there = shifted(word, port);
    return becomes_other_of_two(word, port) && is_left(port) != (node < there) ? node : there;
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    if (neighbour(node, port) == node) return port;
    const Symbols word = symbols(node);
    return is_left(port) ? k_ + more(word[0], word[1]) : more(word[n_ - 1], word[n_ - 2]);
  }

 private:
  constexpr bool is_left(unsigned port) const { return port < k_; }
  // Whether abab.. becomes baba...
  constexpr bool becomes_other_of_two(const Symbols& word, unsigned port) const {
    for (unsigned i = 2; i < n_; ++i) {
      if (word[i] != word[i - 2]) return false;
    }
    return port == (is_left(port) ? more(word[n_ - 2], word[n_ - 1]) : k_ + more(word[1], word[0]));
  }
  // The port, less the first of its shift, that brings in `letter` beside `other`.
  constexpr unsigned more(std::uint32_t letter, std::uint32_t other) const { return (letter + k_ - other) % (k_ + 1); }
  constexpr Address shifted(const Symbols& word, unsigned port) const {
    Symbols there;
    if (!is_left(port)) there.add((word[0] + port - k_ + 1) % (k_ + 1));
    for (unsigned i = is_left(port) ? 1 : 0; there.size() < n_ && i < n_; ++i) there.add(word[i]);
    if (is_left(port)) there.add((word[n_ - 1] + port + 1) % (k_ + 1));
    std::uint32_t number = there[0];
    for (unsigned i = 1; i < n_; ++i) number = number * k_ + more(there[i], there[i - 1]);
    return Address(number);
  }

  std::uint32_t k_;
  unsigned n_;
  std::uint32_t last_;  // words with the same first letter
};

namespace groups {

// A node is a word x of n digits below `ranks` and a position i from 0 to n - 1; its address is
// x n + i. The group:
//
//     (x, i) (y, j) = (x + y turned by i, i + j)
//
// digits modulo `ranks`, positions modulo n; turned by i, digit 0 becomes digit i. So a generator
// (e, j) that changes digit 0 changes, at position i, digit i. (The wreath product of two cyclic
// groups; Annexstein, Baumslag and Rosenberg, Group action graphs and parallel architectures,
// 1990.)
class RotatedWords {
 public:
  constexpr RotatedWords(unsigned digits, std::uint32_t ranks) : digits_(digits), ranks_(ranks) {}

  constexpr unsigned digits() const { return digits_; }
  constexpr std::uint32_t nodes() const {
    std::uint32_t count = digits_;
    for (unsigned i = 0; i < digits_; ++i) count *= ranks_;
    return count;
  }
  // The position, then the word from its highest digit down.
  constexpr Symbols symbols(Address node) const {
    const Element element = element_of(node);
    Symbols name;
    name.add(element.position);
    for (unsigned i = digits_; i > 0; --i) name.add(digit(element.word, i - 1));
    return name;
  }

  // `position`: from 0 to n - 1. Digit 0 of the word counts most little.
  struct Element {
    std::uint32_t word;
    unsigned position;
  };
  constexpr Element element_of(Address node) const { return {node.number() / digits_, node.number() % digits_}; }
  constexpr Address address_of(Element element) const { return Address(element.word * digits_ + element.position); }
  constexpr Element product(Element a, Element b) const {
    const unsigned position = a.position + b.position;
    return {sum(a.word, turned(b.word, a.position)), position < digits_ ? position : position - digits_};
  }
  constexpr Element inverse(Element a) const {
    const unsigned back = a.position == 0 ? 0 : digits_ - a.position;
    return {turned(negative(a.word), back), back};
  }

 private:
  // A digit of two ranks is a bit, and needs no division.
  constexpr bool has_bits() const { return ranks_ == 2; }
  constexpr std::uint32_t power(unsigned exponent) const {
    std::uint32_t result = 1;
    for (unsigned i = 0; i < exponent; ++i) result *= ranks_;
    return result;
  }
  constexpr std::uint32_t digit(std::uint32_t word, unsigned i) const { return word / power(i) % ranks_; }
  // Digit 0 becomes digit `by`, which is below n.
  constexpr std::uint32_t turned(std::uint32_t word, unsigned by) const {
    if (has_bits()) return (word << by | word >> (digits_ - by)) & ((std::uint32_t{1} << digits_) - 1);
    const std::uint32_t kept = power(digits_ - by);
    return word % kept * power(by) + word / kept;
  }
  // Digit by digit.
  constexpr std::uint32_t sum(std::uint32_t a, std::uint32_t b) const {
    if (has_bits()) return a ^ b;
    std::uint32_t result = 0;
    for (std::uint32_t place = 1; a != 0 || b != 0; place *= ranks_, a /= ranks_, b /= ranks_) {
      result += (a % ranks_ + b % ranks_) % ranks_ * place;
    }
    return result;
  }
  constexpr std::uint32_t negative(std::uint32_t word) const {
    if (has_bits()) return word;
    std::uint32_t result = 0;
    for (std::uint32_t place = 1; word != 0; place *= ranks_, word /= ranks_) {
      result += (ranks_ - word % ranks_) % ranks_ * place;
    }
    return result;
  }

  unsigned digits_;
  std::uint32_t ranks_;
};

namespace ccc_squares {

// A Hamiltonian cycle of the cube-connected cycles, from the cycles in the corners.
//
// Four corners that differ in dimensions i and i + 1 are a square of the cube. Take away the link
// between positions i and i + 1 in each of them, and link their eight nodes across both dimensions
// instead: four separate cycles become one. The cycle runs upwards through corners of even weight
// and downwards through the others, so that both ends of a link across fit. The squares that make
// one cycle of all are
//
//     d even    dimensions i = 0, 2, .. and i + 1, once for each word above them, all bits below being 0
//     d odd     kFirstFive for each word above dimension 4, then i = 5, 7, .. as above
//
// With three dimensions no set of squares does: each would merge four cycles into one, three fewer,
// and seven of eight have to go. There the cycle is a list of ports.
struct Square {
  std::uint32_t corner;  // the one with 0 in both dimensions
  unsigned dimension;    // the lower one
};

// Found by search: ten of the squares make two cycles of the 32, and the eleventh joins the two.
inline constexpr Square kFirstFive[] = {{0, 0},  {0, 3},  {4, 0},  {4, 3},  {8, 0}, {12, 0},
                                        {16, 0}, {17, 2}, {18, 2}, {19, 2}, {28, 0}};

// Whether the link between positions `i` and i + 1 of this corner is taken away.
constexpr bool is_opened(unsigned dimensions, std::uint32_t corner, unsigned i) {
  const std::uint32_t square = corner & ~(std::uint32_t{3} << i);
  const unsigned first_pair = dimensions % 2 == 0 ? 0 : 5;
  if (i >= first_pair) {
    return (i - first_pair) % 2 == 0 && i + 1 < dimensions && (square & ((std::uint32_t{1} << i) - 1)) == 0;
  }
  for (const Square& one : kFirstFive) {
    if (one.dimension == i && one.corner == (square & 31u)) return true;
  }
  return false;
}

// The port of CubeConnectedCycles to the next node of the Hamiltonian cycle; four dimensions or
// more.
constexpr unsigned port_to_next(unsigned dimensions, std::uint32_t corner, unsigned position) {
  const bool up = bits::count(corner) % 2 == 0;
  const unsigned link = up ? position : (position + dimensions - 1) % dimensions;
  return is_opened(dimensions, corner, link) ? 2 : up ? 0 : 1;
}

// For three dimensions: the ports of one half of the Hamiltonian cycle, from position 0 of corner
// 0. The second half repeats them.
inline constexpr unsigned kThreeDimensions[] = {0, 0, 2, 0, 0, 2, 1, 1, 2, 1, 1, 2};

}  // namespace ccc_squares

// The cube-connected cycles of dimension d (Preparata and Vuillemin 1981): a cube with a cycle of d
// nodes in every corner. Node (x, i), address x d + i, is node i of the cycle in corner x.
//
// Port 0 leads to the next node of the cycle, port 1 to the one before, port 2 across dimension i
// of the cube.
class CubeConnectedCycles : public RotatedWords {
 public:
  static constexpr Limits kLimits{3, 12};  // a cycle has three nodes at least; 12 x 2^12 nodes
  static constexpr std::uint32_t kMostSymmetric = 16;

  constexpr explicit CubeConnectedCycles(unsigned dimension) : RotatedWords(dimension, 2) {}

  static constexpr unsigned ports() { return 3; }
  constexpr Element generator(unsigned port) const {
    if (port == 2) return {1, 0};
    return {0, port == 0 ? 1 : digits() - 1};
  }
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    Address node(0);
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      visit(node);
      const unsigned port =
          digits() == 3 ? ccc_squares::kThreeDimensions[i % 12]
                        : ccc_squares::port_to_next(digits(), node.number() / digits(), node.number() % digits());
      node = address_of(product(element_of(node), generator(port)));
    }
  }
  // As in its cube (Bornstein et al., On the bisection width and expansion of butterfly networks,
  // 2001).
  constexpr std::uint32_t bisection() const { return std::uint32_t{1} << (digits() - 1); }
};

// The cyclic-cube of n symbols with k ranks (Fu and Chau, Cyclic-cubes: a new family of
// interconnection networks of even fixed-degrees, 1998): circular permutations of n ranked symbols.
// A generator turns them by one and adds j = 0 .. k - 1 to the rank of the symbol that comes last.
// It is the wrapped butterfly of words with k digits (Hwang and Chen, A note on cyclic-cubes,
// 1999). n k^n nodes; node (x, i), address x n + i, has rank x_s of symbol s, and symbol i leads.
//
// Port j < k turns on and adds j to digit i; port k + j is the way back of port j.
class CyclicCube : public RotatedWords {
 public:
  static constexpr std::uint32_t kLeastSymbols = 3;  // with two, turning on is turning back
  static constexpr std::uint32_t kLeastRanks = 2;

  constexpr CyclicCube(unsigned symbols, std::uint32_t ranks) : RotatedWords(symbols, ranks), ranks_(ranks) {}

  constexpr unsigned ports() const { return 2 * ranks_; }
  constexpr Element generator(unsigned port) const {
    return port < ranks_ ? Element{port, 1} : inverse({port - ranks_, 1});
  }

  // An odometer: at position i, digit i gets a 1 added if all digits below it have become 0 in this
  // turn. So a turn adds 1 to the word, and k^n turns are a Hamiltonian cycle.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    const std::uint32_t words = nodes() / digits();
    for (std::uint32_t word = 0; word < words; ++word) {
      std::uint32_t passed = 1;  // values of the digits below digit i
      for (unsigned i = 0; i < digits(); ++i, passed *= ranks_) {
        visit(Address((word - word % passed + (word + 1) % passed) * digits() + i));
      }
    }
  }

 private:
  std::uint32_t ranks_;
};

// The wrapped butterfly of dimension d: d levels of 2^d nodes, the last joined with the first; the
// cyclic-cube with two ranks. Node (x, i), address x d + i, is node x of level i.
//
// Port 0 leads straight to the next level, port 1 across it (bit i of x changes), ports 2 and 3
// back by the same ways.
class Butterfly : public CyclicCube {
 public:
  static constexpr Limits kLimits{3, 12};  // 12 x 2^12 nodes
  static constexpr std::uint32_t kMostSymmetric = 16;

  constexpr explicit Butterfly(unsigned dimension) : CyclicCube(dimension, 2) {}

  // Bornstein et al., On the bisection width and expansion of butterfly networks, 2001.
  constexpr std::uint32_t bisection() const { return std::uint32_t{1} << digits(); }
};

}  // namespace groups

using CubeConnectedCycles = CayleyNetwork<groups::CubeConnectedCycles>;
using CyclicCube = CayleyNetwork<groups::CyclicCube>;
using Butterfly = CayleyNetwork<groups::Butterfly>;

}  // namespace network
