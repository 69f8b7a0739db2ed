// SPDX-License-Identifier: Apache-2.0
// Two packets combined, on the host: the definition that a result is compared with. It shares
// nothing with what computes results.
//
//     ReferenceOperator({Function::kMax, LaneType::kInt16})(a, b)
//
// Integers wrap round. Floats are IEEE 754 with round to nearest even, subnormals and infinities; a NaN
// that comes out is the canonical quiet one, 0x7fc00000 of float32. min and max are the minimum and
// maximum of IEEE 754-2019: a NaN goes through, and -0 is below +0.
#pragma once

#include <cstdint>

#include "testbench/judge/checker/reduction.hpp"

namespace testbench {

class ReferenceOperator {
 public:
  explicit constexpr ReferenceOperator(Reduction reduction) : reduction_(reduction) {}

  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const;

 private:
  Reduction reduction_;
};

// The sum, or the product, of two bfloat16 or float16, by exact arithmetic, rounded once.
std::uint16_t exactly(Reduction reduction, std::uint16_t a, std::uint16_t b);

// A word for a packet to hold, of 64 random bits: as they are for integers. Floats have random
// signs and significands, and exponents from -8 to 8, so that sums are neither one number nor
// infinite. Factors are odd, or about 1, so that products of many are not 0.
std::uint64_t contribution_of(Reduction reduction, std::uint64_t random);

// The word that changes no other word with which it is combined, but for the bits of a NaN: -0 in a sum
// of floats, the infinities in their minimum and maximum, 1 in a product.
std::uint64_t identity_of(Reduction reduction);

}  // namespace testbench
