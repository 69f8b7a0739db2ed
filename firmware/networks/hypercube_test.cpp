#include "firmware/networks/hypercube.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

// What the cube is stands in cube_test.cpp. The mean distance between nodes, themselves among them,
// is d / 2.
TEST(Hypercube, IsACayleyNetwork) {
  for (unsigned d = 1; d <= 7; ++d) {
    const Hypercube cube(d);
    expect_cayley_laws(cube);
    EXPECT_EQ(reach(cube).eccentricity(), d);
    EXPECT_EQ(2 * reach(cube).status, std::uint64_t{d} << d);
  }
  for (unsigned d = 1; d <= 4; ++d) EXPECT_EQ(Hypercube(d).bisection(), bisection_by_trial(Hypercube(d)));
}

}  // namespace
}  // namespace network::test
