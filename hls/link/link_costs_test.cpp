// SPDX-License-Identifier: Apache-2.0
// Links between two ends on wires without errors: what a frame costs, and that packets arrive once
// and in order however the routers wait.
#include <boost/crc.hpp>

#include "hls/link/test_pair.hpp"

namespace links::test {
namespace {

TEST(Crc, EqualsTheLibrarys) {
  std::mt19937 random(1);
  for (unsigned length = 1; length < 70; ++length) {
    std::vector<unsigned char> bytes(length);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    boost::crc_optimal<16, 0x1021, 0xFFFF, 0xFFFF, true, true> crc16;
    boost::crc_32_type crc32;
    crc16.process_bytes(bytes.data(), length);
    crc32.process_bytes(bytes.data(), length);
    Crc<Check::kCrc16> by_bits;
    Crc<Check::kCrc32> by_bytes;
    for (const unsigned char byte : bytes) {
      for (unsigned bit = 0; bit < 8; ++bit) by_bits.take(byte >> bit, 1);
      by_bytes.take(byte, 8);
    }
    EXPECT_EQ(by_bits.sum(), crc16.checksum());
    EXPECT_EQ(by_bytes.sum(), crc32.checksum());
  }
}

template <class Config>
class AnyLink : public testing::Test {};
TYPED_TEST_SUITE(AnyLink, Configs);

TYPED_TEST(AnyLink, PackingIsReversible) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto packet = Pair<TypeParam>::packet(number * 977);
    EXPECT_TRUE(network::equal(packet, packet_of<TypeParam>(words_of<TypeParam>(packet))));
  }
}

// A stream of packets, from an end that always has some: each frame has the most packets, and holds
// the wires for tau + k t_c cycles.
TYPED_TEST(AnyLink, AFrameHoldsTheWiresForTauAndItsPackets) {
  constexpr unsigned kFrame = TypeParam::kFramePackets;
  for (const unsigned gap : {0u, 1u, 7u}) {
    Pair<TypeParam> pair;
    for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kGap, gap);
    pair.train();
    ASSERT_TRUE(pair.is_up());
    pair.set(0, node::LinkRegister::kTimeOut, 60000);
    pair.sides[0].offered = 20 * kFrame;
    pair.start = true;
    for (unsigned i = 0; i < 300000 && pair.sides[1].next < 20 * kFrame; ++i) pair.cycle();
    ASSERT_EQ(pair.sides[1].next, 20 * kFrame);
    // From the last packet of a frame to that of another, when the stream is under way.
    const auto& arrivals = pair.sides[1].arrivals;
    const std::uint64_t ten = arrivals[18 * kFrame - 1] - arrivals[8 * kFrame - 1];
    const unsigned tau = gap + frame_cycles<TypeParam>();
    EXPECT_EQ(ten, 10 * (tau + kFrame * packet_cycles<TypeParam>())) << "gap " << gap;
  }
}

TYPED_TEST(AnyLink, DeliversOnceAndInOrderHoweverTheRoutersWait) {
  std::mt19937 random(7);
  for (const double share : {0.05, 0.5, 0.9}) {
    Pair<TypeParam> pair;
    std::bernoulli_distribution is_ready(share);
    pair.goes = [&](unsigned) { return is_ready(random); };
    pair.train();
    for (unsigned i = 0; i < 20000; ++i) {
      for (auto& side : pair.sides) {
        if (random() % 4 == 0 && side.offered < 300) ++side.offered;
      }
      pair.cycle();
    }
    for (unsigned i = 0; i < 200000 && pair.sides[0].next + pair.sides[1].next < 600; ++i) pair.cycle();
    for (const auto& side : pair.sides) EXPECT_EQ(side.next, 300u);
  }
}

// Room that becomes free is told without a timeout, and right wires have none.
TYPED_TEST(AnyLink, RightWiresNeedNoTimeOut) {
  if constexpr (is_checked<TypeParam>()) {
    std::mt19937 random(5);
    for (const unsigned time_out : {usual_time_out<TypeParam>(), 1u << 22}) {
      Pair<TypeParam> pair;
      pair.train();
      bool waits = false;
      const bool is_long = time_out == 1u << 22;
      if (is_long) {
        pair.goes = [&](unsigned) {
          if (random() % 400 == 0) waits = !waits;
          return !waits;
        };
      }
      for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kTimeOut, time_out);
      pair.start = true;
      for (auto& side : pair.sides) side.offered = 400;
      for (unsigned i = 0; i < 400000 && pair.sides[0].next + pair.sides[1].next < 800; ++i) pair.cycle();
      for (const auto& side : pair.sides) {
        EXPECT_EQ(side.next, 400u);
        EXPECT_EQ(side.end.read(node::LinkRegister::kTimeOuts), 0u);
        EXPECT_EQ(side.end.read(node::LinkRegister::kRefused), 0u);
      }
    }
  }
}

