// Networks of words of n digits that turn: the cube-connected cycles, the wrapped butterfly and the
// cyclic-cubes. A node is a word x of n digits below `ranks` and a position i from 0 to n - 1; its
// address is x n + i. The group:
//
//     (x, i) (y, j) = (x + y turned by i, i + j)
//
// digits modulo `ranks`, positions modulo n; turned by i, digit 0 becomes digit i. So a generator
// (e, j) that changes digit 0 changes, at position i, digit i. (The wreath product of two cyclic
// groups; Annexstein, Baumslag and Rosenberg, Group action graphs and parallel architectures,
// 1990.)
#pragma once

#include "firmware/networks/network.hpp"

namespace network::groups {

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
    const Word word = word_of(node);
    Symbols name;
    name.add(word.position);
    for (unsigned i = digits_; i > 0; --i) name.add(word.digits[i - 1]);
    return name;
  }
  constexpr Address product(Address a, Address b) const {
    Word result = word_of(a);
    const Word other = word_of(b);
    for (unsigned i = 0; i < digits_; ++i) {
      std::uint32_t& digit = result.digits[(i + result.position) % digits_];
      digit = (digit + other.digits[i]) % ranks_;
    }
    result.position = (result.position + other.position) % digits_;
    return address_of(result);
  }
  constexpr Address inverse(Address a) const {
    const Word word = word_of(a);
    Word result = word;
    result.position = (digits_ - word.position) % digits_;
    for (unsigned i = 0; i < digits_; ++i) {
      result.digits[(i + result.position) % digits_] = (ranks_ - word.digits[i]) % ranks_;
    }
    return address_of(result);
  }

 protected:
  // The element that adds `rank` to digit 0 and `turn`, from 0 to n - 1, to the position.
  constexpr Address element(std::uint32_t rank, unsigned turn) const { return Address(rank * digits_ + turn); }

 private:
  struct Word {
    Symbols digits;  // digit 0 first
    unsigned position = 0;
  };
  constexpr Word word_of(Address node) const {
    Word word;
    word.position = node.number() % digits_;
    std::uint32_t rest = node.number() / digits_;
    for (unsigned i = 0; i < digits_; ++i, rest /= ranks_) word.digits.add(rest % ranks_);
    return word;
  }
  constexpr Address address_of(const Word& word) const {
    std::uint32_t number = 0;
    for (unsigned i = digits_; i > 0; --i) number = number * ranks_ + word.digits[i - 1];
    return Address(number * digits_ + word.position);
  }

  unsigned digits_;
  std::uint32_t ranks_;
};

}  // namespace network::groups
