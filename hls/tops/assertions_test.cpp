// SPDX-License-Identifier: Apache-2.0
// The RTL reports broken assumptions of a part (Verilator's --assert). The native checks are in
// hls/router/assertions_test.cpp.
#include <gtest/gtest.h>

#include "hls/tops/router_top.hpp"
#include "router_d2_w32_all_rtl.hpp"

namespace tops {
namespace {

using Config = RouterConfig<2, 32, router::PortModel::kAllPort>;
namespace rtl = router_d2_w32_all_rtl;

// Sends packets through port 0 for the node behind port 1, which says stop.
class NeighbourOfARouter {
 public:
  NeighbourOfARouter() {
    Verilated::threadContextp()->fatalOnError(false);
    rtl::drive(model_, in_);
    model_.rst = 1;
    clock();
    model_.rst = 0;
    network::Header<Config>& header = in_.links[0].packet.header;
    header.rule = router::RuleNumber<Config>(rules::CubeRules::number_of<rules::Ecube>());
    header.destination = network::NodeAddress<Config>(network::Address(0b10));
  }

  // Returns the RTL's output in `cycles` cycles. Sends a packet in each, or only while the router
  // says go.
  std::string output(unsigned cycles, bool heeds_go) {
    testing::internal::CaptureStdout();
    for (unsigned i = 0; i < cycles; ++i) {
      rtl::sample(model_, out_);
      in_.links[0].valid = hls::Bit(!heeds_go || out_.links[0].go);
      rtl::drive(model_, in_);
      clock();
    }
    return testing::internal::GetCapturedStdout();
  }

 private:
  void clock() {
    model_.clk = 0;
    model_.eval();
    model_.clk = 1;
    model_.eval();
  }

  RouterIn<Config> in_;
  RouterOut<Config> out_;
  rtl::Model model_;
};

TEST(RtlAssertions, ANeighbourThatStopsIsNotReported) {
  NeighbourOfARouter neighbour;
  EXPECT_EQ(neighbour.output(100, true), "");
}

TEST(RtlAssertions, ANeighbourThatDoesNotStopIsReported) {
  NeighbourOfARouter neighbour;
  EXPECT_EQ(neighbour.output(Config::kQueueDepth, false), "");
  const std::string output = neighbour.output(3, false);
  EXPECT_NE(output.find("packet_queue.hpp:"), std::string::npos) << output;
  EXPECT_NE(output.find("a push into a full queue"), std::string::npos) << output;
}

}  // namespace
}  // namespace tops
