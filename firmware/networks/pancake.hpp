// The pancake graph of k symbols (Akers and Krishnamurthy 1989): port i reverses the first i + 2
// symbols.
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
  // Reversals that are no longer than they have to be (Zaks, A new algorithm for generation of
  // permutations, 1984): the permutations of the first k symbols end k! reversals later with all of
  // them turned by one.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (std::uint32_t i = 0; i < nodes(); ++i) visit(address_of(in_order(i)));
  }

 private:
  constexpr Symbols in_order(std::uint32_t i) const {
    Symbols result = identity();
    std::uint32_t period = nodes();
    for (unsigned k = symbol_count(); k > 1; --k) {
      period /= k;
      const std::uint32_t turns = i / period;
      i %= period;
      const Symbols before = result;
      for (unsigned place = 0; place < k; ++place) result[(place + turns) % k] = before[place];
    }
    return result;
  }
};

}  // namespace groups

using Pancake = CayleyNetwork<groups::Pancake>;

}  // namespace network
