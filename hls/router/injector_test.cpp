// SPDX-License-Identifier: Apache-2.0
// The injector against its program, played by hand, and the injectors of nodes that combine packets
// against the list of what they are to send: what is played once, what is played over and over, and
// the second part.
#include "hls/router/injector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "firmware/node/driver.hpp"
#include "test_support/seed.hpp"

namespace router::test {
namespace {

using Small = CubeConfig<4>;

TEST(Injector, PlaysItsProgramOverAndOver) {
  Injector<Small> injector;
  Fetch<Small> fetch;
  const InjectionSetting<Small> setting{
      {}, SequenceNumber<Small>(10), NodeAddress<Small>(Address(0b1001)), RuleNumber<Small>(node::Rule{2})};
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

struct AnyOperators {
  static constexpr bool has(std::uint32_t, unsigned) { return true; }
};
using Parted = Combining<CubeConfig<4>, AnyOperators>;

constexpr std::uint32_t kStep = 10;
constexpr node::Rule kFirstRule{2};
constexpr node::Rule kSecondRule{7};

struct Part {
  std::vector<node::Entry> once;
  std::vector<node::Entry> repeated;
  std::uint32_t packets = 0;
};

struct Packet {
  node::Entry entry;  // with the sequence of this packet
  bool is_second;
};

// By the words of hls/router/injector.hpp: what is played once, then round after round.
void list(const Part& part, bool is_second, std::vector<Packet>& packets) {
  const std::size_t end = packets.size() + part.packets;
  const auto play = [&](const std::vector<node::Entry>& entries, std::uint32_t base) {
    for (node::Entry entry : entries) {
      for (std::uint32_t i = 0; i < entry.count && packets.size() < end; ++i) {
        packets.push_back({entry, is_second});
        packets.back().entry.sequence = base + entry.sequence + i;
      }
    }
  };
  play(part.once, 0);
  // The sequences of second and later rounds rise; after a part that is played once, those of the
  // first round too.
  for (std::uint32_t base = part.once.empty() ? 0 : kStep; packets.size() < end; base += kStep)
    play(part.repeated, base);
}

class Stream {
 public:
  explicit Stream(unsigned number) : number_(number) {}

  const Fetch<Parted>& fetch() const { return fetch_; }
  void write(const ProgramWrite<Parted>& write, unsigned stream) {
    ProgramWrite<Parted> made = write;
    made.port = hls::Bits<8>(stream);
    tick(false, false, made);
  }
  void load(const Part& first, const Part& second) {
    ProgramWrite<Parted> begin{};
    begin.begins = hls::Bit(1);
    write(begin, 0);
    std::uint32_t index = 0;
    for (const auto* entries : {&first.once, &first.repeated, &second.repeated}) {
      for (const node::Entry& entry : *entries) write(entry, index++);
    }
    const auto once = static_cast<std::uint32_t>(first.once.size());
    write_value(once + static_cast<std::uint32_t>(first.repeated.size()),
                [](auto& made) { made.length_valid = yes(); });
    if (once != 0) write_value(once, [](auto& made) { made.repeat_valid = yes(); });
    write_value(first.packets, [](auto& made) { made.packets_valid = yes(); });
    if (second.packets == 0) return;
    write_value(index, [](auto& made) { made.second_length_valid = yes(); });
    write_value(second.packets, [](auto& made) { made.second_packets_valid = yes(); });
  }
  void start() {
    tick(true, false, {});
    tick(false, false, {});
  }
  void clock(bool taken) { tick(false, taken, {}); }

 private:
  static hls::Bit yes() { return hls::Bit(1); }
  void write(const node::Entry& entry, std::uint32_t index) {
    ProgramWrite<Parted> made{};
    made.entry.sequence = SequenceNumber<Parted>(entry.sequence);
    made.entry.count = SequenceNumber<Parted>(entry.count);
    made.entry.relative_destination = NodeAddress<Parted>(entry.relative_destination);
    made.entry.tree = TreeNumber<Parted>(entry.tree);
    made.entry.combined = PortSet<Parted>(entry.combined);
    made.index = ProgramIndex<Parted>(index);
    made.entry_valid = yes();
    write(made, number_);
  }
  template <class Fill>
  void write_value(std::uint32_t value, Fill fill) {
    ProgramWrite<Parted> made{};
    made.value = hls::Bits<32>(value);
    fill(made);
    write(made, number_);
  }
  void tick(bool strobe, bool taken, const ProgramWrite<Parted>& write) {
    InjectionSetting<Parted> setting;
    setting.sequence_step = SequenceNumber<Parted>(kStep);
    setting.address = NodeAddress<Parted>(Address(0b1001));
    setting.rule = RuleNumber<Parted>(kFirstRule);
    setting.second_rule = RuleNumber<Parted>(kSecondRule);
    injector_.tick(StreamNumber<Parted>(number_), hls::Bit(strobe), hls::Bit(starts_), hls::Bit(taken), setting, write,
                   fetch_);
    starts_ = strobe;
  }

  unsigned number_;
  Injector<Parted> injector_;
  Fetch<Parted> fetch_;
  bool starts_ = false;
};

void expect_to_send(Stream& stream, const std::vector<Packet>& expected, std::mt19937_64& random) {
  stream.start();
  for (std::size_t i = 0; i < expected.size();) {
    SCOPED_TRACE(testing::Message() << "packet " << i << " of " << expected.size());
    const Fetch<Parted>& fetch = stream.fetch();
    const node::Entry& entry = expected[i].entry;
    ASSERT_TRUE(fetch.valid);
    ASSERT_EQ(fetch.is_second, expected[i].is_second);
    ASSERT_EQ(fetch.header.sequence, entry.sequence);
    ASSERT_EQ(fetch.header.tree, entry.tree);
    ASSERT_EQ(fetch.header.source.number(), 0b1001u);
    ASSERT_EQ(fetch.header.destination.number(), entry.relative_destination.number() ^ 0b1001u);
    ASSERT_EQ(fetch.header.rule.number(), static_cast<std::uint32_t>(fetch.is_second ? kSecondRule : kFirstRule));
    ASSERT_EQ(Ports(fetch.combined), entry.combined);
    ASSERT_EQ(fetch.asks_for_result(), expected[i].is_second && entry.combined.empty());
    const bool taken = random() % 2 == 0;
    stream.clock(taken);
    if (taken) ++i;
  }
  for (unsigned i = 0; i < 3; ++i) {
    ASSERT_FALSE(stream.fetch().valid);
    stream.clock(false);
  }
}

std::vector<node::Entry> entries(std::size_t count, std::mt19937_64& random) {
  std::vector<node::Entry> made(count);
  for (node::Entry& entry : made) {
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    entry = {Address(below(16)), below(4), below(100), 1 + below(3), Ports(below(16))};
  }
  return made;
}

std::uint32_t packets_of(const std::vector<node::Entry>& entries) {
  std::uint32_t packets = 0;
  for (const node::Entry& entry : entries) packets += entry.count;
  return packets;
}

// Programs of any shape, one after the other in one injector: a load leaves nothing behind.
TEST(InjectorOfParts, SendsWhatIsPlayedOnceThenTheRoundsThenTheSecondPart) {
  auto random = test_support::seeded_random();
  for (const unsigned number : {2u, 6u}) {
    Stream stream(number);
    for (unsigned round = 0; round < 400; ++round) {
      SCOPED_TRACE(testing::Message() << "stream " << number << ", program " << round);
      Part first, second;
      first.once = entries(random() % 4, random);
      first.repeated = entries(random() % 4, random);
      first.packets = packets_of(first.once);
      if (!first.repeated.empty()) first.packets += static_cast<std::uint32_t>(random() % 20);  // ends anywhere
      if (first.packets == 0) first.repeated.clear();
      if (random() % 2 == 0) {
        second.repeated = entries(1 + random() % 3, random);
        second.packets = static_cast<std::uint32_t>(random() % 12);
      }
      std::vector<Packet> expected;
      list(first, false, expected);
      list(second, true, expected);
      stream.load(first, second);
      expect_to_send(stream, expected, random);
      if (testing::Test::HasFatalFailure()) return;
      // A second start sends it all again, wherever the first one was left.
      stream.start();
      for (std::size_t left = expected.size() / 2; left > 0; --left) stream.clock(true);
      expect_to_send(stream, expected, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// The firmware silences ports itself; ejectors and second parts it may not know of.
TEST(InjectorOfParts, ANewLoadSilencesEjectorsAndSecondParts) {
  auto random = test_support::seeded_random();
  const Part first{{}, {{Address(1), 0, 0, 2, Ports()}}, 2};
  const Part second{{}, {{Address(0), 0, 0, 1, Ports()}}, 1};
  ProgramWrite<Parted> begin{};
  begin.begins = hls::Bit(1);
  for (const unsigned number : {3u, 4u}) {
    SCOPED_TRACE(number);
    Stream stream(number);
    stream.load(first, second);
    stream.write(begin, 0);
    std::vector<Packet> expected;
    if (number == 3) list(first, false, expected);
    expect_to_send(stream, expected, random);
  }
}

// Writes to another stream, an ejector's included, are not for this one.
TEST(InjectorOfParts, HearsItsOwnNumberAlone) {
  auto random = test_support::seeded_random();
  const Part first{{}, {{Address(1), 0, 0, 2, Ports(0b10)}}, 2};
  Stream stream(1);
  stream.load(first, {});
  ProgramWrite<Parted> write{};
  write.value = hls::Bits<32>(3);
  write.entry_valid = write.length_valid = write.packets_valid = write.repeat_valid = hls::Bit(1);
  write.second_length_valid = write.second_packets_valid = hls::Bit(1);
  for (const unsigned other : {0u, 5u}) stream.write(write, other);
  std::vector<Packet> expected;
  list(first, false, expected);
  expect_to_send(stream, expected, random);
}

}  // namespace
}  // namespace router::test
