// The Bambu tops beside the node and the rule unit themselves: the same registers after every call on random inputs,
// the same route for every header.
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
      router::Header<Config> header = header_of<Config>(random());
      header.tree = hls::Bits<1>(random());
      const bool valid = (random() & out.go >> k & 1u) != 0;
      const bool go = random() % 4 != 0;
      word[k] = header_word(header, valid, go);
      in.links[k] = {{hls::Bits<32>(random()), header}, hls::Bit(valid ? 1 : 0)};
      in.payloads[k] = hls::Bits<32>(random());
      in.go = hls::Bits<2>(in.go | (go ? 1u : 0u) << k);
    }
    in.eject_ready = hls::Bits<2>(random());
    in.access.address =
        hls::Bits<32>(node::address(static_cast<node::Block>(random() % 5), random() % 2, random() % 21));
    in.access.value = hls::Bits<32>(random() % 8);
    in.access.write = hls::Bit(random());
    in.access.read = hls::Bit(random());
    in.start = hls::Bit(random() % 50 == 0 ? 1 : 0);
    router::Node<Config>::step(state, in, out);

    std::uint64_t link[2], fetch[2], eject[2];
    std::uint32_t link_payload[2], eject_payload[2], answer = 0;
    std::uint8_t done = 0;
    cubecast_node((in.access.write ? kWrite : 0) | (in.access.read ? kRead : 0) | (in.start ? kStart : 0),
                  in.access.address, in.access.value, word[0], in.links[0].packet.payload, word[1],
                  in.links[1].packet.payload, in.payloads[0], in.payloads[1], static_cast<std::uint8_t>(in.eject_ready),
                  &link[0], &link_payload[0], &link[1], &link_payload[1], &fetch[0], &fetch[1], &eject[0],
                  &eject_payload[0], &eject[1], &eject_payload[1], &answer, &done);
    for (unsigned k = 0; k < 2; ++k) {
      ASSERT_EQ(link[k], header_word(out.links[k].packet.header, out.links[k].valid != 0, (out.go >> k & 1u) != 0));
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
  using Address = hls::Bits<3>;
  std::uint64_t delivered = 0;
  for (std::uint32_t bits = 0; bits < 1u << 17; ++bits) {
    router::Header<BambuRoute> header;
    header.source = Address(bits);
    header.destination = Address(bits >> 3);
    header.tree = hls::Bits<2>((bits >> 6 & 3u) % 3);
    header.rule = hls::Bits<3>(bits >> 8);
    const Address me(bits >> 11);
    const Address table_children(bits >> 14);
    const router::Route<BambuRoute> route = Routes::route(me, header, table_children);
    const std::uint32_t expected = route.ports | route.deliver << kDeliverBit;
    ASSERT_EQ(cubecast_route(static_cast<std::uint8_t>(me), header_word(header, true, true),
                             static_cast<std::uint8_t>(table_children)),
              expected)
        << "me " << me << ", header " << header_word(header, true, true) << ", children " << table_children;
    delivered += route.deliver;
  }
  EXPECT_GT(delivered, 1000u);
}

// What header_word writes, header_of and the bits read.
TEST(LinkWord, KeepsEveryField) {
  std::mt19937_64 random(6);
  for (unsigned i = 0; i < 1000; ++i) {
    const std::uint64_t word = random() & ((std::uint64_t{1} << 36) - 1);
    using Wide = tops::NodeConfig<6, 64, router::PortModel::kGated>;
    EXPECT_EQ(header_word(header_of<Wide>(word), valid_of(word), go_of(word)), word);
  }
}

}  // namespace
}  // namespace vendor::test
