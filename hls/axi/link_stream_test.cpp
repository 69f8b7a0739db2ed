// SPDX-License-Identifier: Apache-2.0
// Two ends of a link with streams between them, on clocks of their own. Every packet comes once and in order, whatever the
// medium does, and the streams keep the rules of AXI4-Stream (IHI 0051, section 2.2).
#include "hls/axi/link_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <random>

#include "test_support/seed.hpp"

namespace axi {
namespace {

using links::Check;

template <unsigned Wires, unsigned Frame, Check CheckOf = Check::kCrc32, unsigned Latency = 64, unsigned Payload = 32>
struct Stream : Streamed<links::Linked<router::CubeConfig<3>, Wires>> {
  static constexpr unsigned kPayloadWidth = Payload;
  static constexpr unsigned kSequenceWidth = 32;
  static constexpr unsigned kFramePackets = Frame;
  static constexpr Check kCheck = CheckOf;
  static constexpr unsigned kLinkLatency = Latency;
};

// A medium: what it does with words, as probabilities for a word or a cycle; clocks in cycles for a cycle of the other end's.
struct Medium {
  double not_ready = 0, gap = 0, damaged = 0, lost = 0, frame_lost = 0;
  std::array<unsigned, 2> period{1, 1};
  unsigned latency = 20;  // time units
  double busy = 0;        // of a node behind an end
};

template <class Config>
class StreamPair {
 public:
  explicit StreamPair(const Medium& medium) : medium_(medium) {}

  void run(std::uint64_t until, std::uint32_t packets) {
    for (; now_ < until && !is_over(packets); ++now_) {
      for (unsigned i = 0; i < 2; ++i) {
        if (now_ % medium_.period[i] == 0) clock(i, packets);
      }
    }
  }
  bool is_over(std::uint32_t packets) const { return sides_[0].came == packets && sides_[1].came == packets; }
  std::uint64_t now() const { return now_; }
  std::uint32_t came(unsigned side) const { return sides_[side].came; }
  std::uint32_t read(unsigned side, node::LinkRegister target) const { return sides_[side].state.end.read(target); }
  bool is_up() const { return sides_[0].out.up && sides_[1].out.up; }

 private:
  struct Word {
    StreamWord<Config> word;
    std::uint64_t at;
  };
  struct Side {
    LinkStreamState<Config> state;
    LinkStreamOut<Config> out;
    router::Link<Config> link;  // the node's output register
    std::uint32_t sent = 0, came = 0;
    bool medium_ready = true;
    bool loses_frame = false;
    unsigned words = 0;  // of the frame that is sent
    std::deque<Word> to_other;
  };

  static router::Packet<Config> packet(std::uint32_t number) {
    router::Packet<Config> made;
    made.payload = router::Payload<Config>(number * 0x9E3779B97F4A7C15u);
    made.header.sequence = router::SequenceNumber<Config>(number);
    return made;
  }
  bool is(double probability) { return probability > 0 && std::bernoulli_distribution(probability)(random_); }

  void clock(unsigned i, std::uint32_t packets) {
    Side& side = sides_[i];
    Side& other = sides_[1 - i];
    LinkStreamIn<Config> in;
    in.link = side.link;
    in.send_ready = hls::Bit(side.medium_ready);
    if (!other.to_other.empty() && other.to_other.front().at <= now_ && !is(medium_.gap)) {
      in.receive = other.to_other.front().word;
      other.to_other.pop_front();
      if (is(medium_.damaged)) in.receive.data[0] = links::Lane<Config>(in.receive.data[0] ^ 4u);
      if (is(medium_.lost)) in.receive.valid = hls::Bit(0);
    }
    const LinkStreamOut<Config> before = side.out;
    link_stream_step(side.state, in, side.out);
    if (before.send.valid && !in.send_ready) {
      EXPECT_TRUE(side.out.send.valid) << "a word is taken back";
      EXPECT_TRUE(side.out.send.data == before.send.data && side.out.send.last == before.send.last) << "a word changes";
    }
    if (before.send.valid && in.send_ready) take(side, before.send);
    side.medium_ready = !is(medium_.not_ready);

    // The node: it has a register for what it sends, and sees `go` in the next cycle.
    if (before.link.valid) {
      EXPECT_TRUE(network::equal(before.link.packet, packet(side.came))) << side.came;
      ++side.came;
    }
    side.link.valid = hls::Bit(before.link.go && side.sent < packets && !is(medium_.busy));
    if (side.link.valid) side.link.packet = packet(side.sent++);
    side.link.go = hls::Bit(!is(medium_.busy));
  }

