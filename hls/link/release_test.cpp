// SPDX-License-Identifier: Apache-2.0
// The release program of a link, against a count of what may have left.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "hls/link/release_program.hpp"

namespace links::test {
namespace {

struct Released : Scheduled<Linked<router::CubeConfig<3>, 32>, 16> {};

class Program {
 public:
  void write(node::LinkRegister target, std::uint32_t value) {
    program_.tick({hls::Bits<4, node::LinkRegister>(target), hls::Bits<32>(value), hls::Bit(1)}, hls::Bit(0),
                  hls::Bit(0));
  }
  void start() {
    program_.tick({}, hls::Bit(1), hls::Bit(0));
    leaves_ = false;
  }
  // Whether a packet may leave in this cycle. It does if it is `offered`.
  bool may_leave(bool offered) {
    const bool may = program_.tick({}, hls::Bit(0), hls::Bit(leaves_));
    leaves_ = may && offered;
    return may;
  }

 private:
  ReleaseProgram<Released> program_;
  bool leaves_ = false;
};

TEST(ReleaseProgram, LetsAsManyPacketsLeaveAsItSays) {
  std::mt19937 random(1);
  for (unsigned trial = 0; trial < 200; ++trial) {
    const std::uint32_t period = trial % 2 == 0 ? 0 : 40 + random() % 40;
    Program program;
    program.write(node::LinkRegister::kReleasePeriod, period);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;
    std::uint32_t cycle = 0;
    for (unsigned i = 0; i < 1 + random() % 5; ++i) {
      entries.emplace_back(cycle, 1 + random() % 9);
      program.write(node::LinkRegister::kReleaseCycle, cycle);
      program.write(node::LinkRegister::kRelease, entries.back().second);
      cycle += 1 + random() % 8;
    }
    for (unsigned idle = random() % 200; idle > 0; --idle) program.may_leave(false);
    program.start();
    std::uint64_t left = 0;
    for (std::uint32_t now = 0; now < 300; ++now) {
      std::uint64_t released = 0;
      for (const auto& [from, packets] : entries) {
        for (std::uint32_t at = from; at <= now; at += period) {
          released += packets;
          if (period == 0) break;
        }
      }
      const bool offered = random() % 4 != 0;
      const bool may = program.may_leave(offered);
      ASSERT_EQ(may, left < released) << "trial " << trial << ", cycle " << now;
      left += may && offered ? 1 : 0;
    }
  }
}

TEST(ReleaseProgram, IsOpenWithoutEntries) {
  Program program;
  program.start();
  EXPECT_TRUE(program.may_leave(true));
  program.write(node::LinkRegister::kReleasePeriod, 0);
  program.write(node::LinkRegister::kRelease, 1);
  program.start();
  EXPECT_TRUE(program.may_leave(true));
  EXPECT_FALSE(program.may_leave(true));
  program.write(node::LinkRegister::kReleasePeriod, 0);
  program.start();
  EXPECT_TRUE(program.may_leave(true));
  EXPECT_TRUE(program.may_leave(true));
}

}  // namespace
}  // namespace links::test
