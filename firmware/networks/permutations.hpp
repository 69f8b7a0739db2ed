// Networks whose nodes are the permutations of k symbols 0 .. k - 1: star, pancake, bubble-sort and
// macro-star graphs. The address of a permutation is its place in the alphabetical order, so that 0
// is 01..(k-1). A generator moves what stands at its places, whatever symbols they are: (a b)(i) =
// a(b(i)).
#pragma once

#include "firmware/networks/network.hpp"

namespace network::groups {

// The permutations of 8 symbols are 40,320, those of 9 more than a network can have.
inline constexpr unsigned kMaxPermuted = 8;

class Permutations {
 public:
  constexpr explicit Permutations(unsigned count) : count_(count) {}

  constexpr unsigned symbol_count() const { return count_; }
  constexpr std::uint32_t nodes() const { return factorial(count_); }
  constexpr Address product(Address a, Address b) const {
    const Symbols first = symbols(a);
    Symbols result = symbols(b);
    for (unsigned i = 0; i < count_; ++i) result[i] = first[result[i]];
    return address_of(result);
  }
  constexpr Address inverse(Address a) const {
    const Symbols permutation = symbols(a);
    Symbols result = permutation;
    for (unsigned i = 0; i < count_; ++i) result[permutation[i]] = i;
    return address_of(result);
  }
  constexpr Symbols symbols(Address node) const {
    Symbols left = identity();  // those that have no place yet, ascending
    std::uint32_t rest = node.number();
    for (unsigned place = 0; place < count_; ++place) {
      const std::uint32_t orders = factorial(count_ - 1 - place);
      const unsigned chosen = place + rest / orders;
      rest %= orders;
      const std::uint32_t symbol = left[chosen];
      for (unsigned i = chosen; i > place; --i) left[i] = left[i - 1];
      left[place] = symbol;
    }
    return left;
  }

 protected:
  constexpr Address address_of(const Symbols& permutation) const {
    std::uint32_t number = 0;
    for (unsigned place = 0; place < count_; ++place) {
      std::uint32_t smaller = 0;
      for (unsigned i = place + 1; i < count_; ++i) smaller += permutation[i] < permutation[place] ? 1 : 0;
      number = number * (count_ - place) + smaller;
    }
    return Address(number);
  }
  constexpr Symbols identity() const {
    Symbols result;
    for (unsigned i = 0; i < count_; ++i) result.add(i);
    return result;
  }
  constexpr Symbols transposition(unsigned i, unsigned j) const {
    Symbols result = identity();
    swap(result, i, j);
    return result;
  }
  static constexpr void swap(Symbols& symbols, unsigned i, unsigned j) {
    const std::uint32_t symbol = symbols[i];
    symbols[i] = symbols[j];
    symbols[j] = symbol;
  }

 private:
  static constexpr std::uint32_t factorial(unsigned k) {
    std::uint32_t product = 1;
    for (unsigned i = 2; i <= k; ++i) product *= i;
    return product;
  }

  unsigned count_;
};

}  // namespace network::groups