  // The medium takes a word: the frame is whole, header, packets and checksum.
  void take(Side& side, const StreamWord<Config>& word) {
    if (side.words++ == 0) side.loses_frame = is(medium_.frame_lost);
    if (!side.loses_frame) side.to_other.push_back({word, now_ + medium_.latency});
    if (!word.last) return;
    constexpr unsigned kFrame = links::frame_cycles<Config>();
    EXPECT_GE(side.words, kFrame);
    EXPECT_EQ((side.words - kFrame) % links::packet_cycles<Config>(), 0u);
    EXPECT_LE(side.words, kFrame + Config::kFramePackets * links::packet_cycles<Config>());
    side.words = 0;
  }

  Medium medium_;
  std::array<Side, 2> sides_;
  std::uint64_t now_ = 0;
  std::mt19937_64 random_ = test_support::seeded_random();
};

template <class Config>
void expect_all(const Medium& medium, std::uint32_t packets = 1500) {
  SCOPED_TRACE(testing::Message() << "wires " << Config::kLinkWires << ", B " << Config::kFramePackets << ", not ready "
                                  << medium.not_ready << ", gaps " << medium.gap << ", damaged " << medium.damaged
                                  << ", clocks " << medium.period[0] << ":" << medium.period[1]);
  StreamPair<Config> pair(medium);
  pair.run(4'000'000, packets);
  EXPECT_TRUE(pair.is_over(packets)) << pair.came(0) << " and " << pair.came(1) << " packets have come";
  for (unsigned side = 0; side < 2; ++side) EXPECT_EQ(pair.read(side, node::LinkRegister::kLost), 0u);
}

template <class Config>
class LinkStream : public testing::Test {};
using Configs = testing::Types<Stream<8, 4, Check::kCrc16>, Stream<8, 3>, Stream<16, 5>, Stream<24, 16, Check::kCrc16>,
                               Stream<64, 16>, Stream<64, 64, Check::kCrc32, 200, 64>, Stream<128, 1>, Stream<160, 7>>;
TYPED_TEST_SUITE(LinkStream, Configs);

TYPED_TEST(LinkStream, BringsEveryPacketOnceWhateverTheMediumDoes) {
  expect_all<TypeParam>({});
  expect_all<TypeParam>({.not_ready = 0.3, .gap = 0.2, .busy = 0.4});
  expect_all<TypeParam>({.not_ready = 0.05, .gap = 0.02, .damaged = 1e-3, .latency = 90});
  expect_all<TypeParam>({.gap = 0.1, .lost = 1e-3, .frame_lost = 0.01});
}

// Ends on unrelated clocks, as behind asynchronous FIFOs.
TYPED_TEST(LinkStream, BringsEveryPacketBetweenClocks) {
  expect_all<TypeParam>({.not_ready = 0.01, .period = {7, 5}, .latency = 40});
  expect_all<TypeParam>({.frame_lost = 0.005, .period = {3, 11}, .latency = 100});
}

// A medium that is always ready costs only what frames cost: their share of words is that of packets.
TEST(LinkStreamRate, IsThatOfFrames) {
  using Config = Stream<64, 64, Check::kCrc32, 64, 64>;
  StreamPair<Config> pair({});
  constexpr std::uint32_t kPackets = 1u << 30;
  pair.run(3000, kPackets);
  ASSERT_TRUE(pair.is_up());
  pair.run(pair.now() + 2000, kPackets);
  const std::uint64_t begin = pair.now();
  const std::uint32_t before = pair.came(1);
  pair.run(begin + 20'000, kPackets);
  constexpr double kBusy = Config::kFramePackets * links::packet_cycles<Config>();
  const double wires = Config::kFramePackets / (kBusy + links::frame_cycles<Config>());
  EXPECT_GE((pair.came(1) - before) / 20'000.0, 0.95 * wires);
}

}  // namespace
}  // namespace axi
