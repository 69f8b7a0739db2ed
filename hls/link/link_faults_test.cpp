// SPDX-License-Identifier: Apache-2.0
// Links between two ends under faults: lossy or broken wires, frames that no right end sends, ends
// that are reset.
#include "hls/link/test_pair.hpp"

namespace links::test {
namespace {

template <class Config>
class DisturbedLink : public testing::Test {};
TYPED_TEST_SUITE(DisturbedLink, Configs);

// The phits of a frame without packets, or with one, and with the right checksum or a wrong one.
template <class Config>
std::vector<Phit<Config>> frame_of(const FrameHeader<Config>& header, bool has_packet, bool is_right) {
  std::vector<Phit<Config>> phits;
  FrameSum<Config> sum;
  const auto add = [&](const auto& words, PhitKind kind) {
    for (const Word<Config>& word : words) {
      if (kind != PhitKind::kTail) sum.take(word);
      phits.push_back(Phit<Config>::idle());
      phits.back().word = word;
      phits.back().kind = hls::Bits<2, PhitKind>(kind);
    }
  };
  add(words_of(header), PhitKind::kHead);
  if (has_packet) add(words_of<Config>(Pair<Config>::packet(12345)), PhitKind::kBody);
  auto tail = sum.words();
  if (!is_right) tail[0][0] = Lane<Config>(tail[0][0] ^ 1u);
  add(tail, PhitKind::kTail);
  return phits;
}

// Frames that no right end sends do no harm: an acknowledgement of packets that were never sent, and
// a damaged frame to an end without room.
TYPED_TEST(DisturbedLink, ForgedFramesDoNoHarm) {
  if constexpr (is_checked<TypeParam>()) {
    constexpr unsigned kRoom = kBufferPackets<TypeParam>;
    for (const bool acknowledges : {false, true}) {
      Pair<TypeParam> pair;
      pair.train();
      bool waits = !acknowledges;
      pair.goes = [&](unsigned) { return !waits; };
      pair.sides[0].offered = waits ? 2 * kRoom : 0;
      for (unsigned i = 0; i < 10 * usual_time_out<TypeParam>(); ++i) pair.cycle();
      FrameHeader<TypeParam> forged;
      forged.heard = hls::Bit(1);
      forged.room = PacketsHeld<TypeParam>(kRoom);
      forged.number = LinkNumber<TypeParam>(waits ? kRoom : 0);  // the next that is expected
      forged.expected = LinkNumber<TypeParam>(acknowledges ? 3 : 0);
      const auto phits = frame_of<TypeParam>(forged, waits, acknowledges);
      std::size_t sent = 0;
      pair.disturb = [&](unsigned from, Phit<TypeParam>& phit) {
        if (from == 0 && sent < phits.size()) phit = phits[sent++];
      };
      for (unsigned i = 0; i < phits.size() + 10; ++i) pair.cycle();
      waits = false;
      for (auto& side : pair.sides) side.offered = 3 * kRoom;
      for (unsigned i = 0; i < 100 * usual_time_out<TypeParam>(); ++i) pair.cycle();
      for (const auto& side : pair.sides) EXPECT_EQ(side.next, 3 * kRoom) << acknowledges;
    }
  }
}

// An acknowledgement of a packet that has been lost, with the right checksum: nothing can mend that,
// and the link does not stay up without progress.
TYPED_TEST(DisturbedLink, AFalseAcknowledgementEndsInADeadLink) {
  if constexpr (is_checked<TypeParam>()) {
    Pair<TypeParam> pair;
    pair.train();
    for (unsigned i = 0; i < 1000; ++i) pair.cycle();
    FrameHeader<TypeParam> forged;
    forged.heard = hls::Bit(1);
    forged.room = PacketsHeld<TypeParam>(kBufferPackets<TypeParam>);
    forged.expected = LinkNumber<TypeParam>(1);
    const auto phits = frame_of<TypeParam>(forged, false, true);
    std::size_t sent = 0;
    bool loses = true;
    pair.disturb = [&](unsigned from, Phit<TypeParam>& phit) {
      if (from == 0 && loses) phit = Phit<TypeParam>::idle();
      if (from == 1) phit = sent < phits.size() ? phits[sent++] : loses ? Phit<TypeParam>::idle() : phit;
    };
    pair.sides[0].offered = 1;
    for (unsigned i = 0; i < 3 * phits.size() + 40; ++i) pair.cycle();
    loses = false;
    pair.sides[0].offered = 100;
    for (unsigned i = 0; i < 40 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kStatus), node::kLinkDead);
    EXPECT_EQ(pair.sides[1].next, 0u);
  }
}

// One wrong bit on wires at rest costs no frame.
TYPED_TEST(DisturbedLink, AStrayPhitHarmsNoFrame) {
  if constexpr (is_checked<TypeParam>()) {
    for (const PhitKind kind : {PhitKind::kHead, PhitKind::kBody, PhitKind::kTail}) {
      Pair<TypeParam> pair;
      pair.train();
      for (unsigned i = 0; i < 1000; ++i) pair.cycle();
      bool strays = true;
      pair.disturb = [&](unsigned, Phit<TypeParam>& phit) {
        if (strays) phit.kind = hls::Bits<2, PhitKind>(kind);
        strays = false;
      };
      pair.start = true;
      for (unsigned i = 0; i < 100; ++i) pair.cycle();
      for (auto& side : pair.sides) side.offered = 1;
      for (unsigned i = 0; i < usual_time_out<TypeParam>(); ++i) pair.cycle();
      for (const auto& side : pair.sides) EXPECT_EQ(side.next, 1u);
    }
  }
}

// The other end waits for a node that is reset so long that the link is dead by then.
TYPED_TEST(DisturbedLink, ADeadEndJoinsAnEndThatHasBeenReset) {
  if constexpr (is_checked<TypeParam>()) {
    Pair<TypeParam> pair;
    pair.train();
    bool is_held = true;
    pair.disturb = [&](unsigned from, Phit<TypeParam>& phit) {
      if (is_held && from == 1) phit = Phit<TypeParam>::idle();
    };
    pair.sides[0].offered = 10;
    for (unsigned i = 0; i < 40 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kStatus), node::kLinkDead);
    pair.reset(1);
    is_held = false;
    pair.train();
    ASSERT_TRUE(pair.is_up());
    pair.sides[0].offered = 50;
    for (unsigned i = 0; i < 100 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    EXPECT_EQ(pair.sides[1].next, 50u);
  }
}

// Every frame that is damaged is counted once, and every timeout.
TYPED_TEST(DisturbedLink, CountsWhatHappens) {
  if constexpr (is_checked<TypeParam>()) {
    Pair<TypeParam> pair;
    pair.train();
    for (unsigned i = 0; i < 1000; ++i) pair.cycle();
    pair.set(0, node::LinkRegister::kTries, 255);
    unsigned damaged = 0;
    PhitKind last = PhitKind::kIdle;
    bool in_frame = false;
    // The first word behind the header of each of the first five frames of packets is wrong.
    pair.disturb = [&](unsigned from, Phit<TypeParam>& phit) {
      const PhitKind kind = phit.kind;
      if (from == 0 && kind == PhitKind::kBody && last == PhitKind::kHead && damaged < 5 && !in_frame) {
        phit.word[0] = Lane<TypeParam>(phit.word[0] ^ 1u);
        ++damaged;
        in_frame = true;
      }
      if (from != 0) return;
      if (kind == PhitKind::kHead) in_frame = false;
      last = kind;
    };
    pair.start = true;
    pair.sides[0].offered = 1;
    for (unsigned i = 0; i < 20 * usual_time_out<TypeParam>() && pair.sides[1].next < 1; ++i) pair.cycle();
    EXPECT_EQ(pair.sides[1].next, 1u);
    EXPECT_EQ(damaged, 5u);
    EXPECT_EQ(pair.sides[1].end.read(node::LinkRegister::kRefused), 5u);
    EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kTimeOuts), 5u);
  }
}

