// SPDX-License-Identifier: Apache-2.0
// Addition of two floats of a binary format, IEEE 754-2019 with round to nearest, ties to even.
// Subnormals, infinities and signed zeros follow the standard. There is one NaN, positive and
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

//     FloatLane<23>       float32        FloatLane<10, 5>     float16
//     FloatLane<7>        bfloat16       FloatLane<52, 11>    float64
template <unsigned Fraction, unsigned Exponent = 8>
class FloatLane {
 public:
  static constexpr unsigned kFraction = Fraction;
  static constexpr unsigned kExponent = Exponent;
  static constexpr unsigned kWidth = Fraction + Exponent + 1;
  // Steps of a shift by any number of bits.
  static constexpr unsigned kSteps = hls::index_width(Fraction + 4);
  static constexpr unsigned kShiftWidth = kSteps < 5 ? 5 : kSteps;
  using Word = hls::NumberOf<kWidth>;

  struct Kind {
    hls::Bit sign;      // of the larger operand
    hls::Bit subtract;  // the signs differ
    hls::Bit special;   // infinite or NaN
    hls::Bit nan;       // the sum is a NaN
  };
  struct Ordered {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bit has_nan;                // an operand is a NaN
    hls::Bits<Exponent> exponent;    // of the larger operand, 1 for subnormals
    hls::Bits<Exponent> difference;  // between the operands' exponents
    hls::Bits<Fraction + 1> larger;
    hls::Bits<Fraction + 1> smaller;
  };
  struct Aligned {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bits<Exponent> exponent;
    hls::Bits<Fraction + 1> larger;
    hls::Bits<Fraction + 4> smaller;  // with guard, round and sticky bit
  };
  struct Added {
    static constexpr bool kHlsData = true;
    Kind kind;
    hls::Bits<Exponent> exponent;
    hls::Bits<Fraction + 5> sum;  // shifted by the high bits of `shift`
    hls::Bits<kShiftWidth> shift;
    hls::Bit at_limit;  // the high bits of `shift` are those of the exponent: the shift ends where a subnormal begins
  };

  // `left_larger`: by magnitude, either value for equal operands. `coarse`: as above.
  static constexpr Ordered order(Word left, Word right, bool left_larger, bool coarse) {
    const Word big = left_larger ? left : right;
    const Word little = left_larger ? right : left;
    const Word big_exponent = exponent_of(big);
    const Word little_exponent = exponent_of(little);
    const Word read = coarse ? kFractionMask & ~kLowHalf : kFractionMask;
    const Word big_fraction = big & read;
    const Word little_fraction = little & read;
    const Word is_normal = big_exponent != 0;
    const Word little_is_normal = little_exponent != 0;

    Ordered ordered;
    ordered.kind.sign = hls::Bit(big >> (kWidth - 1));
    ordered.kind.subtract = hls::Bit((left ^ right) >> (kWidth - 1));
    ordered.kind.special = hls::Bit(big_exponent == kInfinite);
    ordered.has_nan = hls::Bit(big_exponent == kInfinite && big_fraction != 0);
    ordered.kind.nan = hls::Bit(ordered.has_nan || (little_exponent == kInfinite && ordered.kind.subtract));
    ordered.exponent = hls::Bits<Exponent>(big_exponent | (is_normal ^ 1u));
    ordered.difference = Subtractor<Exponent>::difference(
        ordered.exponent, hls::Bits<Exponent>(little_exponent | (little_is_normal ^ 1u)));
    ordered.larger = hls::Bits<Fraction + 1>(is_normal << Fraction | big_fraction);
    ordered.smaller = hls::Bits<Fraction + 1>(little_is_normal << Fraction | little_fraction);
    return ordered;
  }

  static constexpr Aligned align(const Ordered& ordered) {
    // A greater distance shifts by all the steps together.
    const Word far = ordered.difference >> kSteps != 0 ? (Word{1} << kSteps) - 1 : 0;
    Word smaller = Word{ordered.smaller} << 3;
    bool sticky = false;
    for (unsigned step = 0; step < kSteps; ++step) {
      const Word by = (ordered.difference | far) & Word{1} << step;  // no `if`: a shift consists of multiplexers
      sticky = sticky || (by != 0 && (smaller & ((Word{1} << (1u << step)) - 1)) != 0);
      smaller >>= by;
    }
    return {ordered.kind, ordered.exponent, ordered.larger,
            hls::Bits<Fraction + 4>(smaller | static_cast<Word>(sticky))};
  }

