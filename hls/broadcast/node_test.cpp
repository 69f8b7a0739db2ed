// SPDX-License-Identifier: Apache-2.0
// A node that serves each request at once, with neighbours that seldom take packets. All ports send
// the same requests down the same trees, whenever the strobe comes and the address is written.
#include "hls/broadcast/node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"

namespace broadcast {
namespace {

struct Small : Serving<router::CubeConfig<3>> {
  static constexpr unsigned kPayloadWidth = 32;
};
constexpr unsigned kPorts = kDimension<Small>;
constexpr unsigned kRequests = 40;
constexpr unsigned kNever = ~0u;

// The sequence and the tree of each packet that a port has offered.
using Offers = std::vector<std::pair<unsigned, unsigned>>;

struct When {
  unsigned address;   // the cycle that writes it
  unsigned requests;  // the first cycle in which one can come
  unsigned strobe;
};

// Runs node 5, with the scheme written in cycle 0. Returns the offers of each port.
std::array<Offers, kPorts> offers_of(std::mt19937_64& random, const When& when) {
  State<Small> state;
  Out<Small> out;
  std::array<Offers, kPorts> offers;
  unsigned come = 0;
  for (unsigned cycle = 0; cycle < 1500; ++cycle) {
    auto in = In<Small>::quiet();
    if (cycle == 0 || cycle == when.address) {
      const bool scheme = cycle == 0;
      const auto control = scheme ? node::Control::kScheme : node::Control::kAddress;
      in.access.address = hls::Bits<32>(node::address(control));
      in.access.value = hls::Bits<32>(scheme ? static_cast<std::uint32_t>(Scheme::kDirect) : 5u);
      in.access.write = hls::Bit(1);
    }
    in.start = hls::Bit(cycle == when.strobe);
    in.request = hls::Bit(cycle >= when.requests && come < kRequests && random() % 4 == 0);
    come += in.request;
    for (auto& link : in.links) link.go = hls::Bit(random() % 8 == 0);
    const auto before = out.fetches;
    Node<Small>::step(state, in, out);
    for (unsigned o = 0; o < kPorts; ++o) {
      const auto& [header, valid] = std::pair(out.fetches[o].header, bool(out.fetches[o].valid));
      const bool is_new = !before[o].valid || before[o].header.sequence != header.sequence;
      if (valid && is_new) offers[o].emplace_back(header.sequence, header.tree);
    }
  }
  return offers;
}

// Every port offers every request once, in the order of arrival, down the same tree.
void expect_all(const std::array<Offers, kPorts>& offers) {
  for (const Offers& of_port : offers) {
    ASSERT_EQ(of_port.size(), kRequests);
    for (unsigned k = 0; k < kRequests; ++k) EXPECT_EQ(of_port[k].first, k);
    EXPECT_EQ(of_port, offers[0]);
  }
}

TEST(BroadcastNode, ItsTreesDependOnTheOrderOfRequestsAlone) {
  auto random = test_support::seeded_random();
  const auto first = offers_of(random, {.address = 1, .requests = 10, .strobe = 5});
  expect_all(first);
  for (const When& when :
       {When{.address = 1, .requests = 10, .strobe = kNever}, When{.address = 1, .requests = 10, .strobe = 1},
        When{.address = 1, .requests = 10, .strobe = 10}, When{.address = 1, .requests = 10, .strobe = 100},
        When{.address = 50, .requests = 51, .strobe = 60}, When{.address = 50, .requests = 51, .strobe = 2}}) {
    SCOPED_TRACE(testing::Message() << "address " << when.address << ", requests " << when.requests << ", strobe "
                                    << when.strobe);
    EXPECT_EQ(offers_of(random, when), first);
  }
}

TEST(BroadcastNode, ItsPortsAgreeWhereItsAddressComesLate) {
  auto random = test_support::seeded_random();
  for (const unsigned address : {5u, 30u, 200u}) {
    expect_all(offers_of(random, {.address = address, .requests = 2, .strobe = 20}));
  }
}

}  // namespace
}  // namespace broadcast
