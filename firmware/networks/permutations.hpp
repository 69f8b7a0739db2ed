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

// Symbols below 16 in one word, the one of place 0 in its lowest four bits.
class PackedSymbols {
 public:
  // All 0.
  constexpr PackedSymbols() = default;
  // 0, 1, .. 15.
  static constexpr PackedSymbols ascending() { return PackedSymbols(0xFEDCBA9876543210u); }

  constexpr unsigned operator[](unsigned place) const { return static_cast<unsigned>(word_ >> 4 * place & 15u); }
  // Where the symbol is 0.
  constexpr void put(unsigned place, unsigned symbol) { word_ |= std::uint64_t{symbol} << 4 * place; }
  constexpr void set(unsigned place, unsigned symbol) {
    word_ &= ~(std::uint64_t{15} << 4 * place);
    put(place, symbol);
  }
  constexpr void swap(unsigned i, unsigned j) {
    const unsigned symbol = (*this)[i];
    set(i, (*this)[j]);
    set(j, symbol);
  }
  // The symbol of a place; those behind it move up.
  constexpr unsigned take(unsigned place) {
    const unsigned symbol = (*this)[place];
    const std::uint64_t before = (std::uint64_t{1} << 4 * place) - 1;
    word_ = (word_ & before) | (word_ >> 4 & ~before);
    return symbol;
  }
  // One less from place `first` on, as far as there are places; none of them is 0.
  constexpr void decrease_from(unsigned first) {
    if (first < 16) word_ -= 0x1111111111111111u << 4 * first;
  }

 private:
  constexpr explicit PackedSymbols(std::uint64_t word) : word_(word) {}

  std::uint64_t word_ = 0;
};

class Permutations {
 public:
  using Element = PackedSymbols;

  constexpr explicit Permutations(unsigned count) : count_(count) {}

  constexpr unsigned symbol_count() const { return count_; }
  constexpr std::uint32_t nodes() const { return factorial(count_); }
  constexpr Element product(Element a, Element b) const {
    Element result;
    for (unsigned i = 0; i < count_; ++i) result.put(i, a[b[i]]);
    return result;
  }
  constexpr Element inverse(Element a) const {
    Element result;
    for (unsigned i = 0; i < count_; ++i) result.put(a[i], i);
    return result;
  }
  // The address in the factorial number system has a digit for every place: how many smaller
  // symbols have a place behind it.
  constexpr Element element_of(Address node) const {
    Element digits;
    std::uint32_t rest = node.number();
    for (unsigned choices = 1; choices <= count_; ++choices) {
      const std::uint32_t quotient = divided(rest, choices);
      digits.put(count_ - choices, rest - quotient * choices);
      rest = quotient;
    }
    Element left = identity();  // those that have no place yet, ascending
    Element result;
    for (unsigned place = 0; place < count_; ++place) result.put(place, left.take(digits[place]));
    return result;
  }
  constexpr Address address_of(Element permutation) const {
    Element smaller = identity();  // by symbol: how many smaller ones have no place yet
    std::uint32_t number = 0;
    for (unsigned place = 0; place < count_; ++place) {
      const unsigned symbol = permutation[place];
      number = number * (count_ - place) + smaller[symbol];
      smaller.decrease_from(symbol + 1);
    }
    return Address(number);
  }
  constexpr Symbols symbols(Address node) const {
    const Element permutation = element_of(node);
    Symbols result;
    for (unsigned place = 0; place < count_; ++place) result.add(permutation[place]);
    return result;
  }

 protected:
  static constexpr Element identity() { return Element::ascending(); }
  static constexpr Element transposition(unsigned i, unsigned j) {
    Element result = identity();
    result.swap(i, j);
    return result;
  }

