// SPDX-License-Identifier: Apache-2.0
// Addition of two floats with 8 bits of exponent, IEEE 754-2019 with round to nearest, ties to
// even. Subnormals, infinities and signed zeros follow the standard. There is one NaN, positive and
// quiet, without payload. The result does not depend on the order of the operands.
//
//   order       The operand of larger magnitude comes first: exponents are compared, and
//               significands get their hidden bit.
//   align       The smaller significand is shifted to the exponent of the larger one; the bits that
//               fall off become one sticky bit.
//   add         The sum or difference, and the first steps of the shift that brings its leading one
//               to the top.
//   round       The rest of that shift, the rounding to even, and the packing into the format.
//
// Each step takes the output of the one before, so that a register may lie between them
// (pipelined_floats.hpp).
//
// Significands have Fraction bits behind the leading one. `coarse`: the operands have zeros in the
// lower half of the significand, and the result is rounded to the upper half. This is how a float32
// adder adds bfloat16 numbers.
#pragma once

#include "hls/operators/lanes.hpp"
#include "hls/types/bits.hpp"

namespace operators {

template <unsigned Fraction>
class FloatLane {
  static_assert(Fraction == 23 || Fraction == 7, "float32 or bfloat16");

 public:
  static constexpr unsigned kWidth = Fraction + 9;

  struct Kind {
    hls::Bit sign;      // of the larger operand
    hls::Bit subtract;  // the signs differ
    hls::Bit special;   // infinite or NaN
    hls::Bit nan;       // the sum is a NaN
  };
  struct Ordered {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bit has_nan;         // an operand is a NaN
    hls::Bits<8> exponent;    // of the larger operand, 1 for subnormals
    hls::Bits<8> difference;  // between the operands' exponents
    hls::Bits<Fraction + 1> larger;
    hls::Bits<Fraction + 1> smaller;
  };
  struct Aligned {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bits<8> exponent;
    hls::Bits<Fraction + 1> larger;
    hls::Bits<Fraction + 4> smaller;  // with guard, round and sticky bit
  };
  struct Added {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bits<8> exponent;
    hls::Bits<Fraction + 5> sum;  // shifted by the high bits of `shift`
    hls::Bits<5> shift;
    hls::Bit at_limit;  // the high bits of `shift` are those of the exponent: the shift ends where a subnormal begins
  };

  // `left_larger`: by magnitude, either value for equal operands. `coarse`: as above.
  static constexpr Ordered order(std::uint32_t left, std::uint32_t right, bool left_larger, bool coarse) {
    const std::uint32_t big = left_larger ? left : right;
    const std::uint32_t little = left_larger ? right : left;
    const std::uint32_t big_exponent = exponent_of(big);
    const std::uint32_t little_exponent = exponent_of(little);
    const std::uint32_t read = coarse ? kFractionMask & ~kLowHalf : kFractionMask;
    const std::uint32_t big_fraction = big & read;
    const std::uint32_t little_fraction = little & read;
    const std::uint32_t is_normal = big_exponent != 0;
    const std::uint32_t little_is_normal = little_exponent != 0;

    Ordered ordered;
    ordered.kind.sign = hls::Bit(big >> (kWidth - 1));
    ordered.kind.subtract = hls::Bit((left ^ right) >> (kWidth - 1));
    ordered.kind.special = hls::Bit(big_exponent == 255);
    ordered.has_nan = hls::Bit(big_exponent == 255 && big_fraction != 0);
    ordered.kind.nan = hls::Bit(ordered.has_nan || (little_exponent == 255 && ordered.kind.subtract));
    ordered.exponent = hls::Bits<8>(big_exponent | (is_normal ^ 1u));
    ordered.difference =
        Subtractor<8>::difference(ordered.exponent, hls::Bits<8>(little_exponent | (little_is_normal ^ 1u)));
    ordered.larger = hls::Bits<Fraction + 1>(is_normal << Fraction | big_fraction);
    ordered.smaller = hls::Bits<Fraction + 1>(little_is_normal << Fraction | little_fraction);
    return ordered;
  }

  static constexpr Aligned align(const Ordered& ordered) {
    // A greater distance shifts by all the steps together.
    const std::uint32_t far = ordered.difference >> kSteps != 0 ? (1u << kSteps) - 1 : 0;
    std::uint32_t smaller = std::uint32_t{ordered.smaller} << 3;
    bool sticky = false;
    for (unsigned step = 0; step < kSteps; ++step) {
      const std::uint32_t by = (ordered.difference | far) & 1u << step;  // no `if`: a shift consists of multiplexers
      sticky = sticky || (by != 0 && (smaller & ((1u << (1u << step)) - 1)) != 0);
      smaller >>= by;
    }
    return {ordered.kind, ordered.exponent, ordered.larger,
            hls::Bits<Fraction + 4>(smaller | static_cast<std::uint32_t>(sticky))};
  }

