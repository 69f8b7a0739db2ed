// SPDX-License-Identifier: Apache-2.0
// Networks whose nodes are the permutations of k symbols 0 .. k - 1: star, pancake, bubble-sort and
// macro-star graphs. The address of a permutation is its place in alphabetical order, so that 0 is
// 01..(k-1). A generator moves the symbols at its places, whichever they are: (a b)(i) = a(b(i)).
#pragma once

#include "firmware/networks/network.hpp"

namespace network {
namespace groups {

// 8 symbols have 40,320 permutations; 9 have more than a network's nodes.
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

// The star graph of k symbols (Akers, Harel and Krishnamurthy 1987): port i swaps the first symbol
// with that at place i + 1.
class Star : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostAlike = 10;

  constexpr explicit Star(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  constexpr Address generator(unsigned port) const { return address_of(transposition(0, port + 1)); }
};

// The pancake graph of k symbols (Akers and Krishnamurthy 1989): port i reverses the first i + 2
// symbols.
class Pancake : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostAlike = 10;

  constexpr explicit Pancake(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  constexpr Address generator(unsigned port) const {
    Symbols result = identity();
    for (unsigned i = 0; i <= port + 1; ++i) result[i] = port + 1 - i;
    return address_of(result);
  }
  // Each reversal is the shortest that leads to a new permutation (Zaks, A new algorithm for
  // generation of permutations, 1984): after k! of them the first k + 1 symbols are rotated by one.
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

// The bubble-sort graph of k symbols (Akers and Krishnamurthy 1989): port i swaps the symbols at
// places i and i + 1.
class BubbleSort : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostAlike = 10;

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

// The macro-star network MS(l, m) (Yeh and Varvarigos, Macro-star networks: efficient low-degree
// alternatives to star graphs, 1998): permutations of l m + 1 symbols, which are a first one and l
// blocks of m.
//
// Port i < m swaps the first symbol with symbol i of the first block (the links of a star graph
// within a nucleus); port m + j - 1, j = 1 .. l - 1, swaps block j with the first block.
class MacroStar : public Permutations {
 public:
  static constexpr std::uint32_t kLeastBlocks = 2;  // one block is a star graph
  static constexpr std::uint32_t kLeastBlockSize = 1;

  // blocks * block_size + 1 <= kMaxPermuted
  constexpr MacroStar(unsigned blocks, unsigned block_size)
      : Permutations(blocks * block_size + 1), blocks_(blocks), block_size_(block_size) {}

  constexpr unsigned ports() const { return block_size_ + blocks_ - 1; }
  constexpr Address generator(unsigned port) const {
    if (port < block_size_) return address_of(transposition(0, port + 1));
    const unsigned block = port - block_size_ + 1;
    Symbols result = identity();
    for (unsigned i = 0; i < block_size_; ++i) swap(result, 1 + i, 1 + block * block_size_ + i);
    return address_of(result);
  }

 private:
  unsigned blocks_;
  unsigned block_size_;
};

}  // namespace groups

using Star = CayleyNetwork<groups::Star>;
using Pancake = CayleyNetwork<groups::Pancake>;
using BubbleSort = CayleyNetwork<groups::BubbleSort>;
using MacroStar = CayleyNetwork<groups::MacroStar>;

}  // namespace network
