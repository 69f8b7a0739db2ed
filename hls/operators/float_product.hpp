// SPDX-License-Identifier: Apache-2.0
// A lane that adds or multiplies two floats. The sum is that of FloatLane. The product takes its
// first stage, which finds the larger operand, and its last one, which rounds:
//
//   align       A subnormal operand is shifted until its leading one is at the top. If both are
//               subnormal, the product is below half of the least number in any case.
//   add         The product, and where it is subnormal, the shift to the least exponent.
#pragma once

#include "hls/operators/float_lane.hpp"
#include "hls/types/bits.hpp"

namespace operators {

template <unsigned Fraction, unsigned Exponent = 8>
class MultiplyingLane {
  using Sum = FloatLane<Fraction, Exponent>;

 public:
  using Word = typename Sum::Word;
  using Added = typename Sum::Added;

  struct Ordered {
    static constexpr bool kHlsData = true;
    typename Sum::Ordered sum;
    hls::Bit multiplies;
  };
  struct Factors {
    static constexpr bool kHlsData = true;
    typename Sum::Kind kind;
    hls::Bits<Exponent + 2> exponent;  // of the product, in two's complement; 0 and less: a subnormal
    hls::Bits<Fraction + 1> left;
    hls::Bits<Fraction + 1> right;
  };
  struct Aligned {
    static constexpr bool kHlsData = true;
    typename Sum::Aligned sum;
    Factors factors;
    hls::Bit multiplies;
  };

  static constexpr Ordered order(Word left, Word right, bool left_larger, bool coarse, bool multiplies) {
    return {Sum::order(left, right, left_larger, coarse), hls::Bit(multiplies)};
  }

  static constexpr Aligned align(const Ordered& ordered) {
    return {Sum::align(ordered.sum), factors_of(ordered.sum), ordered.multiplies};
  }

  static constexpr Added add(const Aligned& aligned) {
    const Added product = multiply(aligned.factors);
    const Added sum = Sum::add(aligned.sum);
    return aligned.multiplies ? product : sum;
  }

  static constexpr Word round(const Added& added, bool coarse) { return Sum::round(added, coarse); }

 private:
  static constexpr unsigned kBias = (1u << (Exponent - 1)) - 1;
  static constexpr unsigned kInfinite = (1u << Exponent) - 1;
  static constexpr unsigned kProductWidth = Fraction + 5;  // with guard, round and sticky bit, and one for a shift
  static constexpr Word kTop = Word{1} << (kProductWidth - 1);

  static constexpr Factors factors_of(const typename Sum::Ordered& ordered) {
    Word smaller = ordered.smaller;
    unsigned shift = 0;
    for (unsigned step = Sum::kSteps; step > 0; --step) {
      const unsigned by = 1u << (step - 1);
      if (by > Fraction) continue;
      const bool zeros = smaller >> (Fraction + 1 - by) == 0;
      smaller = smaller << (zeros ? by : 0);
      shift |= zeros ? by : 0;
    }
    Factors factors;
    factors.kind.sign = ordered.kind.subtract;  // the signs differ
    factors.kind.special = ordered.kind.special;
    factors.kind.nan = hls::Bit(ordered.has_nan || (ordered.kind.special && ordered.smaller == 0));
    factors.exponent =
        hls::Bits<Exponent + 2>(2 * unsigned{ordered.exponent} - unsigned{ordered.difference} - shift - kBias);
    factors.left = ordered.larger;
    factors.right = hls::Bits<Fraction + 1>(smaller);
    return factors;
  }

  // The upper bits of a product of significands; the lowest one is sticky.
  static constexpr Word product_of(Word left, Word right) {
    constexpr unsigned kBelow = Fraction - 3;
    if constexpr (2 * Fraction + 2 <= 64) {
      const std::uint64_t product = std::uint64_t{left} * right;
      const std::uint64_t rest = product & ((std::uint64_t{1} << kBelow) - 1);
      return static_cast<Word>(product >> kBelow) | Word{rest != 0};
    } else {
      // A product is wider than a word: it consists of those of halves.
      constexpr unsigned kHalf = (Fraction + 2) / 2;
      constexpr Word kMask = (Word{1} << kHalf) - 1;
      const Word low = (left & kMask) * (right & kMask);
      const Word middle = (left >> kHalf) * (right & kMask) + (left & kMask) * (right >> kHalf) + (low >> kHalf);
      const Word high = (left >> kHalf) * (right >> kHalf) + (middle >> kHalf);
      constexpr unsigned kOfMiddle = 2 * kHalf - kBelow;
      const Word rest = (low & kMask) | (middle & (kMask >> kOfMiddle));
      return high << kOfMiddle | (middle & kMask) >> (kHalf - kOfMiddle) | Word{rest != 0};
    }
  }

  static constexpr Added multiply(const Factors& factors) {
    const bool below_least = (factors.exponent >> (Exponent + 1)) != 0;
    const unsigned exponent = factors.exponent;
    const unsigned down = below_least ? (0u - exponent) & ((1u << (Exponent + 2)) - 1) : 0;
    Word product = product_of(factors.left, factors.right);
    // The product of numbers in [1, 2) is in [1, 4).
    const bool is_normal = !below_least && exponent != 0;
    const bool shifts = is_normal && (product & kTop) == 0;
    product = product << unsigned{shifts};
    const unsigned far = down >> Sum::kSteps != 0 ? (1u << Sum::kSteps) - 1 : 0;
    bool sticky = false;
    for (unsigned step = 0; step < Sum::kSteps; ++step) {
      const unsigned by = (down | far) & 1u << step;
      sticky = sticky || (by != 0 && (product & ((Word{1} << (1u << step)) - 1)) != 0);
      product >>= by;
    }
    const bool has_one = (product & kTop) != 0;
    const unsigned result = is_normal && has_one ? exponent - unsigned{shifts} : 0;
    Added added;
    added.kind = factors.kind;
    added.kind.special = hls::Bit(factors.kind.special || result >= kInfinite - 1);
    added.exponent = hls::Bits<Exponent>(result);
    added.sum = hls::Bits<kProductWidth>(product | Word{sticky});
    added.at_limit = hls::Bit(1);  // no more shifts
    return added;
  }
};

}  // namespace operators
