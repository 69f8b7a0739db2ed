// The bubble-sort graph of k symbols (Akers and Krishnamurthy 1989): port i swaps the symbols at
// places i and i + 1.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/permutations.hpp"

namespace network {
namespace groups {

class BubbleSort : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};

  constexpr explicit BubbleSort(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  constexpr Address generator(unsigned port) const { return address_of(transposition(port, port + 1)); }
  // The order of Steinhaus, Johnson and Trotter: the last symbol runs down and up through those of
  // every permutation of the others (Knuth, The Art of Computer Programming 4A, section 7.2.1.2).
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (std::uint32_t i = 0; i < nodes(); ++i) visit(address_of(in_order(i)));
  }

 private:
  constexpr Symbols in_order(std::uint32_t i) const {
    Symbols places = identity();  // by symbol: those of smaller symbols to the left of it
    for (unsigned symbol = symbol_count(); symbol > 1; --symbol) {
      const std::uint32_t run = i / symbol;
      places[symbol - 1] = run % 2 == 0 ? symbol - 1 - i % symbol : i % symbol;
      i = run;
    }
    Symbols result = identity();
    for (unsigned symbol = 1; symbol < symbol_count(); ++symbol) {
      for (unsigned place = symbol; place > places[symbol]; --place) swap(result, place, place - 1);
    }
    return result;
  }
};

}  // namespace groups

using BubbleSort = CayleyNetwork<groups::BubbleSort>;

}  // namespace network