// Software that sets a gap alone: timeouts then cost time, and no more.
TYPED_TEST(AnyLink, AGapLongerThanTheTimeOutIsSlowOnly) {
  if constexpr (is_checked<TypeParam>()) {
    Pair<TypeParam> pair;
    pair.train();
    for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kGap, 2 * usual_time_out<TypeParam>());
    for (auto& side : pair.sides) side.offered = 20;
    for (unsigned i = 0; i < 400 * usual_time_out<TypeParam>() && pair.sides[0].next + pair.sides[1].next < 40; ++i) {
      pair.cycle();
    }
    for (const auto& side : pair.sides) EXPECT_EQ(side.next, 20u);
  }
}

// A size without a total, larger than a frame may be, and a router that waits: all packets arrive.
TYPED_TEST(AnyLink, ASizeWithoutATotalKeepsNoPacketForEver) {
  if constexpr (is_checked<TypeParam>()) {
    std::mt19937 random(9);
    Pair<TypeParam> pair;
    pair.train();
    bool waits = false;
    pair.goes = [&](unsigned) {
      if (random() % 100 == 0) waits = !waits;
      return !waits;
    };
    pair.set(0, node::LinkRegister::kFrame, TypeParam::kFramePackets + 1);
    pair.sides[0].offered = 12 * TypeParam::kFramePackets;
    for (unsigned i = 0; i < 500 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    EXPECT_EQ(pair.sides[1].next, 12 * TypeParam::kFramePackets);
  }
}

// A frame that has more packets already than software now wants ends; a longer one would be refused.
TYPED_TEST(AnyLink, AFrameEndsWhenSoftwareWantsShorterOnes) {
  if constexpr (is_checked<TypeParam>()) {
    constexpr unsigned kFrame = TypeParam::kFramePackets;
    for (unsigned delay = 0; delay < (kFrame + 2) * packet_cycles<TypeParam>(); delay += packet_cycles<TypeParam>()) {
      Pair<TypeParam> pair;
      pair.train();
      pair.sides[0].offered = 6 * kFrame;
      for (unsigned i = 0; i < 40 + delay; ++i) pair.cycle();
      pair.set(0, node::LinkRegister::kFrame, 1);
      for (unsigned i = 0; i < 300000 && pair.sides[1].next < 6 * kFrame; ++i) pair.cycle();
      EXPECT_EQ(pair.sides[1].next, 6 * kFrame);
      EXPECT_EQ(pair.sides[1].end.read(node::LinkRegister::kRefused), 0u) << "delay " << delay;
      EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kTimeOuts), 0u) << "delay " << delay;
    }
  }
}

// Frames of the size that software has set, however slowly their packets come.
TYPED_TEST(AnyLink, SoftwareSetsTheSizeOfFrames) {
  constexpr unsigned kMost = TypeParam::kFramePackets;
  for (unsigned size = 1; size <= kMost; ++size) {
    Pair<TypeParam> pair;
    constexpr std::uint64_t kPackets = 2 * kMost + 1;
    pair.train();
    for (unsigned i = 0; i < 1000; ++i) pair.cycle();  // the last frames of training
    pair.set(0, node::LinkRegister::kFrame, size);
    pair.set(0, node::LinkRegister::kTotal, kPackets);
    pair.set(0, node::LinkRegister::kTimeOut, 60000);
    pair.start = true;
    for (unsigned i = 0; i < 20000 && pair.sides[1].next < kPackets; ++i) {
      if (i % 37 == 0 && pair.sides[0].offered < kPackets) ++pair.sides[0].offered;
      pair.cycle();
    }
    EXPECT_EQ(pair.sides[1].next, kPackets) << size;
    EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kFrames), (kPackets + size - 1) / size) << size;
  }
}

}  // namespace
}  // namespace links::test
