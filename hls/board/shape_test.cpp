// SPDX-License-Identifier: Apache-2.0
// The numbers that follow from a board's shape, and the counter of its cycles.
#include "hls/board/shape.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "hls/board/cycle_counter.hpp"
#include "hls/board/protocol.hpp"

namespace {

// The numbers that both ends of the line work out of a board's shape.
using board::Shape;

template <class Visit>
void for_each_shape(Visit visit) {
  for (unsigned dimension = 0; dimension < 16; ++dimension) {
    for (unsigned sequence = 0; sequence < 16; ++sequence) {
      for (unsigned payload = 0; payload < 64; ++payload) visit(Shape{dimension, sequence, payload});
    }
  }
}

TEST(Shape, AnIdentityGivesItBack) {
  for_each_shape([](const Shape& shape) {
    const std::uint32_t identity = board::identity_of(shape);
    EXPECT_EQ(board::magic_in(identity), board::kMagic);
    EXPECT_EQ(board::version_in(identity), board::kVersion);
    const Shape told = board::shape_in(identity);
    EXPECT_EQ(told.dimension, shape.dimension);
    EXPECT_EQ(told.sequence_bits, shape.sequence_bits);
    EXPECT_EQ(told.payload_bits, shape.payload_bits);
  });
}

// docs/guides/board.md: 4 bits for a node, a word for what has come over all ports, 16 bits for
// each count of cycles, of which a run of half-duplex nodes, each of which sends every packet over
// half its ports, takes dimension x places.
TEST(Shape, WhatIsPossibleFitsTheMessages) {
  unsigned possible = 0;
  for_each_shape([&](const Shape& shape) {
    if (!board::is_possible(shape)) return;
    ++possible;
    EXPECT_LE(shape.nodes(), 16u);
    EXPECT_LE(shape.cycle_bits(), 16u);
    EXPECT_GT(shape.longest_run(), 2 * shape.dimension * shape.places());
    EXPECT_EQ(std::popcount(shape.delivered_bits()), static_cast<int>(shape.ports() * (shape.payload_bits + 1)));
    EXPECT_EQ(shape.place_of(shape.nodes() - 1, shape.most_packets() - 1), shape.places() - 1);
  });
  // In dimension d: 12 - d bits of a sequence, 32 / d - 1 of a payload.
  EXPECT_EQ(possible, 11u * 31 + 10 * 15 + 9 * 9 + 8 * 7);
}

// The cycles of a run of which every cycle is told.
struct Narrow : router::CubeConfig<2> {
  static constexpr unsigned kSequenceWidth = 6;
};

// A letter a cycle: s the strobe, c a link carries, d a memory takes, b both, - neither.
board::CycleCounter<Narrow> after(const std::string& cycles) {
  board::CycleCounter<Narrow> counter;
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
