// SPDX-License-Identifier: Apache-2.0
#include "hls/types/ram.hpp"

#include <gtest/gtest.h>

#include <array>

#include "hls/types/bits.hpp"

namespace hls {
namespace {

using Word = Bits<5>;

TEST(Ram, KeepsWhatWasWritten) {
  Ram<Word, 8> ram;
  for (std::uint32_t i = 0; i < 8; ++i) ram.write(i, Word(3 * i));
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(ram.read(i), 3 * i);
  EXPECT_EQ(ram.read(8 + 5), 15u) << "only the address bits of a power of two count";
}

TEST(ForwardingRam, GivesTheNewWordAfterItsWrite) {
  ForwardingRam<Word, 8> ram;
  ram.write(6, Word(1));
  EXPECT_EQ(ram.read(6), 1u);
  ram.write(6, Word(2));
  EXPECT_EQ(ram.read(6), 2u);
}

TEST(SyncRam, AnswersInTheNextCycleWithTheWordBeforeTheWrite) {
  SyncRam<Word, 4> ram;
  ram.write(2, Word(7));
  ram.request(2);
  ram.write(2, Word(9));  // the same cycle as the request
  EXPECT_EQ(ram.data(), 7u);
  ram.request(2);
  EXPECT_EQ(ram.data(), 9u);
}

TEST(Ram, OfRuntimeDepthUsesTheWordsOfItsOwner) {
  std::array<Word, 4> words;
  Ram<Word, kRuntimeDepth> ram;
  ram.attach(words.data(), words.size());
  ram.write(3, Word(11));
  EXPECT_EQ(words[3], 11u);
  EXPECT_EQ(ram.read(3), 11u);
  EXPECT_EQ(ram.size(), 4u);
}

TEST(Ram, HoldsWhatWasWrittenOfEitherKind) {
  Ram<Bits<5>, 4> fixed;
  for (std::uint32_t i = 0; i < 4; ++i) fixed.write(i, Bits<5>(i + 30));
  EXPECT_EQ(fixed.size(), 4u);
  Bits<5> storage[8];
  Ram<Bits<5>, kRuntimeDepth> attached;
  attached.attach(storage, 8);
  for (std::uint32_t i = 0; i < 8; ++i) attached.write(i, Bits<5>(2 * i));
  EXPECT_EQ(attached.size(), 8u);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(fixed.read(i), (i + 30) % 32);
    EXPECT_EQ(attached.read(2 * i), 4 * i);
    EXPECT_EQ(storage[i], 2 * i);
  }
}

}  // namespace
}  // namespace hls
