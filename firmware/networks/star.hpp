// The star graph of k symbols (Akers, Harel and Krishnamurthy 1987): port i swaps the first symbol
// with that at place i + 1.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/permutations.hpp"

namespace network {
namespace groups {

class Star : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};

  constexpr explicit Star(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  constexpr Address generator(unsigned port) const { return address_of(transposition(0, port + 1)); }
};

}  // namespace groups

using Star = CayleyNetwork<groups::Star>;

}  // namespace network
