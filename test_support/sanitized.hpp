// SPDX-License-Identifier: Apache-2.0
// Test only: tells whether the build has sanitizers. There seconds become minutes, and large cases
// teach nothing that small ones do not.
#pragma once

namespace test_support {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUBECAST_SANITIZED 1
#endif
#endif
#if defined(CUBECAST_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// Limits the dimension of the largest cube in a test.
constexpr unsigned up_to_dim(unsigned dim) {
  return kSanitized && dim > 5 ? 5 : dim;
}

}  // namespace test_support
