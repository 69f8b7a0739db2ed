// SPDX-License-Identifier: Apache-2.0
// The operations of a set of floats on a payload of W bits, in four stages that registers may
// separate (pipelined_floats.hpp).
//
// The first stage does integers, minima and maxima (lanes.hpp), and its comparison tells the adders
// which operand is larger. Sums continue to the adders, and so do operands with a NaN, which an adder
// turns into the one NaN. Adders of a payload of 64 bits with both types:
//
//     bits      63..32    47..32    31..0     15..0
//     float32   wide                wide
//     bfloat16  wide      narrow    wide      narrow      a wide one adds the bfloat16 in its upper half
#pragma once

#include <array>

#include "hls/operators/float_lane.hpp"
#include "hls/operators/lanes.hpp"

namespace operators {

template <unsigned W, bool Float32, bool Bfloat16>
class FloatStages {
  static constexpr unsigned kWide = Float32 && W % 32 == 0 ? W / 32 : 0;
  static constexpr unsigned kNarrow = Bfloat16 && W % 16 == 0 ? W / 16 - kWide : 0;
  static constexpr bool kBothTypes = Float32 && Bfloat16 && kWide != 0;
  static constexpr unsigned kHalves = W < 16 ? 1 : W / 16;
  using Wide = FloatLane<23>;
  using Narrow = FloatLane<7>;

  // The word that bypasses the adders: the result of the other operations, and a mask of its 16-bit
  // parts that the adders replace.
  struct Passing {
    static constexpr bool kHlsData = true;
    hls::Bits<W> word;
    hls::Bits<kHalves> replaced;
    hls::Bit coarse;  // a wide adder adds bfloat16
  };
  template <class OfWide, class OfNarrow>
  struct Stage {
    Passing passing;
    std::array<OfWide, kWide == 0 ? 1 : kWide> wide;
    std::array<OfNarrow, kNarrow == 0 ? 1 : kNarrow> narrow;
  };

 public:
  using Ordered = Stage<typename Wide::Ordered, typename Narrow::Ordered>;
  using Aligned = Stage<typename Wide::Aligned, typename Narrow::Aligned>;
  using Added = Stage<typename Wide::Added, typename Narrow::Added>;

  static constexpr Ordered order(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    const LaneControl<true> control(operation);
    const CombinedLanes<W> combined = combine_lanes<W, true>(control, left, right);
    const bool coarse = kBothTypes && control.is_bfloat16();
    Ordered ordered;
    std::uint32_t replaced = 0;
    for (unsigned i = 0; i < kWide; ++i) {
      const bool larger = (combined.larger >> (4 * i + 3) & 1u) != 0;
      const std::uint32_t a = bits(left, 32 * i, 32);
      const std::uint32_t b = bits(right, 32 * i, 32);
      ordered.wide[i] = Wide::order(a, b, larger, coarse);
      const bool replaces = is_replaced(control, ordered.wide[i].has_nan);
      replaced |= (replaces ? (coarse ? 2u : 3u) : 0u) << (2 * i);
    }
    for (unsigned i = 0; i < kNarrow; ++i) {
      const unsigned half = half_of(i);
      const bool larger = (combined.larger >> (2 * half + 1) & 1u) != 0;
      ordered.narrow[i] = Narrow::order(bits(left, 16 * half, 16), bits(right, 16 * half, 16), larger, false);
      // A narrow adder takes no part in a float32.
      const bool replaces = is_replaced(control, ordered.narrow[i].has_nan) && (kWide == 0 || control.is_bfloat16());
      replaced |= std::uint32_t{replaces} << half;
    }
    ordered.passing.word = hls::Bits<W>(combined.word);
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
    return aligned;
  }

  static constexpr Added add(const Aligned& aligned) {
    Added added;
    added.passing = aligned.passing;
    for (unsigned i = 0; i < kWide; ++i) added.wide[i] = Wide::add(aligned.wide[i]);
    for (unsigned i = 0; i < kNarrow; ++i) added.narrow[i] = Narrow::add(aligned.narrow[i]);
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

  // A sum, or the minimum or maximum of a NaN. (Infinities of opposite signs have no sum either,
  // but they have a minimum.)
  static constexpr bool is_replaced(LaneControl<true> control, bool has_nan) {
    return control.is_float() && (control.is_sum() || has_nan);
  }
};

}  // namespace operators
