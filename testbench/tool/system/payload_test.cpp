// SPDX-License-Identifier: Apache-2.0
// Real files through the built command: what the nodes hold is what testbench/engines/mesh/payload.hpp
// defines, byte for byte.
#include <gtest/gtest.h>

#include <vector>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

std::string random_bytes(std::size_t size) {
  static std::mt19937_64 random = test_support::seeded_random();
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

class Payload : public testing::TestWithParam<unsigned> {
 protected:
  unsigned dim() const { return GetParam(); }
  std::size_t nodes() const { return std::size_t{1} << dim(); }

  // Sends `bytes` and returns what each node then holds.
  std::vector<std::string> send(const std::string& collective, const std::string& bytes, const std::string& more = "") {
    const Scratch scratch;
    std::ofstream(scratch / "payload", std::ios::binary) << bytes;
    const Outcome outcome =
        cubecast("run " + collective + " --dim " + std::to_string(dim()) + " --payload " +
                 (scratch / "payload").string() + " --output " + (scratch / "out").string() + " " + more);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(scratch / "out")) files.push_back(entry.path());
    std::sort(files.begin(), files.end());  // the addresses are padded: this is their order
    EXPECT_EQ(files.size(), nodes());
    std::vector<std::string> held;
    for (const auto& file : files) held.push_back(contents(file));
    return held;
  }

  // The file cut into `count` equal blocks of whole packets, zeros behind its end.
  static std::vector<std::string> blocks(const std::string& bytes, std::size_t count) {
    const std::size_t packets = (bytes.size() + 8 * count - 1) / (8 * count);
    std::vector<std::string> made;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t first = std::min(bytes.size(), i * 8 * packets);
      made.push_back(bytes.substr(first, 8 * packets));
      made.back().resize(8 * packets, '\0');
    }
    return made;
  }

  std::vector<std::size_t> sizes() const { return {1, 8 * nodes() * nodes(), 24 * nodes() * nodes() + 5, 3001}; }
};

INSTANTIATE_TEST_SUITE_P(Dims, Payload, testing::Values(1u, 3u, 5u));

TEST_P(Payload, BroadcastAndAllgatherGiveEveryNodeTheFile) {
  for (const std::size_t size : sizes()) {
    const std::string bytes = random_bytes(size);
    for (const std::string& held : send("broadcast", bytes, "--root 1")) EXPECT_TRUE(held == bytes);
    for (const std::string& held : send("broadcast", bytes, "--ports one")) EXPECT_TRUE(held == bytes);
    for (const std::string& held : send("allgather", bytes)) EXPECT_TRUE(held == bytes);
  }
}

TEST_P(Payload, ScatterGivesEveryNodeItsBlock) {
  for (const std::size_t size : sizes()) {
    const std::string bytes = random_bytes(size);
    EXPECT_TRUE(send("scatter", bytes, "--root 1") == blocks(bytes, nodes()));
  }
}

TEST_P(Payload, GatherGivesTheRootTheFileAndLeavesTheSharesWhereTheyWere) {
  for (const std::size_t size : sizes()) {
    const std::string bytes = random_bytes(size);
    std::vector<std::string> expected = blocks(bytes, nodes());
    expected[1] = bytes;
    EXPECT_TRUE(send("gather", bytes, "--root 1") == expected);
  }
}

TEST_P(Payload, AlltoallTransposesTheBlocks) {
  for (const std::size_t size : sizes()) {
    const std::string bytes = random_bytes(size);
    const std::vector<std::string> rows = blocks(bytes, nodes() * nodes());
    const std::vector<std::string> held = send("alltoall", bytes);
    for (std::size_t node = 0; node < nodes(); ++node) {
      std::string column;
      for (std::size_t row = 0; row < nodes(); ++row) column += rows[row * nodes() + node];
      EXPECT_TRUE(held[node] == column) << "node " << node;
    }
  }
}

}  // namespace
}  // namespace testbench::test
