// The pancake graph of k symbols (Akers and Krishnamurthy 1989): port i reverses the first i + 2 symbols.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/permutations.hpp"

namespace network {
namespace groups {

class Pancake : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};

  constexpr explicit Pancake(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  constexpr Address generator(unsigned port) const {
    Symbols result = identity();
    for (unsigned i = 0; i <= port + 1; ++i) result[i] = port + 1 - i;
    return address_of(result);
  }
};

}  // namespace groups

using Pancake = CayleyNetwork<groups::Pancake>;

}  // namespace network
