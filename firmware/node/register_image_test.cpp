#include "firmware/node/register_image.hpp"

#include <gtest/gtest.h>

namespace node::test {
namespace {

using network::Address;
using network::Ports;

TEST(RegisterImage, UnderstandsWhatTheDriverWrites) {
  RegisterImage image;
  Driver driver(image);
  driver.begin(3, Address(5), Rule{3}, 4);
  driver.expect(9);
  driver.add(1, {Address(6), 2, 7, 1});
  driver.add(1, {Address(2), 2, 8, 3});
  driver.send(1, 10);
  driver.set_children(Address(4), Ports(0b011));
  driver.add_window(2, 16);

  EXPECT_EQ(image.rule(), Rule{3});
  EXPECT_EQ(image.held(Control::kAddress), 5u);
  EXPECT_EQ(image.held(Control::kSequenceStep), 4u);
  EXPECT_EQ(image.held(Control::kExpected), 9u);
  EXPECT_EQ(image.children(Address(4)), Ports(0b011));
  EXPECT_TRUE(image.children(Address(3)).empty());
  ASSERT_EQ(image.windows().size(), 1u);
  EXPECT_EQ(image.windows()[0].port, 2u);
  EXPECT_EQ(image.windows()[0].cycles, 16u);
  EXPECT_TRUE(image.program(0).entries.empty());
  const Program& program = image.program(1);
  ASSERT_EQ(program.length, 2u);
  EXPECT_EQ(program.packets, 10u);
  EXPECT_EQ(program.entries[1].relative_destination, Address(2));
  EXPECT_EQ(program.entries[1].tree, 2u);
  EXPECT_EQ(program.entries[1].sequence, 8u);
  EXPECT_EQ(program.entries[1].count, 3u);
}

// Ten packets of entries that send one and three: two whole rounds, one of the first, one of the second.
TEST(RegisterImage, CountsWhatEveryEntrySends) {
  Program program;
  program.entries = {{Address(1), 0, 0, 1}, {Address(2), 0, 0, 3}, {Address(3), 0, 0, 5}};
  program.length = 2;
  program.packets = 10;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> sent;
  const auto note = [&](const Entry& entry, std::uint64_t packets) {
    sent.emplace_back(entry.relative_destination.number(), packets);
  };
  program.for_each_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 3}, {2, 7}}));
  sent.clear();
  program.packets = 1;
  program.for_each_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}}));
}

}  // namespace
}  // namespace node::test
