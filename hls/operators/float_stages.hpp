// SPDX-License-Identifier: Apache-2.0
// The operations of a set of floats on a payload of W bits, in four stages that registers may
// separate (pipelined_floats.hpp).
//
// The first stage does integers, minima and maxima (lanes.hpp), and its comparison tells the adders
// which operand is larger. Sums continue to the adders, and so do operands with a NaN, which an adder
// turns into the one NaN, and products of floats (float_product.hpp). Adders of a payload of 64 bits:
//
//     bits      63..48   47..32   31..16   15..0
//     float32   wide              wide
//     bfloat16  wide     narrow   wide     narrow      a wide one adds the bfloat16 in its upper half
//     float16   half     half     half     half
//     float64   long
#pragma once

#include <array>
#include <type_traits>

#include "hls/operators/float_lane.hpp"
#include "hls/operators/float_product.hpp"
#include "hls/operators/lanes.hpp"

namespace operators {

template <unsigned W, bool Products, Type... Types>
class FloatStages {
  static constexpr bool has(Type type) { return ((type == Types) || ...); }
  static constexpr bool kHasWide = has(Type::kFloat32) && W % 32 == 0;
  static constexpr unsigned kWide = kHasWide ? W / 32 : 0;
  static constexpr unsigned kNarrow = has(Type::kBfloat16) && W % 16 == 0 ? W / 16 - kWide : 0;
  static constexpr unsigned kHalf = has(Type::kFloat16) && W % 16 == 0 ? W / 16 : 0;
  static constexpr unsigned kLong = has(Type::kFloat64) && W % 64 == 0 ? W / 64 : 0;
  static constexpr bool kBothTypes = has(Type::kBfloat16) && kHasWide;
  static constexpr bool kEvery = has(Type::kFloat16) || has(Type::kFloat64);
  static constexpr unsigned kHalves = W < 16 ? 1 : W / 16;

  template <unsigned Fraction, unsigned Exponent>
  using LaneOf = std::conditional_t<Products, MultiplyingLane<Fraction, Exponent>, FloatLane<Fraction, Exponent>>;
  using Wide = LaneOf<23, 8>;
  using Narrow = LaneOf<7, 8>;
  using Half = LaneOf<10, 5>;
  using Long = LaneOf<52, 11>;
  using Control = LaneControl<true, kEvery>;

  // The word that bypasses the adders: the result of the other operations, and a mask of its 16-bit
  // parts that the adders replace.
  struct Passing {
    static constexpr bool kHlsData = true;
    hls::Bits<W> word;
    hls::Bits<kHalves> replaced;
    hls::Bit coarse;  // a wide adder adds bfloat16
  };
  template <class OfWide, class OfNarrow>
  struct ShortStage {
    Passing passing;
    std::array<OfWide, kWide == 0 ? 1 : kWide> wide;
    std::array<OfNarrow, kNarrow == 0 ? 1 : kNarrow> narrow;
  };
  template <class OfWide, class OfNarrow, class OfHalf, class OfLong>
  struct FullStage {
    Passing passing;
    hls::Bit is_half;  // the type of the operands
    hls::Bit is_long;
    std::array<OfWide, kWide == 0 ? 1 : kWide> wide;
    std::array<OfNarrow, kNarrow == 0 ? 1 : kNarrow> narrow;
    std::array<OfHalf, kHalf == 0 ? 1 : kHalf> half;
    std::array<OfLong, kLong == 0 ? 1 : kLong> long_one;
  };
  template <class OfWide, class OfNarrow, class OfHalf, class OfLong>
  using Stage = std::conditional_t<kEvery, FullStage<OfWide, OfNarrow, OfHalf, OfLong>, ShortStage<OfWide, OfNarrow>>;

