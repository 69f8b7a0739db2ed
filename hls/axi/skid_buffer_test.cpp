// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "hls/axi/own_packets.hpp"
#include "test_support/seed.hpp"

namespace axi {
namespace {

using Word = hls::Bits<16>;

// Sends 0, 1, 2 ... through a buffer; returns what was taken. `sends`, `takes`: whether the two
// ends move in a cycle.
template <class Sends, class Takes>
std::vector<unsigned> passed(unsigned cycles, Sends sends, Takes takes) {
  SkidBuffer<Word> buffer;
  hls::Bit ready(1);
  std::vector<unsigned> words;
  unsigned next = 0;
  hls::Bit offering;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (!offering) offering = hls::Bit(sends());
    const bool taken = SkidBuffer<Word>::valid(offering, ready) && takes();
    if (taken) words.push_back(buffer.head(Word(next), ready));
    const bool accepted = offering && ready;
    buffer.tick(Word(next), offering, taken, ready);
    if (accepted) {
      ++next;
      offering = hls::Bit(0);
    }
  }
  return words;
}

TEST(SkidBuffer, PassesEveryWordOnceInOrderWhateverThePauses) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned one_in : {2u, 3u, 5u}) {
    const auto words = passed(5000, [&] { return random() % one_in == 0; }, [&] { return random() % 2 == 0; });
    ASSERT_GT(words.size(), 500u);
    for (unsigned i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], i);
  }
}

TEST(SkidBuffer, PassesAWordInEveryCycle) {
  EXPECT_EQ(passed(100, [] { return true; }, [] { return true; }).size(), 100u);
}

// After a pause of the taker too: the word that waits and the next one follow each other.
TEST(SkidBuffer, LosesNoCycleBehindAPause) {
  unsigned cycle = 0;
  EXPECT_EQ(passed(100, [] { return true; }, [&] { return cycle++ % 10 != 0; }).size(), 90u);
}

TEST(SkidBuffer, TakesNoMoreThanOneWordAhead) {
  EXPECT_TRUE(passed(100, [] { return true; }, [] { return false; }).empty());
  SkidBuffer<Word> buffer;
  hls::Bit ready(1);
  buffer.tick(Word(7), hls::Bit(1), false, ready);
  EXPECT_FALSE(ready);
  EXPECT_EQ(buffer.head(Word(8), ready), 7u);
}

}  // namespace
}  // namespace axi