TYPED_TEST(DisturbedLink, DeliversOnceAndInOrderWhateverTheWiresDo) {
  if constexpr (is_checked<TypeParam>()) {
    std::mt19937 random(11);
    for (const double rate : {1e-4, 1e-3, 5e-3}) {
      const double wires = TypeParam::kLinkWires + 2;
      if (rate * wires * (frame_cycles<TypeParam>() + packet_cycles<TypeParam>()) > 1)
        continue;  // hardly a frame arrives
      Pair<TypeParam> pair;
      for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kTries, 255);
      pair.disturb = [&](unsigned, Phit<TypeParam>& phit) { flip(phit, rate, random); };
      pair.goes = [&](unsigned) { return random() % 8 != 0; };
      pair.train();
      ASSERT_TRUE(pair.is_up());
      for (auto& side : pair.sides) side.offered = 500;
      for (unsigned i = 0; i < 2000000 && pair.sides[0].next + pair.sides[1].next < 1000; ++i) pair.cycle();
      for (const auto& side : pair.sides) {
        EXPECT_EQ(side.next, 500u) << "rate " << rate;
        EXPECT_GT(side.end.read(node::LinkRegister::kRefused) + side.end.read(node::LinkRegister::kTimeOuts), 0u);
      }
    }
  }
}

