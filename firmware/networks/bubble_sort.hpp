// The bubble-sort graph of k symbols (Akers and Krishnamurthy 1989): port i swaps the symbols at places i and i + 1.
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
};

}  // namespace groups

using BubbleSort = CayleyNetwork<groups::BubbleSort>;

}  // namespace network
