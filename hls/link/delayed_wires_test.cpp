// SPDX-License-Identifier: Apache-2.0
// Links whose wires take cycles, or pause: nothing is lost, the rate is that of the wires, and a link over which right
// frames come is never dead.
#include <iostream>

#include "hls/link/test_pair.hpp"
#include "test_support/seed.hpp"

namespace links::test {
namespace {

using node::LinkRegister;

template <unsigned Latency, class Base>
struct Delayed : Base {
  static constexpr unsigned kLinkLatency = Latency;
  static constexpr unsigned kSequenceWidth = 32;
};
template <unsigned Latency, unsigned Wires, unsigned Frame, bool CutThrough = false>
using Plain = Delayed<Latency, Small<Wires, Frame, Check::kNone, CutThrough>>;
template <unsigned Latency, unsigned Wires, unsigned Frame, Check CheckOf = Check::kCrc32>
using Checked = Delayed<Latency, Small<Wires, Frame, CheckOf>>;

template <class Config>
Pair<Config> trained(unsigned wire_cycles) {
  Pair<Config> pair;
  pair.set_latency(wire_cycles);
  pair.train();
  EXPECT_TRUE(pair.is_up());
  pair.start = true;
  return pair;
}

// The receiver stands still for a long time, and then takes packets now and then.
template <class Config>
void expect_no_loss_without_checksum() {
  SCOPED_TRACE(testing::Message() << "L " << Config::kLinkLatency << ", wires " << Config::kLinkWires << ", B "
                                  << Config::kFramePackets << ", buffer " << kBufferPackets<Config>);
  for (const unsigned latency : {0u, Config::kLinkLatency / 2, Config::kLinkLatency}) {
    Pair<Config> pair = trained<Config>(latency);
    std::mt19937_64 random = test_support::seeded_random();
    pair.sides[0].offered = 3000;
    pair.goes = [&](unsigned) { return pair.now % 3000 > 2000 && random() % 3 != 0; };
    for (unsigned cycle = 0; cycle < 400'000 && pair.sides[1].next < 3000; ++cycle) pair.cycle();
    EXPECT_EQ(pair.sides[1].next, 3000u) << latency << " cycles";
    EXPECT_EQ(pair.sides[1].end.read(LinkRegister::kLost), 0u);
    EXPECT_EQ(pair.sides[1].end.read(LinkRegister::kStatus), node::kLinkUp);
  }
}

TEST(DelayedWires, LoseNothingWithoutAChecksum) {
  expect_no_loss_without_checksum<Plain<3, 128, 16, true>>();
  expect_no_loss_without_checksum<Plain<11, 128, 16>>();
  expect_no_loss_without_checksum<Plain<11, 128, 1, true>>();
  expect_no_loss_without_checksum<Plain<29, 128, 1>>();
  expect_no_loss_without_checksum<Plain<29, 17, 5>>();
  expect_no_loss_without_checksum<Plain<130, 128, 7, true>>();
  expect_no_loss_without_checksum<Plain<130, 40, 7>>();
}

// Without a checksum a packet on wires of more cycles than the node is made for may be lost, and then it is counted.
TEST(DelayedWires, CountWhatABufferHasNoRoomFor) {
  using Config = Plain<1, 128, 4, true>;
  Pair<Config> pair;
  pair.set_latency(90);
  pair.start = true;
  pair.sides[0].offered = 2000;
  pair.goes = [](unsigned) { return false; };
  for (unsigned cycle = 0; cycle < 1000; ++cycle) pair.cycle();
  const std::uint32_t lost = pair.sides[1].end.read(LinkRegister::kLost);
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(pair.sides[1].end.read(LinkRegister::kStatus), node::kLinkUp | node::kLinkLost);
  // The sender has stopped, behind a packet in its start-up register.
  EXPECT_EQ(lost + kBufferPackets<Config> + 1, pair.sides[0].sent);
}

// Packets a cycle on checked wires, from an end that always has some.
template <class Config>
double rate(unsigned wire_cycles) {
  Pair<Config> pair = trained<Config>(wire_cycles);
  pair.sides[0].offered = 10'000'000;
  for (unsigned cycle = 0; cycle < 20'000; ++cycle) pair.cycle();
  const std::uint64_t before = pair.sides[1].next;
  for (unsigned cycle = 0; cycle < 20'000; ++cycle) pair.cycle();
  EXPECT_EQ(pair.sides[0].end.read(LinkRegister::kTimeOuts), 0u);
  return static_cast<double>(pair.sides[1].next - before) / 20'000;
}
template <class Config>
void expect_full_rate() {
  constexpr double kBusy = Config::kFramePackets * packet_cycles<Config>();
  const double wires = Config::kFramePackets / (kBusy + frame_cycles<Config>());
  EXPECT_GE(rate<Config>(Config::kLinkLatency), 0.95 * wires)
      << "L " << Config::kLinkLatency << ", wires " << Config::kLinkWires << ", B " << Config::kFramePackets
      << ", buffer " << kBufferPackets<Config>;
}

TEST(DelayedWires, HaveTheirRateWithAChecksum) {
  expect_full_rate<Checked<9, 128, 16>>();
  expect_full_rate<Checked<40, 128, 16>>();
  expect_full_rate<Checked<70, 128, 64>>();
  expect_full_rate<Checked<70, 33, 5>>();
  expect_full_rate<Checked<130, 128, 16, Check::kCrc16>>();
  expect_full_rate<Checked<260, 16, 3>>();
  expect_full_rate<Checked<450, 128, 16>>();
  expect_full_rate<Checked<450, 128, 40>>();
}

// Errors cost time; neither they nor wires of twice or forty times the cycles for which the node is made cost packets
// or the link.
template <class Config>
void expect_no_loss_with_checksum(unsigned wire_cycles, double error_rate) {
  SCOPED_TRACE(testing::Message() << "L " << Config::kLinkLatency << ", wires of " << wire_cycles << " cycles, B "
                                  << Config::kFramePackets << ", errors " << error_rate);
  Pair<Config> pair;
  pair.set_latency(wire_cycles);
  pair.train();
  ASSERT_TRUE(pair.is_up());
  std::mt19937_64 random = test_support::seeded_random();
  pair.start = true;
  pair.disturb = [&](unsigned, Phit<Config>& phit) {
    if (error_rate > 0) flip<Config>(phit, error_rate, random);
  };
  pair.goes = [&](unsigned) { return random() % 4 != 0; };
  for (auto& side : pair.sides) side.offered = 1000;
  const auto is_over = [&] { return pair.sides[0].next == 1000 && pair.sides[1].next == 1000; };
  for (unsigned cycle = 0; cycle < 600'000 && !is_over(); ++cycle) pair.cycle();
  EXPECT_TRUE(is_over()) << pair.sides[0].next << " and " << pair.sides[1].next << " packets have come";
  for (const auto& side : pair.sides) {
    const std::uint32_t status = side.end.read(LinkRegister::kStatus);
    EXPECT_EQ(status & (node::kLinkUp | node::kLinkDead), node::kLinkUp);
    EXPECT_EQ((status & node::kLinkDamaged) != 0, side.end.read(LinkRegister::kRefused) != 0);
    EXPECT_EQ((status & node::kLinkTimedOut) != 0, side.end.read(LinkRegister::kTimeOuts) != 0);
    EXPECT_EQ(side.end.read(LinkRegister::kLost), 0u);
  }
}

TEST(DelayedWires, AreNeverDeadWhereRightFramesCome) {
  expect_no_loss_with_checksum<Checked<700, 128, 16>>(700, 0);
  expect_no_loss_with_checksum<Checked<16, 128, 16>>(700, 0);
  expect_no_loss_with_checksum<Checked<350, 128, 4>>(700, 0);
  expect_no_loss_with_checksum<Checked<16, 32, 4>>(33, 1e-4);
  expect_no_loss_with_checksum<Checked<90, 128, 8>>(90, 3e-5);
  expect_no_loss_with_checksum<Checked<90, 128, 8>>(12, 3e-4);
}

// After a first measurement timeouts follow the wires, not the cycles for which the node is made.
TEST(RoundTrip, GrowsSixteenfoldAtMostUntilItIsMeasured) {
  using Config = Checked<9, 128, 4>;
  EndSetting<Config> setting;
  setting.time_out = decltype(setting.time_out)(100);
  RoundTrip<Config> trip;
  for (const std::uint32_t expected : {100u, 200u, 400u, 800u, 1600u, 1600u, 1600u}) {
    EXPECT_EQ(trip.time_out_of(setting), expected);
    trip.time_out();
  }
  trip.begin(true, LinkNumber<Config>(7));
  for (unsigned cycle = 0; cycle < 300; ++cycle) trip.tick();
  trip.acknowledge(LinkNumber<Config>(7));
  EXPECT_EQ(trip.time_out_of(setting), 1600u) << "packet 7 is still awaited";
  trip.acknowledge(LinkNumber<Config>(8));
  EXPECT_GT(trip.time_out_of(setting), 300u);
  EXPECT_LT(trip.time_out_of(setting), 400u);
  trip.restart();
  EXPECT_EQ(trip.time_out_of(setting), 100u);
}

TEST(DelayedWires, TimeOutsFollowTheRoundTrip) {
  using Config = Checked<900, 128, 8>;
  Pair<Config> pair = trained<Config>(20);
  pair.sides[0].offered = 100;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) pair.cycle();
  ASSERT_EQ(pair.sides[1].next, 100u);
  // The next frame is lost. It is sent again after less than the round trip of the wires for which it is made.
  bool loses = true;
  pair.disturb = [&](unsigned side, Phit<Config>& phit) {
    if (side == 0 && loses) phit.kind = {};
  };
  pair.sides[0].offered = 101;
  const std::uint64_t begin = pair.now;
  for (unsigned cycle = 0; cycle < 30; ++cycle) pair.cycle();
  loses = false;
  while (pair.sides[1].next < 101 && pair.now - begin < 5000) pair.cycle();
  EXPECT_EQ(pair.sides[1].next, 101u);
  EXPECT_LT(pair.now - begin, 400u);
  EXPECT_EQ(pair.sides[0].end.read(LinkRegister::kTimeOuts), 1u);
}

template <class Base>
struct Pausing : Base {
  static constexpr bool kPauses = true;
};

// The medium takes a word now and then, keeps it, and hands it on with gaps between, as an AXI4-Stream does. It loses and
// damages some. Returns packets a cycle.
template <class Config>
double paused_rate(double not_ready, double gap, double damaged) {
  SCOPED_TRACE(testing::Message() << "wires " << Config::kLinkWires << ", B " << Config::kFramePackets << ", not ready "
                                  << not_ready << ", gaps " << gap << ", damaged " << damaged);
  std::mt19937_64 random = test_support::seeded_random();
  const auto is = [&random](double probability) { return std::bernoulli_distribution(probability)(random); };
  struct Way {
    std::deque<Phit<Config>> words;
    Phit<Config> held;  // not taken in the cycle before
    bool ready = true;
  };
  Pair<Config> pair;
  std::array<Way, 2> ways;  // by the side that sends
  std::uint64_t drawn = ~std::uint64_t{0};
  pair.disturb = [&](unsigned from, Phit<Config>& phit) {
    if (drawn != pair.now) {
      drawn = pair.now;
      for (Way& way : ways) way.ready = !is(not_ready);
    }
    Way& way = ways[from];
    if (PhitKind{way.held.kind} != PhitKind::kIdle) {
      EXPECT_TRUE(phit.kind == way.held.kind && phit.word == way.held.word) << "a word that is not taken stays";
    }
    way.held = way.ready ? Phit<Config>::idle() : phit;
    if (way.ready && PhitKind{phit.kind} != PhitKind::kIdle) way.words.push_back(phit);
    phit = Phit<Config>::idle();
    if (!way.words.empty() && !is(gap)) {
      if (!is(damaged / 2)) phit = way.words.front();
      if (is(damaged / 2)) phit.word[0] = Lane<Config>(phit.word[0] ^ 1u);
      way.words.pop_front();
    }
    phit.go = hls::Bit(ways[1 - from].ready);  // for the receiver's own word
  };
  pair.train(1'000'000);
  EXPECT_TRUE(pair.is_up());
  pair.sides[0].offered = pair.sides[1].offered = 10'000'000;
  const std::uint64_t before = pair.sides[1].next;
  constexpr unsigned kCycles = 20'000;
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) pair.cycle();
  EXPECT_EQ(pair.sides[0].end.read(LinkRegister::kLost), 0u);
  return static_cast<double>(pair.sides[1].next - before) / kCycles;
}

// The rate is that of the slower side of the medium.
template <class Config>
void expect_rate_with_pauses() {
  constexpr double kBusy = Config::kFramePackets * packet_cycles<Config>();
  const double wires = Config::kFramePackets / (kBusy + frame_cycles<Config>());
  for (const double pauses : {0.0, 0.001, 0.01, 0.25}) {
    const double found = paused_rate<Config>(pauses, pauses / 2, 0);
    EXPECT_GE(found, 0.9 * (1 - pauses) * wires) << pauses;
    std::cout << Config::kLinkWires << " wires, B " << Config::kFramePackets << ", pauses " << pauses << ": " << found
              << " packets a cycle\n";
  }
  EXPECT_GT(paused_rate<Config>(0.2, 0.1, 2e-4), 0.0);
  EXPECT_GT(paused_rate<Config>(0.4, 0.3, 5e-4), 0.0);
}

TEST(PausingWires, CarryFramesWithGaps) {
  expect_rate_with_pauses<Pausing<Checked<40, 128, 16>>>();
  expect_rate_with_pauses<Pausing<Checked<40, 128, 64>>>();
  expect_rate_with_pauses<Pausing<Checked<40, 24, 8>>>();
  expect_rate_with_pauses<Pausing<Checked<40, 16, 3, Check::kCrc16>>>();
}

}  // namespace
}  // namespace links::test
