// SPDX-License-Identifier: Apache-2.0
// HLS_ASSERT natively, without assertions: nothing is evaluated, and nothing is unused.
#undef CUBECAST_ASSERTIONS
#include <gtest/gtest.h>

#include "hls/types/assert.hpp"

namespace hls_test {

bool never_called() {
  ADD_FAILURE() << "a condition was evaluated";
  return false;
}

constexpr unsigned half(unsigned x) {
  HLS_ASSERT(x % 2 == 0, "an odd number");
  return x / 2;
}
static_assert(half(7) == 3);

TEST(AssertOff, EvaluatesNothing) {
  const bool only_asserted = false;
  HLS_ASSERT(only_asserted, "a variable that nothing else uses");
  HLS_ASSERT(never_called(), "a call");
}

}  // namespace hls_test