 public:
  using Ordered =
      Stage<typename Wide::Ordered, typename Narrow::Ordered, typename Half::Ordered, typename Long::Ordered>;
  using Aligned =
      Stage<typename Wide::Aligned, typename Narrow::Aligned, typename Half::Aligned, typename Long::Aligned>;
  using Added = Stage<typename Wide::Added, typename Narrow::Added, typename Half::Added, typename Long::Added>;

  static constexpr Ordered order(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    const Control control(operation);
    const CombinedLanes<W> combined = combine_lanes<W>(control, left, right);
    const bool coarse = kBothTypes && control.is_bfloat16();
    Ordered ordered;
    std::uint32_t replaced = 0;
    for (unsigned i = 0; i < kWide; ++i) {
      const bool larger = (combined.larger >> (4 * i + 3) & 1u) != 0;
      const std::uint32_t a = bits(left, 32 * i, 32);
      const std::uint32_t b = bits(right, 32 * i, 32);
      ordered.wide[i] = in_lane<Wide>(control, a, b, larger, coarse);
      const bool replaces = is_replaced(control, has_nan(ordered.wide[i]));
      replaced |= (replaces ? (coarse ? 2u : 3u) : 0u) << (2 * i);
    }
    for (unsigned i = 0; i < kNarrow; ++i) {
      const unsigned half = half_of(i);
      const bool larger = (combined.larger >> (2 * half + 1) & 1u) != 0;
      ordered.narrow[i] =
          in_lane<Narrow>(control, bits(left, 16 * half, 16), bits(right, 16 * half, 16), larger, false);
      // A narrow adder takes no part in a float32.
      const bool replaces = is_replaced(control, has_nan(ordered.narrow[i])) && (kWide == 0 || control.is_bfloat16());
      replaced |= std::uint32_t{replaces} << half;
    }
    if constexpr (kEvery) {
      // Adders of some types take no part in others.
      if (control.is_other_float()) replaced = 0;
      for (unsigned i = 0; i < kHalf; ++i) {
        const bool larger = (combined.larger >> (2 * i + 1) & 1u) != 0;
        ordered.half[i] = in_lane<Half>(control, bits(left, 16 * i, 16), bits(right, 16 * i, 16), larger, false);
        const bool replaces = is_replaced(control, has_nan(ordered.half[i])) && control.is_float16();
        replaced |= std::uint32_t{replaces} << i;
      }
      for (unsigned i = 0; i < kLong; ++i) {
        const bool larger = (combined.larger >> (8 * i + 7) & 1u) != 0;
        ordered.long_one[i] = in_lane<Long>(control, left, right, larger, false);
        const bool replaces = is_replaced(control, has_nan(ordered.long_one[i])) && control.is_float64();
        replaced |= replaces ? 15u : 0u;
      }
      ordered.is_half = hls::Bit(control.is_float16());
      ordered.is_long = hls::Bit(control.is_float64());
    }
    ordered.passing.word = hls::Bits<W>(combined.word);
    if constexpr (Products) {
      if (control.is_product()) ordered.passing.word = hls::Bits<W>(multiply_lanes<W>(control, left, right));
    }
    ordered.passing.replaced = hls::Bits<kHalves>(replaced);
    ordered.passing.coarse = hls::Bit(coarse);
    return ordered;
  }

  // Passes `word` on in place of the word of order().
  static constexpr void pass(hls::Bits<W> word, Ordered& ordered) {
    ordered.passing.word = word;
    ordered.passing.replaced = hls::Bits<kHalves>();
  }

  static constexpr Aligned align(const Ordered& ordered) {
    Aligned aligned;
    aligned.passing = ordered.passing;
    for (unsigned i = 0; i < kWide; ++i) aligned.wide[i] = Wide::align(ordered.wide[i]);
    for (unsigned i = 0; i < kNarrow; ++i) aligned.narrow[i] = Narrow::align(ordered.narrow[i]);
    if constexpr (kEvery) {
      aligned.is_half = ordered.is_half;
      aligned.is_long = ordered.is_long;
      for (unsigned i = 0; i < kHalf; ++i) aligned.half[i] = Half::align(ordered.half[i]);
      for (unsigned i = 0; i < kLong; ++i) aligned.long_one[i] = Long::align(ordered.long_one[i]);
    }
    return aligned;
  }

