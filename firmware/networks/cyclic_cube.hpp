// The cyclic-cube of n symbols with k ranks (Fu and Chau, Cyclic-cubes: a new family of
// interconnection networks of even fixed-degrees, 1998): circular permutations of n ranked symbols;
// a generator turns them by one and raises the rank of the symbol that goes round by j = 0 .. k -
// 1. It is the wrapped butterfly of words with k digits (Hwang and Chen, A note on cyclic-cubes,
// 1999). n k^n nodes; node (x, i), address x n + i, has rank x_s of symbol s, and symbol i leads.
//
// Port j < k turns on and adds j to digit i; port k + j is the way back of port j.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/rotated_words.hpp"

namespace network {
namespace groups {

class CyclicCube : public RotatedWords {
 public:
  static constexpr std::uint32_t kLeastSymbols = 3;  // with two, turning on is turning back
  static constexpr std::uint32_t kLeastRanks = 2;

  constexpr CyclicCube(unsigned symbols, std::uint32_t ranks) : RotatedWords(symbols, ranks), ranks_(ranks) {}

  constexpr unsigned ports() const { return 2 * ranks_; }
  constexpr Address generator(unsigned port) const {
    return port < ranks_ ? element(port, 1) : inverse(element(port - ranks_, 1));
  }

  // An odometer: position i passes on and adds 1 to digit i where all digits below it have become 0
  // in this turn. So a turn adds 1 to the word, and K^n turns are a Hamiltonian cycle.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    const std::uint32_t words = nodes() / digits();
    for (std::uint32_t word = 0; word < words; ++word) {
      std::uint32_t passed = 1;  // values of the digits that have had their turn
      for (unsigned i = 0; i < digits(); ++i, passed *= ranks_) {
        visit(Address((word - word % passed + (word + 1) % passed) * digits() + i));
      }
    }
  }

 private:
  std::uint32_t ranks_;
};

}  // namespace groups

using CyclicCube = CayleyNetwork<groups::CyclicCube>;

}  // namespace network
