#include "hls/axi/register_map.hpp"

#include <gtest/gtest.h>

#include "firmware/node/byte_address.hpp"

namespace axi {
namespace {

struct Open : router::CubeConfig<3> {};
struct Gated : router::CubeConfig<3> {
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};

template <class Config>
unsigned registers(bool write) {
  unsigned count = 0;
  for (std::uint32_t place = 0; place < 1u << node::kByteAddressWidth; place += 4) {
    count += is_register<Config>(node::register_at(place), write) ? 1 : 0;
  }
  return count;
}

// docs/reference/registers.md, d = 3: 11 control registers, the table, programs of 64 entries,
// length and packets of three ports, the windows of gated nodes; and 5 that can only be read.
TEST(RegisterMap, HasAsManyRegistersAsTheDocumentation) {
  EXPECT_EQ(registers<Open>(true), 11u + 8 + 3 * 64 + 3 + 3);
  EXPECT_EQ(registers<Open>(false), 11u + 8 + 3 * 64 + 3 + 3 + 5);
  EXPECT_EQ(registers<Gated>(true), 11u + 8 + 3 * 64 + 3 + 3 + 3);
}

TEST(RegisterMap, KnowsItsLimits) {
  using node::address;
  using node::Block;
  using node::Control;
  EXPECT_TRUE(is_register<Open>(address(Control::kExpected), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kControl, 0, 11), false));
  EXPECT_FALSE(is_register<Open>(address(Block::kControl, 1, 0), false));
  EXPECT_TRUE(is_register<Open>(address(Control::kStatus), false));
  EXPECT_FALSE(is_register<Open>(address(Control::kStatus), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kTable, 0, 8), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kTable, 1, 0), true));
  EXPECT_TRUE(is_register<Open>(address(Block::kProgram, 2, 63), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kProgram, 3, 0), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kProgram, 2, 64), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kLength, 0, 1), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kPackets, 3, 0), true));
  EXPECT_FALSE(is_register<Open>(address(Block::kWindow, 0, 0), true));
  EXPECT_FALSE(is_register<Gated>(address(Block::kWindow, 0, 3), true));
  EXPECT_FALSE(is_register<Gated>(address(static_cast<Block>(6), 0, 0), true));
  EXPECT_FALSE(is_register<Gated>(address(static_cast<Block>(7), 0, 0), false));
}

TEST(ByteAddress, NamesEveryRegisterOnce) {
  for (std::uint32_t place = 0; place < 1u << node::kByteAddressWidth; place += 4) {
    ASSERT_EQ(node::byte_address(node::register_at(place)), place);
  }
  EXPECT_EQ(node::byte_address(node::address(node::Control::kStatus)), 0x40u);
  EXPECT_EQ(node::byte_address(node::address(node::Block::kProgram, 1, 2)), 0x11008u);
  EXPECT_EQ(node::register_at(0x11009), node::address(node::Block::kProgram, 1, 2));
}

}  // namespace
}  // namespace axi
