// SPDX-License-Identifier: Apache-2.0
// An operator of the user's own for nodes that combine packets: sums of unsigned 16-bit numbers
// that stay at the largest number instead of wrapping. A set lists its operations and computes
// them. A node has the logic of its set only.
//
// A function has a number from operators::kFunctions to 15, so it can stand beside the functions of
// the project's sets. It must be commutative to the bit, so that all nodes of an allreduce have the
// same result (hls/router/combiner.hpp).
#pragma once

#include "hls/operators/operator_sets.hpp"
#include "hls/router/config.hpp"

namespace own_operator {

struct SaturatingSum {
  // The value of the register kOperation.
  static constexpr std::uint32_t kOperation =
      operators::number(operators::Function{operators::kFunctions}, operators::Type::kUint16);

  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return operation == kOperation && operators::lanes_fit(operators::Type::kUint16, payload_width);
  }

  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8>, hls::Bits<W> left, hls::Bits<W> right) {
    std::uint64_t sums = 0;
    for (unsigned lane = 0; lane < W / 16; ++lane) {
      const std::uint64_t sum = (left >> (16 * lane) & 0xffffu) + (right >> (16 * lane) & 0xffffu);
      sums |= (sum > 0xffff ? 0xffff : sum) << (16 * lane);
    }
    return hls::Bits<W>(sums);
  }
};

// A node of the 3-cube with this operator and the operators on integers.
struct Node32 : router::CubeConfig<3> {
  static constexpr unsigned kPayloadWidth = 32;
};
using Config = router::Combining<Node32, operators::Union<operators::Integers, SaturatingSum>>;

}  // namespace own_operator
