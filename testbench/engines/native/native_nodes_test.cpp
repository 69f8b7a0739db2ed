// SPDX-License-Identifier: Apache-2.0
// Nodes behind the interface of a mesh. Sanitizers see words outside of what the mesh has.
#include <gtest/gtest.h>

#include "testbench/engines/native/node_storage.hpp"
#include "testbench/engines/nodes/any_node.hpp"

namespace testbench {
namespace {

// A node of three ports that is compiled for any number of trees, in a run with one.
TEST(NativeNodes, LeaveStreamsAloneThatARunHasNot) {
  using Config = Combining<LabelledConfig<3, router::PortModel::kGated, 64, 3>>;
  constexpr unsigned kStreams = 3 + 1;
  static_assert(router::kStreams<Config> == 3 + 3);
  NodeInputs wide_in(3, kStreams);
  NodeOutputs wide_out(3, kStreams);
  for (unsigned stream = 0; stream < kStreams; ++stream) wide_in.payloads[stream] = 7 + stream;
  auto in = router::In<Config>::quiet();
  narrow(wide_in, in);
  router::Out<Config> out{};
  for (unsigned stream = 0; stream < kStreams; ++stream) {
    EXPECT_EQ(std::uint64_t{in.payloads[stream]}, 7 + stream);
    out.fetches[stream].valid = hls::Bit(1);
  }
  widen(out, wide_out);
  for (const WideFetch& fetch : wide_out.fetches) EXPECT_TRUE(fetch.valid);
  EXPECT_EQ(wide_out.fetches.size(), kStreams);
}

}  // namespace
}  // namespace testbench
