#include "testbench/checker/payload_hash.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace testbench {
namespace {

TEST(PayloadHash, StoredOrComputedIsTheSame) {
  const Task task{Collective::kAlltoall, 3, PortModel::kAll, 2, 0};
  const PayloadHash payload(5);
  const auto words = words_of(task, payload);
  ASSERT_EQ(words.size(), 8u);
  for (std::uint64_t node = 0; node < 8; ++node) {
    ASSERT_EQ(words[node].size(), 16u);
    for (std::uint64_t index = 0; index < 16; ++index) EXPECT_EQ(words[node][index], payload(node, index));
  }
}

TEST(PayloadHash, TellsSourcesPlacesAndSeedsApart) {
  std::set<std::uint64_t> payloads;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (std::uint64_t node = 0; node < 64; ++node) {
      for (std::uint64_t index = 0; index < 64; ++index) payloads.insert(PayloadHash(seed)(node, index));
    }
  }
  EXPECT_EQ(payloads.size(), 8u * 64 * 64);
}

// A wire that is stuck shows: every bit takes both values about as often.
TEST(PayloadHash, UsesEveryBit) {
  const PayloadHash payload(1);
  for (unsigned bit = 0; bit < 64; ++bit) {
    unsigned ones = 0;
    for (std::uint64_t node = 0; node < 1000; ++node) ones += payload(node, 0) >> bit & 1;
    EXPECT_NEAR(ones, 500, 100) << "bit " << bit;
  }
}

}  // namespace
}  // namespace testbench
