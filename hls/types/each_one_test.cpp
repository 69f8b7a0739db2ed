// SPDX-License-Identifier: Apache-2.0
#include "hls/types/each_one.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hls {
namespace {

TEST(EachOne, FromTheLowestOnAndNoOther) {
  constexpr unsigned kWidth = 9;
  for (std::uint32_t word = 0; word < 1u << kWidth; ++word) {
    std::vector<unsigned> ones;
    for (unsigned bit = 0; bit < kWidth; ++bit) {
      if ((word & 1u << bit) != 0) ones.push_back(bit);
    }
    std::vector<unsigned> visited;
    for_each_one<kWidth>(word, [&](unsigned bit) { visited.push_back(bit); });
    ASSERT_EQ(visited, ones) << word;
  }
}

}  // namespace
}  // namespace hls
