// SPDX-License-Identifier: Apache-2.0
// Test only: how large a test is. It runs at its large size if CUBECAST_SOAK is in the environment,
// as scripts/soak.sh sets it. Otherwise it runs at the smallest size that shows the same faults.
#pragma once

#include <chrono>
#include <cstdlib>
#include <vector>

namespace test_support {

inline bool is_soak() {
  static const bool soak = std::getenv("CUBECAST_SOAK") != nullptr;  // NOLINT(concurrency-mt-unsafe)
  return soak;
}

// CUBECAST_SOAK=SECONDS ends a test that can be continued; 0 and 1 set no limit.
inline std::chrono::seconds soak_time() {
  const char* const given = std::getenv("CUBECAST_SOAK");  // NOLINT(concurrency-mt-unsafe)
  const long seconds = given == nullptr ? 0 : std::strtol(given, nullptr, 10);
  return seconds > 1 ? std::chrono::seconds(seconds) : std::chrono::hours(1000);
}

template <class T>
T soak_or(T large, T small) {
  return is_soak() ? large : small;
}

// Returns the cases of every run, and in a soak the large ones too.
template <class T>
std::vector<T> with_soak(std::vector<T> cases, const std::vector<T>& large) {
  if (is_soak()) cases.insert(cases.end(), large.begin(), large.end());
  return cases;
}

// Tells whether the build has sanitizers. There seconds become minutes, and large cases
// teach nothing that small ones do not.
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

}  // namespace test_support
