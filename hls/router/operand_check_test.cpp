// SPDX-License-Identifier: Apache-2.0
// A node that routes by tables sees whether packets that it combines belong together, at a port and at
// its ejector, with packets that wait and packets that come.
#include <gtest/gtest.h>

#include "firmware/node/driver.hpp"
#include "hls/operators/operator_sets.hpp"
#include "hls/router/node.hpp"

namespace router::test {
namespace {

constexpr unsigned kPortsOfNode = 3;
struct Tabled : LabelledConfig<8, kPortsOfNode, 3> {
  static constexpr std::size_t kQueueDepth = 8;
};
using Config = Combining<Tabled, operators::Integers>;
constexpr node::Rule kUp = Config::Rules::number_of<rules::ParentsByDestination>();

static_assert(kCombiningEjectors<Config> == 1, "one tree, so one ejector");
static_assert(!CubeConfig<3>::kChecksOperands && !Combining<CubeConfig<3>, operators::Integers>::kChecksOperands);
static_assert(!Tabled::kChecksOperands, "a node that combines nothing has no operands");

// Node 2. Two packets for node 5 leave through port 0, and two for itself through the ejector; each waits
// for one of port 1 and one of port 2.
class TabledNode final : public node::Bus {
 public:
  TabledNode() : driver(*this) {
    driver.begin(kPortsOfNode, Address(2), kUp, 0);
    driver.expect(2);
    driver.set_combining_word(Address(5), Ports::one(0));
    driver.set_combining_word(Address(2), Ports());
    driver.add(0, {Address(5), 0, 0, 2, Ports(0b110)});
    driver.send(0, 2);
    driver.add(kEjector, {Address(2), 0, 0, 2, Ports(0b110)});
    driver.send(kEjector, 2);
    start();
  }
  void write(std::uint32_t address, std::uint32_t value) override {
    step(In<Config>::quiet({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)}));
  }
  std::uint32_t read(std::uint32_t address) override {
    step(In<Config>::quiet({hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)}));
    return out_.answer;
  }
  void start() {
    In<Config> in = In<Config>::quiet();
    in.start = hls::Bit(1);
    step(in);
    for (unsigned i = 0; i < 3; ++i) step(In<Config>::quiet());
  }
  void arrive(unsigned port, std::uint32_t destination, std::uint32_t sequence) {
    In<Config> in = In<Config>::quiet();
    Header<Config>& header = in.links[port].packet.header;
    header.source = NodeAddress<Config>(Address(port));
    header.destination = NodeAddress<Config>(Address(destination));
    header.sequence = SequenceNumber<Config>(sequence);
    header.rule = RuleNumber<Config>(kUp);
    in.links[port].valid = hls::Bit(1);
    step(in);
    for (unsigned i = 0; i < 3; ++i) step(In<Config>::quiet());
  }

  node::Driver driver;

 private:
  static constexpr unsigned kEjector = node::Driver::ejector(kPortsOfNode, 0);

  void step(const In<Config>& in) { Node<Config>::step(state_, in, out_); }

  State<Config> state_;
  Out<Config> out_;
};

TEST(OperandCheck, SaysNothingOfPacketsThatBelongTogether) {
  TabledNode node;
  for (const std::uint32_t sequence : {0u, 1u}) {
    for (const unsigned port : {2u, 1u}) {
      node.arrive(port, 5, sequence);
      node.arrive(port, 2, sequence);
    }
  }
  EXPECT_FALSE(node.driver.has_mismatch());
  EXPECT_TRUE(node.driver.done());
}

TEST(OperandCheck, SeesAWrongSequenceThatWaitsAndOneThatComes) {
  for (const std::uint32_t destination : {5u, 2u}) {
    for (const bool wrong_is_first : {true, false}) {
      TabledNode node;
      node.arrive(1, destination, wrong_is_first ? 1 : 0);
      node.arrive(2, destination, wrong_is_first ? 0 : 1);
      EXPECT_TRUE(node.driver.has_mismatch()) << destination;
      EXPECT_TRUE(node.driver.has_mismatch()) << "stays";
      node.start();
      EXPECT_FALSE(node.driver.has_mismatch()) << "until the next start";
    }
  }
}

// Packets that have come for this node go on in packets for node 5.
TEST(OperandCheck, LetsResultsGoOn) {
  for (const bool go_on : {false, true}) {
    TabledNode node;
    node.driver.set_combining_word(Address(2), Ports::one(0));
    if (go_on) node.driver.let_results_go_on(false);
    node.arrive(1, 2, 0);
    node.arrive(2, 2, 0);
    EXPECT_EQ(node.driver.has_mismatch(), !go_on);
    if (!go_on) continue;
    node.arrive(1, 2, 0);
    node.arrive(2, 2, 0);
    EXPECT_TRUE(node.driver.has_mismatch()) << "a wrong sequence";
  }
}

}  // namespace
}  // namespace router::test
