// SPDX-License-Identifier: Apache-2.0
// The injector against its program, played by hand.
#include "hls/router/injector.hpp"

#include <gtest/gtest.h>

namespace router::test {
namespace {

using Small = CubeConfig<4>;

TEST(Injector, PlaysItsProgramOverAndOver) {
  Injector<Small> injector;
  Fetch<Small> fetch;
  const InjectionSetting<Small> setting{SequenceNumber<Small>(10), NodeAddress<Small>(Address(0b1001)),
                                        RuleNumber<Small>(node::Rule{2})};
  const auto write = [&](auto fill) {
    ProgramWrite<Small> made{};
    made.port = hls::Bits<8>(2);
    fill(made);
    injector.tick(PortNumber<Small>(2), hls::Bit(0), hls::Bit(0), hls::Bit(0), setting, made, fetch);
  };
  const auto entry = [&](std::uint32_t index, std::uint32_t destination, std::uint32_t tree, std::uint32_t sequence,
                         std::uint32_t count) {
    write([&](ProgramWrite<Small>& made) {
      made.entry = {SequenceNumber<Small>(sequence), SequenceNumber<Small>(count),
                    NodeAddress<Small>(Address(destination)), TreeNumber<Small>(tree)};
      made.index = ProgramIndex<Small>(index);
      made.entry_valid = hls::Bit(1);
    });
  };
  entry(0, 0b0110, 1, 0, 1);
  entry(1, 0b0100, 3, 5, 2);
  write([](ProgramWrite<Small>& made) { made.value = hls::Bits<32>(2), made.length_valid = hls::Bit(1); });
  write([](ProgramWrite<Small>& made) { made.value = hls::Bits<32>(8), made.packets_valid = hls::Bit(1); });
  // A write to another port is not for this one.
  ProgramWrite<Small> foreign{};
  foreign.port = hls::Bits<8>(1);
  foreign.packets_valid = hls::Bit(1);
  injector.tick(PortNumber<Small>(2), hls::Bit(0), hls::Bit(0), hls::Bit(0), setting, foreign, fetch);
  EXPECT_FALSE(fetch.valid);

  bool start = false;
  const auto tick = [&](bool strobe, bool taken) {
    injector.tick(PortNumber<Small>(2), hls::Bit(strobe), hls::Bit(start), hls::Bit(taken), setting,
                  ProgramWrite<Small>{}, fetch);
    start = strobe;
  };
  struct Expected {
    std::uint32_t destination, tree, sequence;
  };
  const Expected expected[] = {{0b1111, 1, 0},  {0b1101, 3, 5},  {0b1101, 3, 6},  {0b1111, 1, 10},
                               {0b1101, 3, 15}, {0b1101, 3, 16}, {0b1111, 1, 20}, {0b1101, 3, 25}};
  // The whole program from its beginning, wherever the run before has been left.
  for (unsigned before = 0; before <= std::size(expected); ++before) {
    SCOPED_TRACE(testing::Message() << "started anew after " << before << " packets");
    tick(true, false);
    tick(false, false);
    for (unsigned packet = 0; packet < before; ++packet) tick(false, true);
    tick(true, fetch.valid != 0);
    EXPECT_FALSE(fetch.valid);
    tick(false, false);
    for (const Expected& next : expected) {
      for (const bool taken : {false, true}) {  // the packet stays on offer until it is taken
        ASSERT_TRUE(fetch.valid);
        EXPECT_EQ(fetch.header.source.number(), 0b1001u);
        EXPECT_EQ(fetch.header.rule.number(), 2u);
        EXPECT_EQ(fetch.header.destination.number(), next.destination);
        EXPECT_EQ(fetch.header.tree, next.tree);
        EXPECT_EQ(fetch.header.sequence, next.sequence);
        tick(false, taken);
      }
    }
    EXPECT_FALSE(fetch.valid);
  }
}

}  // namespace
}  // namespace router::test
