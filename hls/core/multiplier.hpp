// SPDX-License-Identifier: Apache-2.0
// Multiplication and division, a bit in each cycle, with one adder (RISC-V unprivileged ISA 20191213,
// chapter 7). `high` and the core's `work` are one register:
//
//   multiplication   the product grows into it from the left, the multiplier leaves it to the right
//   division         the dividend leaves it to the left, the quotient follows from the right
//
// A division works on the dividend's magnitude, and the core gives the result its sign. By zero it
// finds the quotient -1 and the dividend as remainder, as the ISA asks.
#pragma once

#include "hls/core/configuration.hpp"

namespace core {

// An instruction, by funct3: MUL 0, MULH 1, MULHSU 2, MULHU 3, DIV 4, DIVU 5, REM 6, REMU 7.
constexpr bool divides(std::uint32_t function) {
  return (function & 4) != 0;
}
constexpr bool first_is_signed(std::uint32_t function) {
  return divides(function) ? (function & 1) == 0 : function != 3;
}
constexpr bool second_is_signed(std::uint32_t function) {
  return divides(function) ? (function & 1) == 0 : function < 2;
}
// Whether the result is the upper word: the upper half of a product, or the remainder.
constexpr bool takes_high(std::uint32_t function) {
  return divides(function) ? (function & 2) != 0 : function != 0;
}

constexpr bool negates_dividend(std::uint32_t function, std::uint32_t first) {
  return divides(function) && first_is_signed(function) && first >> 31 != 0;
}
// A remainder has the sign of the dividend.
constexpr bool negates_result(std::uint32_t function, std::uint32_t first, std::uint32_t second) {
  if (takes_high(function)) return negates_dividend(function, first);
  const bool divisor = divides(function) && second_is_signed(function) && second >> 31 != 0;
  return negates_dividend(function, first) != divisor && second != 0;
}

// A product in one cycle. A negative operand stands for 2^32 less than its bits.
inline std::uint32_t product(std::uint32_t function, std::uint32_t first, std::uint32_t second) {
  const std::uint64_t whole = std::uint64_t{first} * second;
  if (!takes_high(function)) return static_cast<std::uint32_t>(whole);
  const std::uint32_t less_for_first = first_is_signed(function) && first >> 31 != 0 ? second : 0;
  const std::uint32_t less_for_second = second_is_signed(function) && second >> 31 != 0 ? first : 0;
  return static_cast<std::uint32_t>(whole >> 32) - less_for_first - less_for_second;
}

class Multiplier {
 public:
  void begin(bool negates) {
    high_ = hls::Bits<33>(0);
    negates_ = hls::Bit(negates);
  }
  // One bit; `last`: the 32nd.
  void iterate(std::uint32_t function, Word& work, std::uint32_t second, bool last) {
    const bool is_negative = second_is_signed(function) && second >> 31 != 0;
    const std::uint64_t operand = std::uint64_t{second} | (is_negative ? kAbove : 0);
    const std::uint64_t high = high_;
    const std::uint64_t before =
        divides(function) ? (high << 1 | work >> 31) & ~(kAbove << 1) : high | ((high >> 32 & 1) != 0 ? kAbove : 0);
    // A division subtracts the divisor's magnitude: it adds a negative one. The last bit of a signed
    // multiplier counts negative.
    const bool subtracts = divides(function) ? !is_negative : last && first_is_signed(function);
    const std::uint64_t sum = subtracts ? before - operand : before + operand;
    if (divides(function)) {
      const bool fits = (sum >> 33 & 1) == 0;
      high_ = hls::Bits<33>(fits ? sum : before);
      work = Word(work << 1 | (fits ? 1u : 0u));
    } else {
      const std::uint64_t product = (work & 1) != 0 ? sum : before;
      high_ = hls::Bits<33>(product >> 1);
      work = Word(work >> 1 | static_cast<std::uint32_t>(product & 1) << 31);
    }
  }
  bool negates() const { return negates_; }
  std::uint32_t high() const { return static_cast<std::uint32_t>(high_); }

 private:
  static constexpr std::uint64_t kAbove = ~std::uint64_t{0} << 32;

  hls::Bits<33> high_;
  hls::Bit negates_;
};

}  // namespace core
