#include "firmware/cube/subcube.hpp"

#include <gtest/gtest.h>

namespace cube {
namespace {

// Every subcube of cubes up to d = 6 against the list of the nodes that agree with it outside the
// free dimensions.
TEST(Subcube, EnumeratesExactlyItsNodes) {
  for (unsigned d = 1; d <= 6; ++d)
    for (std::uint32_t mask = 0; mask < nodes(d); ++mask)
      for (const Address fixed : network::addresses(nodes(d))) {
        const Ports free(mask);
        const Subcube part{free, fixed};
        std::uint32_t k = 0;
        for (const Address a : network::addresses(nodes(d))) {
          bool agrees = true;
          for (unsigned bit = 0; bit < d; ++bit)
            if (!free.contains(bit) && has_bit(a, bit) != has_bit(fixed, bit)) agrees = false;
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
  constexpr Subcube part{Ports(0b1101), Address(0b0010)};
  for (const unsigned port : {0u, 2u, 3u}) {
    const Subcube zero = part.half(port, 0), one = part.half(port, 1);
    EXPECT_EQ(zero.size() + one.size(), part.size());
    for (const Address a : network::addresses(16)) {
      EXPECT_EQ(zero.contains(a) || one.contains(a), part.contains(a)) << a.number();
      EXPECT_FALSE(zero.contains(a) && one.contains(a)) << a.number();
      if (one.contains(a)) EXPECT_TRUE(has_bit(a, port));
    }
  }
}

TEST(Subcube, WholeCubeOfEveryDimension) {
  for (unsigned d = 1; d <= kMaxDimension; ++d) {
    EXPECT_EQ(whole_cube(d).size(), nodes(d));
    EXPECT_EQ(whole_cube(d).node(other_nodes(d)), last_address(d));
    EXPECT_FALSE(whole_cube(d).contains(Address(nodes(d))));
  }
}

}  // namespace
}  // namespace cube
