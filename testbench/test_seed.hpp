// Test only: the seed of random choices. It is printed, and taken from CUBECAST_TEST_SEED where that is set.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace testbench::test {

inline std::mt19937_64 seeded_random() {
  const char* const given = std::getenv("CUBECAST_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
  std::cout << "seed " << seed << " (CUBECAST_TEST_SEED)\n";
  return std::mt19937_64(seed);
}

}  // namespace testbench::test
