// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/host/last_found.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace testbench {
namespace {

TEST(LastFound, SearchesOnceAndForgetsTheOldest) {
  LastFound<int, int> squares(2);
  unsigned searches = 0;
  const auto square = [&](int of) {
    return squares.of(of, [&] {
      ++searches;
      return of * of;
    });
  };
  for (const int of : {3, 4, 3, 4, 4, 3}) EXPECT_EQ(square(of), of * of);
  EXPECT_EQ(searches, 2u);
  EXPECT_EQ(square(5), 25);
  EXPECT_EQ(square(4), 16);
  EXPECT_EQ(searches, 3u);
  EXPECT_EQ(square(3), 9);
  EXPECT_EQ(searches, 4u);
}

TEST(LastFound, SearchesAgainAfterAFailure) {
  LastFound<int, int> found(1);
  EXPECT_THROW(found.of(1, []() -> int { throw std::runtime_error("none"); }), std::runtime_error);
  EXPECT_EQ(found.of(1, [] { return 7; }), 7);
}

}  // namespace
}  // namespace testbench