  static constexpr Added add(const Aligned& aligned) {
    // A difference adds the complement of the smaller significand; a carry from one bit below adds
    // the missing 1.
    const Word subtract = aligned.kind.subtract;
    const Word smaller = subtract != 0 ? ~Word{aligned.smaller} : Word{aligned.smaller};
    const Word sum = Adder<Fraction + 6>::sum(hls::Bits<Fraction + 6>(Word{aligned.larger} << 4 | 1u),
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
  static constexpr Word round(Added added, bool coarse) {
    for (unsigned step = kLateSteps; step > 0; --step) shift(added, step - 1);
    // The significand, its guard bit, and the rest. Without a leading one it is subnormal or zero.
    const Word sum = added.sum;
    const Word hidden = sum >> (Fraction + 4);
    const Word exponent = hidden != 0
                              ? Subtractor<Exponent>::difference(added.exponent, hls::Bits<Exponent>(added.shift))
                              : hls::Bits<Exponent>();
    Word fraction = sum >> 4 & kFractionMask;
    Word up = sum >> 3 & 1u & ((sum & 7u) != 0 || (sum >> 4 & 1u) != 0);
    if (coarse) {
      // Ones in the lower half carry into the upper half.
      up = sum >> (3 + kHalf) & 1u & ((sum & (kLowHalf << 3 | 7u)) != 0 || (sum >> (4 + kHalf) & 1u) != 0);
      fraction |= kLowHalf;
    }
    // The leading one adds one to the exponent, and so does the carry of an all-ones fraction.
    const Word number = Adder<Fraction + Exponent>::sum(hls::Bits<Fraction + Exponent>(exponent << Fraction | fraction),
                                                        hls::Bits<Fraction + Exponent>(hidden << Fraction | up));

    const bool is_infinite = added.kind.special || exponent_of(number) == kInfinite;
    const bool is_zero = added.kind.subtract && sum == 0;
    const bool sign = added.kind.sign && !added.kind.nan && !is_zero;
    const Word keeps = is_infinite ? 0 : coarse ? kFractionMask & ~kLowHalf : kFractionMask;
    Word result = (number & (kInfinite << Fraction | keeps)) | (is_infinite ? kInfinite << Fraction : 0);
    if (added.kind.nan) result |= Word{1} << (Fraction - 1);
    return result | Word{sign} << (kWidth - 1);
  }

 private:
  static constexpr Word kFractionMask = (Word{1} << Fraction) - 1;
  // Bits of a float32 below a bfloat16's bits.
  static constexpr unsigned kHalf = Fraction == 23 ? 16 : 0;
  static constexpr Word kLowHalf = (Word{1} << kHalf) - 1;
  // Steps of a shift that are behind the register of the sum.
  static constexpr unsigned kLateSteps = 3;
  static constexpr Word kInfinite = (Word{1} << Exponent) - 1;  // exponent of infinities and NaN
  static constexpr unsigned kWordWidth = 8 * sizeof(Word);
  // The sum is shifted at the top of a word, so that both have the same highest bit.
  static constexpr unsigned kAbove = kWordWidth - (Fraction + 5);

  static constexpr Word exponent_of(Word word) { return word >> Fraction & kInfinite; }

  // A step shifts to the top by 1 << step bits if these bits are zeros and the exponent allows it:
  // the exponent's bits above the step exceed the shift so far, or they are equal and it has this
  // bit too.
  static constexpr void shift(Added& added, unsigned step) {
    const unsigned by = 1u << step;
    const Word limit = added.exponent >> step & 1u;
    const Word sum = added.sum << kAbove;
    const bool zeros = sum >> (kWordWidth - by) == 0;
    const bool shifts = zeros && (!added.at_limit || limit != 0);
    added.sum = hls::Bits<Fraction + 5>(sum << (Word{shifts} << step) >> kAbove);
    added.shift = hls::Bits<kShiftWidth>(added.shift | Word{shifts} << step);
    added.at_limit = hls::Bit(added.at_limit && (limit != 0) == shifts);
  }
};

}  // namespace operators