// One end is reset while packets are under way, in training too. Both ends then agree on their
// numbers, and what is sent from then on arrives.
TYPED_TEST(DisturbedLink, BothEndsAgreeAfterAResetOfOne) {
  if constexpr (is_checked<TypeParam>()) {
    std::mt19937 random(3);
    for (unsigned trial = 0; trial < 12; ++trial) {
      Pair<TypeParam> pair;
      if (trial % 2 != 0) {
        pair.disturb = [&](unsigned, Phit<TypeParam>& phit) { flip(phit, 1e-4, random); };
      }
      for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kTries, 255);
      if (trial % 4 < 2) pair.train();
      for (auto& side : pair.sides) side.offered = 1000;
      const unsigned until = static_cast<unsigned>(random() % 2000);
      for (unsigned i = 0; i < until; ++i) pair.cycle();
      const std::uint64_t before = pair.sides[1].next;
      pair.reset(1);
      pair.train();
      ASSERT_TRUE(pair.is_up()) << trial;
      for (auto& side : pair.sides) side.offered = side.sent + 60;
      const auto is_over = [&] {
        return pair.sides[0].next == pair.sides[1].offered && pair.sides[1].next == pair.sides[0].offered;
      };
      for (unsigned i = 0; i < 100000 && !is_over(); ++i) pair.cycle();
      for (unsigned i = 0; i < 1000; ++i) pair.cycle();
      for (unsigned side : {0u, 1u}) EXPECT_EQ(pair.sides[side].next, pair.sides[1 - side].offered) << trial;
      // Packets that were not acknowledged come again, and no others.
      EXPECT_LE(pair.sides[1].arrivals.size(), 60 + 1000 - before + kBufferPackets<TypeParam>);
    }
  }
}

// Software begins a link anew that has been dead.
TYPED_TEST(DisturbedLink, ADeadLinkCanBeBegunAnew) {
  if constexpr (is_checked<TypeParam>()) {
    Pair<TypeParam> pair;
    pair.train();
    bool broken = true;
    pair.disturb = [&](unsigned, Phit<TypeParam>& phit) {
      if (broken) phit = Phit<TypeParam>::idle();
    };
    for (auto& side : pair.sides) side.offered = 10;
    for (unsigned i = 0; i < 20 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    EXPECT_EQ(pair.sides[0].end.read(node::LinkRegister::kStatus), node::kLinkDead);
    broken = false;
    for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kRestart, 1);
    pair.train();
    ASSERT_TRUE(pair.is_up());
    for (auto& side : pair.sides) {
      side.next = 10;  // the first ten are lost
      side.offered = 50;
    }
    for (unsigned i = 0; i < 100 * usual_time_out<TypeParam>(); ++i) pair.cycle();
    for (const auto& side : pair.sides) EXPECT_EQ(side.next, 50u);
  }
}

// A wire breaks, one way or both. Both ends find out, drop what they have, and stop no one.
TYPED_TEST(DisturbedLink, ABrokenLinkIsDeadInABoundedTime) {
  if constexpr (is_checked<TypeParam>()) {
    for (const bool both : {false, true}) {
      Pair<TypeParam> pair;
      pair.train();
      bool broken = false;
      pair.disturb = [&](unsigned from, Phit<TypeParam>& phit) {
        if (broken && (both || from == 0)) phit = Phit<TypeParam>::idle();
      };
      for (const unsigned side : {0u, 1u}) pair.set(side, node::LinkRegister::kTries, 4);
      for (auto& side : pair.sides) side.offered = 1000;
      for (unsigned i = 0; i < 500; ++i) pair.cycle();
      broken = true;
      const unsigned most = 6 * usual_time_out<TypeParam>() + 1000 * packet_cycles<TypeParam>();
      for (unsigned i = 0; i < most; ++i) pair.cycle();
      for (const auto& side : pair.sides) {
        EXPECT_EQ(side.end.read(node::LinkRegister::kStatus), node::kLinkDead);
        EXPECT_EQ(side.sent, 1000u);
        EXPECT_GT(side.end.read(node::LinkRegister::kLost), 0u);
      }
      for (const unsigned side : {0u, 1u}) {
        EXPECT_GE(pair.sides[side].end.read(node::LinkRegister::kLost) + pair.sides[1 - side].next, 1000u);
      }
    }
  }
}

}  // namespace
}  // namespace links::test
