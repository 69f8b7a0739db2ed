#include "firmware/cube/gray.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cube {
namespace {

// The reflected code by its construction: G(d) = 0 G(d-1), then 1 G(d-1) backwards.
std::vector<Address> reflected(unsigned d) {
  std::vector<Address> code{Address(0)};
  for (unsigned k = 0; k < d; ++k)
    for (std::size_t i = code.size(); i-- > 0;) code.push_back(neighbour(code[i], k));
  return code;
}

TEST(Gray, IsTheReflectedCode) {
  for (unsigned d = 1; d <= kMaxDimension; ++d) {
    const std::vector<Address> code = reflected(d);
    for (std::uint32_t rank = 0; rank < nodes(d); ++rank) {
      ASSERT_EQ(gray(rank), code[rank]) << "d " << d;
      ASSERT_EQ(gray_rank(code[rank]), rank) << "d " << d;
      const Ports next = rank + 1 < nodes(d) ? difference(code[rank], code[rank + 1]) : Ports();
      ASSERT_EQ(gray_transition(d, rank), next) << "d " << d << " rank " << rank;
    }
  }
}

TEST(Gray, ClosesToAHamiltonianCycle) {
  for (unsigned d = 1; d <= kMaxDimension; ++d) {
    std::vector<bool> seen(nodes(d), false);
    Address a;
    for (std::uint32_t step = 0; step < nodes(d); ++step) {
      ASSERT_FALSE(seen[a.number()]) << "d " << d << " node " << a.number();
      seen[a.number()] = true;
      const Ports port = gray_cycle_successor(d, a);
      ASSERT_EQ(port.size(), 1u);
      ASSERT_LT(port.port(), d);
      ASSERT_EQ(gray_cycle_predecessor(d, across(a, port)), port) << "d " << d << " node " << a.number();
      a = across(a, port);
    }
    EXPECT_EQ(a, Address(0)) << "d " << d;
  }
}

}  // namespace
}  // namespace cube
