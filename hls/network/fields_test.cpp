// SPDX-License-Identifier: Apache-2.0
// The field lists of the wire name every field once, and what is made of them.
#include "hls/network/fields.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/cube.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "hls/network/link.hpp"

namespace network {
namespace {

template <class RulesOf>
struct Wire {
  using Network = FixedCube<3>;
  using Rules = RulesOf;
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr unsigned kSequenceWidth = 16;
};
using Small = Wire<rules::CubeRules>;
struct WithEpochs : Small {
  static constexpr bool kEpochs = true;
};

// A ninth rule costs a bit of the header.
struct Ninth {};
template <class List>
struct AndNinth;
template <class... Rules>
struct AndNinth<rules::RuleList<Rules...>> {
  using List = rules::RuleList<Rules..., Ninth>;
};
using NineRules = Wire<AndNinth<rules::CubeRules>::List>;

using Named = std::vector<std::pair<std::string, unsigned>>;

template <class Record>
Named fields() {
  Named found;
  const Record record;
  each_field([&](const char* name, const auto& field) { found.emplace_back(name, field.kWidth); }, record);
  return found;
}

// How many members a structure has: how many values can stand in its braces.
struct AnyValue {
  template <class T>
  operator T() const;
};
template <class Record, class... Values>
constexpr std::size_t member_count() {
  if constexpr (requires { Record{Values()..., AnyValue()}; }) {
    return member_count<Record, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

TEST(Fields, ListEveryFieldOnceFromTheHighestBitsDown) {
  const Named header = {{"sequence", 16}, {"source", 3}, {"destination", 3}, {"tree", 2}, {"rule", 3}};
  EXPECT_EQ(fields<Header<Small>>(), header);
  EXPECT_EQ(header.size(), member_count<Header<Small>>() - 1) << "the base, which has the epoch, if there is one";
  Named with_epoch = header;
  with_epoch.emplace_back("epoch", 1);
  EXPECT_EQ(fields<Header<WithEpochs>>(), with_epoch);

  Named packet = header;
  packet.insert(packet.begin(), {"payload", 32});
  EXPECT_EQ(fields<Packet<Small>>(), packet);
  EXPECT_EQ(packet.size(), header.size() + member_count<Packet<Small>>() - 1);

  Named flit = packet;
  flit.emplace_back("valid", 1);
  EXPECT_EQ(fields<Flit<Small>>(), flit);
  EXPECT_EQ(flit.size(), packet.size() + member_count<Flit<Small>>() - 1);
  EXPECT_EQ(width_of<Flit<Small>>(), 32u + 16 + 3 + 3 + 2 + 3 + 1);

  Named link = flit;
  link.emplace_back("go", 1);
  EXPECT_EQ(fields<Link<Small>>(), link);
}

TEST(Fields, ANinthRuleCostsABitOfTheHeader) {
  EXPECT_EQ(RuleNumber<Small>::kWidth, 3u);
  EXPECT_EQ(RuleNumber<NineRules>::kWidth, 4u);
}

TEST(Fields, RecordsAreEqualWhenEveryFieldIs) {
  Flit<Small> one;
  one.packet.payload = Payload<Small>(7);
  one.packet.header.rule = RuleNumber<Small>(node::Rule{5});
  std::size_t compared = 0;
  for (std::size_t changed = 0; changed < fields<Flit<Small>>().size(); ++changed) {
    Flit<Small> other = one;
    std::size_t at = 0;
    each_field(
        [&](const char*, auto& field) {
          if (at++ == changed) field = std::decay_t<decltype(field)>::of_number(field.number() ^ 1u);
        },
        other);
    EXPECT_FALSE(equal(one, other)) << changed;
    ++compared;
  }
  EXPECT_EQ(compared, 7u);
  EXPECT_TRUE(equal(one, one));
}

TEST(Link, AnEndReadsWhatTheOtherDrives) {
  Link<Small> driven;
  driven.packet.payload = Payload<Small>(11);
  driven.valid = hls::Bit(1);
  Link<Small> read;
  connect(driven, read);
  EXPECT_TRUE(equal<Flit<Small>>(driven, read));
  EXPECT_FALSE(read.go);
  driven.go = hls::Bit(1);
  driven.valid = hls::Bit(0);
  driven.packet.payload = Payload<Small>(12);
  connect(driven, read);
  EXPECT_TRUE(read.go);
  EXPECT_FALSE(read.valid);
  EXPECT_EQ(read.packet.payload, 11u) << "a packet that is none is not copied";
}

// The packets in flight when a queue says stop find room, in every depth that is allowed and in no
// smaller one.
TEST(Link, TheLeastQueueHasRoomForTheStop) {
  EXPECT_GT(least_queue_depth(), kStopLatency);
  EXPECT_EQ(stop_latency(1), kStopLatency);
  EXPECT_GE(least_queue_depth(), stop_latency(2)) << "an empty queue lets its neighbour send";
  EXPECT_LE(least_queue_depth() / 2, kStopLatency);
  for (unsigned hop_cycles = 3; hop_cycles <= 32; ++hop_cycles) {
    EXPECT_EQ(stop_latency(hop_cycles), stop_latency(hop_cycles - 1) + 1) << "a packet more on the way";
    EXPECT_GE(least_queue_depth(hop_cycles), stop_latency(hop_cycles));
    EXPECT_LT(least_queue_depth(hop_cycles) / 2, stop_latency(hop_cycles));
  }
}

}  // namespace
}  // namespace network
