// SPDX-License-Identifier: Apache-2.0
// The AXI4-Lite slave under random traffic, and the addresses that it answers with OKAY.
#include "hls/axi/lite_slave.hpp"

#include <gtest/gtest.h>

#include <map>

#include "firmware/node/registers.hpp"
#include "hls/axi/test_master.hpp"
#include "test_support/seed.hpp"

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
// length and packets of three ports, the windows of gated nodes; and 6 that can only be read.
TEST(RegisterMap, HasAsManyRegistersAsTheDocumentation) {
  EXPECT_EQ(registers<Open>(true), 11u + 8 + 3 * 64 + 3 + 3);
  EXPECT_EQ(registers<Open>(false), 11u + 8 + 3 * 64 + 3 + 3 + 6);
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

namespace test {
namespace {

// The slave alone, between a master with pauses and the registers of a node that are a map.
struct Config : router::CubeConfig<2> {};

// Where a write and a read are answered OKAY: an entry of port 1's program; what is no register.
constexpr std::uint32_t kEntry = node::byte_address(node::address(node::Block::kProgram, 1, 0));
constexpr std::uint32_t kNowhere = node::byte_address(node::address(node::Block::kProgram, 2, 0));

class Bench {
 public:
  explicit Bench(unsigned one_in) : random_(test_support::seeded_random()), master(random_, one_in) {}

  void clock(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      const LiteFromMaster in = master.drive();
      master.observe(out_, rdata_);
      const router::RegisterAccess access = slave_.tick(in, out_);
      EXPECT_FALSE(access.read && access.write);
      if (access.read) rdata_ = held.contains(access.address) ? held[access.address] : 0;
      if (access.write) held[access.address] = access.value;
    }
  }
  std::uint64_t random(std::uint64_t limit) { return random_() % limit; }

 private:
  std::mt19937_64 random_;

 public:
  LiteMaster master;
  std::map<std::uint32_t, std::uint32_t> held;

 private:
  LiteSlave<Config> slave_;
  LiteToMaster out_;
  std::uint32_t rdata_ = 0;
};

TEST(LiteSlave, AnswersEveryAccessInOrderWhateverThePauses) {
  for (const unsigned one_in : {1u, 2u, 4u}) {
    Bench bench(one_in);
    std::map<std::uint32_t, std::uint32_t> expected;
    std::vector<unsigned> responses;
    for (unsigned i = 0; i < 2000; ++i) {
      const bool good = bench.random(4) != 0;
      const auto strobes = static_cast<unsigned>(bench.random(8) == 0 ? bench.random(16) : 0xf);
      const std::uint32_t address = good ? kEntry + 4 * static_cast<std::uint32_t>(bench.random(64)) : kNowhere;
      const auto data = static_cast<std::uint32_t>(bench.random(1u << 31));
      bench.master.write(address, data, strobes);
      const bool okay = good && (strobes == 0 || strobes == 0xf);
      responses.push_back(okay ? kOkay : kSlverr);
      if (okay && strobes != 0) expected[node::register_at(address)] = data;
    }
    bench.clock(2000 * 4 * one_in);
    EXPECT_EQ(bench.master.written(), responses);
    EXPECT_EQ(bench.held, expected);

    std::vector<LiteMaster::Answer> answers;
    for (unsigned i = 0; i < 2000; ++i) {
      const bool good = bench.random(4) != 0;
      const std::uint32_t address = good ? kEntry + 4 * static_cast<std::uint32_t>(bench.random(64)) : kNowhere;
      bench.master.read(address);
      answers.push_back(good ? LiteMaster::Answer{kOkay, expected[node::register_at(address)]}
                             : LiteMaster::Answer{kSlverr, 0});
    }
    bench.clock(2000 * 4 * one_in);
    EXPECT_EQ(bench.master.read_answers(), answers);
    EXPECT_TRUE(bench.master.slave_kept_rules());
  }
}

TEST(LiteSlave, DoesAWriteOrAReadInEveryCycle) {
  Bench writes(1), reads(1);
  for (std::uint32_t i = 0; i < 64; ++i) {
    writes.master.write(kEntry + 4 * i, i);
    reads.master.read(kEntry + 4 * i);
  }
  writes.clock(65);
  reads.clock(65);
  EXPECT_EQ(writes.master.written().size(), 64u);
  EXPECT_EQ(reads.master.read_answers().size(), 64u);
}

TEST(LiteSlave, LetsWritesAndReadsTakeTurns) {
  Bench bench(1);
  for (std::uint32_t i = 0; i < 64; ++i) {
    bench.master.write(kEntry + 4 * i, i);
    bench.master.read(kEntry + 4 * i);
  }
  bench.clock(65);
  EXPECT_EQ(bench.master.written().size(), 32u);
  EXPECT_EQ(bench.master.read_answers().size(), 32u);
}

TEST(LiteSlave, AnAnswerThatIsNotTakenHoldsUpItsOwnKindOnly) {
  Bench writes(2), reads(2);
  writes.master.refuse_read_answers();
  reads.master.refuse_write_answers();
  for (Bench* bench : {&writes, &reads}) {
    for (std::uint32_t i = 0; i < 64; ++i) {
      bench->master.write(kEntry + 4 * i, i);
      bench->master.read(kEntry + 4 * i);
    }
    bench->clock(1000);
    EXPECT_TRUE(bench->master.slave_kept_rules());
  }
  EXPECT_EQ(writes.master.written().size(), 64u);
  EXPECT_EQ(writes.held.size(), 64u);
  EXPECT_EQ(reads.master.read_answers().size(), 64u);
  EXPECT_EQ(reads.held.size(), 1u);  // the write whose answer nobody takes
}

}  // namespace
}  // namespace test
}  // namespace axi