  static constexpr Added add(const Aligned& aligned) {
    // A difference adds the complement of the smaller significand; a carry from one bit below adds
    // the missing 1.
    const std::uint32_t subtract = aligned.kind.subtract;
    const std::uint32_t smaller = subtract != 0 ? ~std::uint32_t{aligned.smaller} : std::uint32_t{aligned.smaller};
    const std::uint32_t sum = Adder<Fraction + 6>::sum(hls::Bits<Fraction + 6>(std::uint32_t{aligned.larger} << 4 | 1u),
                                                       hls::Bits<Fraction + 6>(smaller << 1 | subtract));
    Added result;
    result.kind = aligned.kind;
    result.exponent = aligned.exponent;
    result.sum = hls::Bits<Fraction + 5>(sum >> 1);
    result.at_limit = hls::Bit(aligned.exponent >> kSteps == 0);
    for (unsigned step = kSteps; step > kLateSteps; --step) shift(result, step - 1);
    return result;
  }

  // A coarse result has zeros in the lower half.
  static constexpr std::uint32_t round(Added added, bool coarse) {
    for (unsigned step = kLateSteps; step > 0; --step) shift(added, step - 1);
    // The significand, its guard bit, and the rest. Without a leading one it is subnormal or zero.
    const std::uint32_t sum = added.sum;
    const std::uint32_t hidden = sum >> (Fraction + 4);
    const std::uint32_t exponent =
        hidden != 0 ? Subtractor<8>::difference(added.exponent, hls::Bits<8>(added.shift)) : hls::Bits<8>();
    std::uint32_t fraction = sum >> 4 & kFractionMask;
    std::uint32_t up = sum >> 3 & 1u & ((sum & 7u) != 0 || (sum >> 4 & 1u) != 0);
    if (coarse) {
      // Ones in the lower half carry into the upper half.
      up = sum >> (3 + kHalf) & 1u & ((sum & (kLowHalf << 3 | 7u)) != 0 || (sum >> (4 + kHalf) & 1u) != 0);
      fraction |= kLowHalf;
    }
    // The leading one adds one to the exponent, and so does the carry of an all-ones fraction.
    const std::uint32_t number = Adder<Fraction + 8>::sum(hls::Bits<Fraction + 8>(exponent << Fraction | fraction),
                                                          hls::Bits<Fraction + 8>(hidden << Fraction | up));

    const bool is_infinite = added.kind.special || exponent_of(number) == 255;
    const bool is_zero = added.kind.subtract && sum == 0;
    const bool sign = added.kind.sign && !added.kind.nan && !is_zero;
    const std::uint32_t keeps = is_infinite ? 0 : coarse ? kFractionMask & ~kLowHalf : kFractionMask;
    std::uint32_t result = (number & (255u << Fraction | keeps)) | (is_infinite ? 255u << Fraction : 0);
    if (added.kind.nan) result |= 1u << (Fraction - 1);
    return result | std::uint32_t{sign} << (kWidth - 1);
  }

 private:
  static constexpr std::uint32_t kFractionMask = (1u << Fraction) - 1;
  // Bits of a float32 below a bfloat16's bits.
  static constexpr unsigned kHalf = Fraction == 23 ? 16 : 0;
  static constexpr std::uint32_t kLowHalf = (1u << kHalf) - 1;
  // Steps of a shift by any number of bits, and those of them behind the register of the sum.
  static constexpr unsigned kSteps = Fraction == 23 ? 5 : 4;
  static constexpr unsigned kLateSteps = 3;
  // The sum is shifted at the top of a word, so that both have the same highest bit.
  static constexpr unsigned kAbove = 32 - (Fraction + 5);

  static constexpr std::uint32_t exponent_of(std::uint32_t word) { return word >> Fraction & 255u; }

  // A step shifts to the top by 1 << step bits if these bits are zeros and the exponent allows it:
  // the exponent's bits above the step exceed the shift so far, or they are equal and it has this
  // bit too.
  static constexpr void shift(Added& added, unsigned step) {
    const unsigned by = 1u << step;
    const std::uint32_t limit = added.exponent >> step & 1u;
    const std::uint32_t sum = added.sum << kAbove;
    const bool zeros = sum >> (32 - by) == 0;
    const bool shifts = zeros && (!added.at_limit || limit != 0);
    added.sum = hls::Bits<Fraction + 5>(sum << (std::uint32_t{shifts} << step) >> kAbove);
    added.shift = hls::Bits<5>(added.shift | std::uint32_t{shifts} << step);
    added.at_limit = hls::Bit(added.at_limit && (limit != 0) == shifts);
  }
};

}  // namespace operators
