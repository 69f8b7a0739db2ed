// SPDX-License-Identifier: Apache-2.0
// Test only: the seed of all random choices. It is printed. CUBECAST_TEST_SEED sets it.
//
//     CUBECAST_TEST_SEED=7 ctest --preset default -R Random
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace test_support {

inline std::uint64_t seed() {
  const char* const given = std::getenv("CUBECAST_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
  std::cout << "seed " << seed << " (CUBECAST_TEST_SEED)\n";
  return seed;
}

inline std::mt19937_64 seeded_random() {
  return std::mt19937_64(seed());
}

}  // namespace test_support