 private:
  static constexpr std::uint32_t factorial(unsigned k) {
    std::uint32_t product = 1;
    for (unsigned i = 2; i <= k; ++i) product *= i;
    return product;
  }
  // A multiplication is quicker than a division by a number that the compiler does not know. The
  // inverse is too large by less than 2^-36, which is too little for numbers below 2^36 / divisor.
  static constexpr std::uint32_t divided(std::uint32_t number, unsigned divisor) {
    constexpr std::uint64_t kOne = std::uint64_t{1} << 36;
    constexpr std::uint64_t kInverses[] = {0,
                                           kOne,
                                           kOne / 2 + 1,
                                           kOne / 3 + 1,
                                           kOne / 4 + 1,
                                           kOne / 5 + 1,
                                           kOne / 6 + 1,
                                           kOne / 7 + 1,
                                           kOne / 8 + 1,
                                           kOne / 9 + 1,
                                           kOne / 10 + 1};
    return static_cast<std::uint32_t>(number * kInverses[divisor] >> 36);
  }

  unsigned count_;
};

// The star graph of k symbols (Akers, Harel and Krishnamurthy 1987): port i swaps the first symbol
// with that at place i + 1.
class Star : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostSymmetric = 10;

  constexpr explicit Star(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  static constexpr Element generator(unsigned port) { return transposition(0, port + 1); }
};

// The pancake graph of k symbols (Akers and Krishnamurthy 1989): port i reverses the first i + 2
// symbols.
class Pancake : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostSymmetric = 10;

  constexpr explicit Pancake(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  static constexpr Element generator(unsigned port) {
    Element result = identity();
    for (unsigned i = 0; i <= port + 1; ++i) result.set(i, port + 1 - i);
    return result;
  }
  // Each reversal is the shortest that leads to a new permutation (Zaks, A new algorithm for
  // generation of permutations, 1984): after k! of them the first k + 1 symbols are rotated by one.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (std::uint32_t i = 0; i < nodes(); ++i) visit(address_of(in_order(i)));
  }

 private:
  constexpr Element in_order(std::uint32_t i) const {
    Element result = identity();
    std::uint32_t period = nodes();
    for (unsigned k = symbol_count(); k > 1; --k) {
      period /= k;
      const std::uint32_t turns = i / period;
      i %= period;
      const Element before = result;
      for (unsigned place = 0; place < k; ++place) result.set((place + turns) % k, before[place]);
    }
    return result;
  }
};

// The bubble-sort graph of k symbols (Akers and Krishnamurthy 1989): port i swaps the symbols at
// places i and i + 1.
class BubbleSort : public Permutations {
 public:
  static constexpr Limits kLimits{2, kMaxPermuted};
  static constexpr std::uint32_t kMostSymmetric = 10;

  constexpr explicit BubbleSort(unsigned symbols) : Permutations(symbols) {}

  constexpr unsigned ports() const { return symbol_count() - 1; }
  static constexpr Element generator(unsigned port) { return transposition(port, port + 1); }
  // The order of Steinhaus, Johnson and Trotter: the last symbol runs down and up through those of
  // every permutation of the others (Knuth, The Art of Computer Programming 4A, section 7.2.1.2).
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (std::uint32_t i = 0; i < nodes(); ++i) visit(address_of(in_order(i)));
  }

 private:
  constexpr Element in_order(std::uint32_t i) const {
    Element places = identity();  // by symbol: those of smaller symbols to the left of it
    for (unsigned symbol = symbol_count(); symbol > 1; --symbol) {
      const std::uint32_t run = i / symbol;
      places.set(symbol - 1, run % 2 == 0 ? symbol - 1 - i % symbol : i % symbol);
      i = run;
    }
    Element result = identity();
    for (unsigned symbol = 1; symbol < symbol_count(); ++symbol) {
      for (unsigned place = symbol; place > places[symbol]; --place) result.swap(place, place - 1);
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
  constexpr Element generator(unsigned port) const {
    if (port < block_size_) return transposition(0, port + 1);
    const unsigned block = port - block_size_ + 1;
    Element result = identity();
    for (unsigned i = 0; i < block_size_; ++i) result.swap(1 + i, 1 + block * block_size_ + i);
    return result;
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
