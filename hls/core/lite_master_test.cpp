// SPDX-License-Identifier: Apache-2.0
// A core behind AXI4-Lite: programs have the results that they have on its own bus, whatever the slave's
// delays, and the signals keep the rules of the protocol.
#include "hls/core/lite_master.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

struct Short : core::CoreConfiguration {
  static constexpr bool kMultiplies = true;
  static constexpr bool kCompressed = true;
};
using LiteCore = core::LiteCore<Short>;
using core::LiteFromCore;

// A memory that takes and answers at random times. It may take the data of a write before its address.
class Slave {
 public:
  // `bad`: an address that it does not know.
  Slave(std::uint32_t seed, std::uint32_t bad) : random_(seed), bad_(bad) {}

  // One cycle: what the master sees, by what it drives.
  core::LiteFromSlave step(const LiteFromCore& master) {
    expect_kept(master);
    core::LiteFromSlave in;
    in.awready = hls::Bit(sometimes());
    in.wready = hls::Bit(sometimes());
    in.arready = hls::Bit(sometimes());
    in.bvalid = hls::Bit(answers_write_);
    in.bresp = hls::Bits<2>(answers_write_ && is_bad(address_) ? 2 : 0);
    in.rvalid = hls::Bit(answers_read_);
    in.rdata = core::Word(answers_read_ ? memory[read_address_] : static_cast<std::uint32_t>(random_()));
    in.rresp = hls::Bits<2>(answers_read_ && is_bad(read_address_) ? 3 : 0);
    if (answers_write_ && master.bready) answers_write_ = false;
    if (answers_read_ && master.rready) answers_read_ = false;
    if (master.awvalid && in.awready) {
      EXPECT_FALSE(has_address_);
      address_ = master.awaddr;
      has_address_ = true;
    }
    if (master.wvalid && in.wready) {
      EXPECT_FALSE(has_data_);
      data_ = master.wdata;
      strobes_ = master.wstrb;
      has_data_ = true;
    }
    if (has_address_ && has_data_ && sometimes()) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        const std::uint32_t lane = 0xffu << 8 * byte;
        if ((strobes_ >> byte & 1) != 0) memory[address_] = (memory[address_] & ~lane) | (data_ & lane);
      }
      has_address_ = has_data_ = false;
      answers_write_ = true;
    }
    if (master.arvalid && in.arready) {
      EXPECT_FALSE(is_reading_ || answers_read_);
      read_address_ = master.araddr;
      is_reading_ = true;
    }
    if (is_reading_ && sometimes()) {
      is_reading_ = false;
      answers_read_ = true;
    }
    before_ = master;
    taken_ = in;
    return in;
  }

  std::map<std::uint32_t, std::uint32_t> memory;

 private:
  bool sometimes() { return random_() % 3 == 0; }
  bool is_bad(std::uint32_t address) const { return address == bad_; }
  // A valid signal stays until it is taken (section A3.2.1).
  void expect_kept(const LiteFromCore& now) const {
    if (before_.awvalid && !taken_.awready) {
      EXPECT_TRUE(now.awvalid && now.awaddr == before_.awaddr);
    }
    if (before_.wvalid && !taken_.wready) {
      EXPECT_TRUE(now.wvalid && now.wdata == before_.wdata && now.wstrb == before_.wstrb);
    }
    if (before_.arvalid && !taken_.arready) {
      EXPECT_TRUE(now.arvalid && now.araddr == before_.araddr && now.arprot == before_.arprot);
    }
  }

  std::mt19937 random_;
  std::uint32_t bad_;
  LiteFromCore before_;
  core::LiteFromSlave taken_;
  std::uint32_t address_ = 0, data_ = 0, strobes_ = 0, read_address_ = 0;
  bool has_address_ = false, has_data_ = false, is_reading_ = false;
  bool answers_write_ = false, answers_read_ = false;
};

// Adds the numbers 20 to 1, each by way of a halfword of the memory, and stores the sum and its square.
constexpr std::uint32_t kProgram[] = {
    0x20000093, 0x41814151, 0x00209023, 0x0000d203, 0x117d9192,
    0x19e30001, 0xa023fe01, 0x81b33030, 0xa2230231, 0xa0013030,
};

// The memory behind the program's end.
Slave ran(std::uint32_t seed, std::uint32_t bad, bool& error) {
  Slave slave(seed, bad);
  for (std::uint32_t i = 0; i < std::size(kProgram); ++i) slave.memory[4 * i] = kProgram[i];
  LiteCore::State state;
  LiteFromCore out;
  for (unsigned cycle = 0; cycle < 20000 && slave.memory[0x504] == 0; ++cycle) {
    LiteCore::step(state, {slave.step(out), {}, {}, {}}, out);
  }
  error = out.error;
  return slave;
}

TEST(LiteMaster, RunsProgramsWhateverTheDelays) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    bool error = false;
    Slave slave = ran(seed, 1, error);
    ASSERT_EQ(slave.memory[0x500], 210u) << seed;
    ASSERT_EQ(slave.memory[0x504], 210u * 210) << seed;
    EXPECT_FALSE(error);
  }
}

TEST(LiteMaster, TellsAnErrorOfASlave) {
  for (const std::uint32_t bad : {8u, 0x500u}) {  // only read, only written
    bool error = false;
    Slave slave = ran(3, bad, error);
    EXPECT_EQ(slave.memory[0x504], 210u * 210);
    EXPECT_TRUE(error) << std::hex << bad;
  }
}

}  // namespace
