// The cycles of a run of which every cycle is told.
#include "hls/board/cycle_counter.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

struct Config : router::CubeConfig<2> {
  static constexpr unsigned kSequenceWidth = 6;
};

// A letter a cycle: s the strobe, c a link carries, d a memory takes, b both, - neither.
board::CycleCounter<Config> after(const std::string& cycles) {
  board::CycleCounter<Config> counter;
  for (const char cycle : cycles) {
    counter.tick(hls::Bit(cycle == 's'), hls::Bit(cycle == 'c' || cycle == 'b'),
                 hls::Bit(cycle == 'd' || cycle == 'b'));
  }
  return counter;
}

TEST(CycleCounter, CountsFromTheFirstPacketOnALinkToTheLast) {
  EXPECT_EQ(after("s---c").cycles(), 1u);
  EXPECT_EQ(after("s---cc-c---").cycles(), 4u);
  EXPECT_EQ(after("s-------").cycles(), 0u);
}

TEST(CycleCounter, CountsFromTheStrobeToTheLastPacketTaken) {
  EXPECT_EQ(after("s--c-d---").total_cycles(), 5u);
  EXPECT_EQ(after("s--bb---").total_cycles(), 4u);
  EXPECT_EQ(after("s---").elapsed(), 4u);
}

TEST(CycleCounter, BeginsAnewWithTheStrobe) {
  EXPECT_EQ(after("s-bbb--s---").cycles(), 0u);
  EXPECT_EQ(after("s-bbb--s---").total_cycles(), 0u);
  EXPECT_EQ(after("s-bbb--s-c").cycles(), 1u);
}

}  // namespace
