// SPDX-License-Identifier: Apache-2.0
// The Bambu tops beside the node and the rule unit themselves: the same registers after every call
// on random inputs, the same route for every header.
#include <gtest/gtest.h>

#include <random>

#include "hls/vendor/bambu/node_top.hpp"
#include "hls/vendor/bambu/route_top.hpp"
#include "hls/vendor/link_word.hpp"

namespace vendor::test {
namespace {

using Config = BambuNode;

TEST(BambuNode, IsTheNode) {
  std::mt19937_64 random(5);
  router::State<Config> state;
  router::Out<Config> out;
  std::uint64_t packets = 0;
  for (unsigned cycle = 0; cycle < 50000; ++cycle) {
    std::uint64_t word[2];
    router::In<Config> in;
    for (unsigned k = 0; k < 2; ++k) {
      network::Link<Config>& link = in.links[k];
      network::each_field(
          [&random](const char*, auto& field) { field = std::decay_t<decltype(field)>::of_number(random()); }, link);
      link.valid = hls::Bit(link.valid & out.links[k].go);
      word[k] = link_word(link);
      in.payloads[k] = network::Payload<Config>(random());
    }
    in.eject_ready = network::PortSet<Config>::of_number(random());
    in.access.address =
        hls::Bits<32>(node::address(static_cast<node::Block>(random() % 5), random() % 2, random() % 21));
    in.access.value = hls::Bits<32>(random() % 8);
    in.access.write = hls::Bit(random());
    in.access.read = hls::Bit(random());
    in.start = hls::Bit(random() % 50 == 0 ? 1 : 0);
    const bool clear = random() % 500 == 0;
    if (clear) {
      state = {};
      out = {};
    } else {
      router::Node<Config>::step(state, in, out);
    }

    std::uint64_t link[2], fetch[2], eject[2];
    std::uint32_t link_payload[2], eject_payload[2], answer = 0;
    std::uint8_t done = 0;
    cubecast_node(
        (in.access.write ? kWrite : 0) | (in.access.read ? kRead : 0) | (in.start ? kStart : 0) | (clear ? kClear : 0),
        in.access.address, in.access.value, word[0], in.links[0].packet.payload, word[1], in.links[1].packet.payload,
        in.payloads[0], in.payloads[1], static_cast<std::uint8_t>(in.eject_ready.number()), &link[0], &link_payload[0],
        &link[1], &link_payload[1], &fetch[0], &fetch[1], &eject[0], &eject_payload[0], &eject[1], &eject_payload[1],
        &answer, &done);
    for (unsigned k = 0; k < 2; ++k) {
      ASSERT_EQ(link[k], link_word(out.links[k]));
      ASSERT_EQ(link_payload[k], out.links[k].packet.payload);
      ASSERT_EQ(fetch[k], header_word(out.fetches[k].header, out.fetches[k].valid != 0, true));
      ASSERT_EQ(eject[k], header_word(out.ejects[k].packet.header, out.ejects[k].valid != 0, true));
      ASSERT_EQ(eject_payload[k], out.ejects[k].packet.payload);
      packets += valid_of(link[k]) && valid_of(eject[k]);
    }
    ASSERT_EQ(answer, out.answer);
    ASSERT_EQ(done, out.done);
  }
  EXPECT_GT(packets, 1000u);
}

TEST(BambuRoute, IsTheRuleUnit) {
  using Routes = router::RuleUnit<BambuRoute>;
  using Me = network::NodeAddress<BambuRoute>;
  std::uint64_t delivered = 0;
  for (std::uint32_t bits = 0; bits < 1u << 17; ++bits) {
    network::Header<BambuRoute> header;
    header.source = Me::of_number(bits);
    header.destination = Me::of_number(bits >> 3);
    header.tree = network::TreeNumber<BambuRoute>((bits >> 6 & 3u) % 3);
    header.rule = network::RuleNumber<BambuRoute>::of_number(bits >> 8);
    const Me me = Me::of_number(bits >> 11);
    const auto table_children = network::PortSet<BambuRoute>::of_number(bits >> 14);
    const router::Route<BambuRoute> route = Routes::route(me, header, table_children);
    const std::uint32_t expected = route.ports.number() | route.deliver << kDeliverBit;
    ASSERT_EQ(cubecast_route(static_cast<std::uint8_t>(me.number()), header_word(header, true, true),
                             static_cast<std::uint8_t>(table_children.number())),
              expected)
        << "me " << me.number() << ", header " << header_word(header, true, true) << ", children "
        << table_children.number();
    delivered += route.deliver;
  }
  EXPECT_GT(delivered, 1000u);
}

// header_of and the bits read what header_word writes.
TEST(LinkWord, KeepsEveryField) {
  std::mt19937_64 random(6);
  for (unsigned i = 0; i < 1000; ++i) {
    const std::uint64_t word = random() & ((std::uint64_t{1} << 36) - 1);
    using Wide = tops::NodeConfig<6, 64, router::PortModel::kGated>;
    EXPECT_EQ(header_word(header_of<Wide>(word), valid_of(word), go_of(word)), word);
    EXPECT_EQ(link_word(link_of<Wide>(word, 0)), word);
  }
}

// The places that the comment of link_word.hpp tells, for the eight rules of the cube.
TEST(LinkWord, HasTheDocumentedPlaces) {
  if (WidestConfig::Rules::kCount > 8) GTEST_SKIP() << "more rules: what lies above them moves up";
  network::Header<BambuRoute> header;
  EXPECT_EQ(header_word(header, true, false), std::uint64_t{1} << 34);
  EXPECT_EQ(header_word(header, false, true), std::uint64_t{1} << 35);
  header.rule = network::RuleNumber<BambuRoute>::of_number(5);
  header.tree = network::TreeNumber<BambuRoute>(2);
  header.destination = network::NodeAddress<BambuRoute>::of_number(6);
  header.source = network::NodeAddress<BambuRoute>::of_number(3);
  header.sequence = network::SequenceNumber<BambuRoute>(0x1234);
  EXPECT_EQ(header_word(header, false, false), 5u | 2u << 3 | 6u << 6 | 3u << 12 | std::uint64_t{0x1234} << 18);
}

}  // namespace
}  // namespace vendor::test