  static constexpr Added add(const Aligned& aligned) {
    Added added;
    added.passing = aligned.passing;
    for (unsigned i = 0; i < kWide; ++i) added.wide[i] = Wide::add(aligned.wide[i]);
    for (unsigned i = 0; i < kNarrow; ++i) added.narrow[i] = Narrow::add(aligned.narrow[i]);
    if constexpr (kEvery) {
      added.is_half = aligned.is_half;
      added.is_long = aligned.is_long;
      for (unsigned i = 0; i < kHalf; ++i) added.half[i] = Half::add(aligned.half[i]);
      for (unsigned i = 0; i < kLong; ++i) added.long_one[i] = Long::add(aligned.long_one[i]);
    }
    return added;
  }

  static constexpr hls::Bits<W> round(const Added& added) {
    const bool coarse = kBothTypes && added.passing.coarse;
    std::uint64_t sums = 0;  // a coarse sum is zero in the half that a narrow sum fills
    for (unsigned i = 0; i < kWide; ++i) sums |= std::uint64_t{Wide::round(added.wide[i], coarse)} << (32 * i);
    for (unsigned i = 0; i < kNarrow; ++i) {
      const std::uint64_t sum = Narrow::round(added.narrow[i], false);
      sums |= (kWide == 0 || coarse ? sum : 0) << (16 * half_of(i));
    }
    if constexpr (kEvery) {
      std::uint64_t halves = 0;
      for (unsigned i = 0; i < kHalf; ++i) halves |= std::uint64_t{Half::round(added.half[i], false)} << (16 * i);
      if (added.is_half) sums = halves;
      for (unsigned i = 0; i < kLong; ++i) {
        const std::uint64_t sum = Long::round(added.long_one[i], false);
        if (added.is_long) sums = sum;
      }
    }
    std::uint64_t result = 0;
    for (unsigned half = 0; half < W / 16; ++half) {
      const std::uint64_t word = (added.passing.replaced >> half & 1u) != 0 ? sums : std::uint64_t{added.passing.word};
      result |= word & std::uint64_t{0xffff} << (16 * half);
    }
    // The byte above, in a payload that no float fills.
    for (unsigned bit = W / 16 * 16; bit < W; ++bit) result |= added.passing.word & std::uint64_t{1} << bit;
    return hls::Bits<W>(result);
  }

 private:
  // The half payload word of a narrow adder.
  static constexpr unsigned half_of(unsigned narrow) { return kWide == 0 ? narrow : 2 * narrow; }

  static constexpr std::uint32_t bits(std::uint64_t word, unsigned from, unsigned width) {
    return static_cast<std::uint32_t>(word >> from & ((std::uint64_t{1} << width) - 1));
  }

  template <class Lane>
  static constexpr typename Lane::Ordered in_lane(Control control, typename Lane::Word left, typename Lane::Word right,
                                                  bool larger, bool coarse) {
    if constexpr (Products) {
      return Lane::order(left, right, larger, coarse, control.is_product());
    } else {
      return Lane::order(left, right, larger, coarse);
    }
  }

  // A sum or a product, or the minimum or maximum of a NaN. (Infinities of opposite signs have no sum
  // either, but they have a minimum.)
  static constexpr bool is_replaced(Control control, bool has_nan) {
    if constexpr (Products) {
      if (control.is_product()) return control.is_float();
    }
    return control.is_float() && (control.is_sum() || has_nan);
  }
  template <class OrderedLane>
  static constexpr hls::Bit has_nan(const OrderedLane& ordered) {
    if constexpr (Products) {
      return ordered.sum.has_nan;
    } else {
      return ordered.has_nan;
    }
  }
};

}  // namespace operators
