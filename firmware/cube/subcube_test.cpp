#include "firmware/cube/subcube.hpp"

#include <gtest/gtest.h>

namespace cube {
namespace {

// Every subcube of cubes up to d = 6 against the list of the nodes that agree with it outside the free
// dimensions.
TEST(Subcube, EnumeratesExactlyItsNodes) {
  for (unsigned d = 1; d <= 6; ++d)
    for (Ports free = 0; free < nodes(d); ++free)
      for (Address fixed = 0; fixed < nodes(d); ++fixed) {
        const Subcube part{free, fixed};
        std::uint32_t k = 0;
        for (Address a = 0; a < nodes(d); ++a) {
          bool agrees = true;
          for (unsigned bit = 0; bit < d; ++bit)
            if ((free >> bit & 1u) == 0 && (a >> bit & 1u) != (fixed >> bit & 1u)) agrees = false;
          ASSERT_EQ(part.contains(a), agrees);
          if (!agrees) continue;
          ASSERT_EQ(part.node(k), a);
          ASSERT_EQ(part.index(a), k);
          ++k;
        }
        ASSERT_EQ(part.size(), k);
        ASSERT_EQ(nodes(part.dimension()), k);
      }
}

TEST(Subcube, HalvesShareNothingAndMissNothing) {
  constexpr Subcube part{0b1101, 0b0010};
  for (const unsigned port : {0u, 2u, 3u}) {
    const Subcube zero = part.half(port, 0), one = part.half(port, 1);
    EXPECT_EQ(zero.size() + one.size(), part.size());
    for (Address a = 0; a < 16; ++a) {
      EXPECT_EQ(zero.contains(a) || one.contains(a), part.contains(a)) << a;
      EXPECT_FALSE(zero.contains(a) && one.contains(a)) << a;
      if (one.contains(a)) EXPECT_NE(a & one_hot(port), 0u);
    }
  }
}

TEST(Subcube, WholeCubeOfEveryDimension) {
  for (unsigned d = 1; d <= kMaxDimension; ++d) {
    EXPECT_EQ(whole_cube(d).size(), nodes(d));
    EXPECT_EQ(whole_cube(d).node(mask(d)), mask(d));
    EXPECT_FALSE(whole_cube(d).contains(nodes(d)));
  }
}

}  // namespace
}  // namespace cube
