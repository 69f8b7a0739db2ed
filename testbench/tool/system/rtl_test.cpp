// SPDX-License-Identifier: Apache-2.0
// The generated RTL is the same machine: the same trace, and every register the same in every
// cycle.
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/sizes.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using collectives::Row;
using test_support::operation_of;

class EveryRowInRtl : public RowTest {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInRtl, kEveryRow, row_name);

// Larger cubes: scripts/soak.sh.
TEST_P(EveryRowInRtl, HasTheSameRegistersAndTheSameTrace) {
  for (unsigned d = 1; d <= 4; ++d) {
    for (const double stall : {0.0, 0.3}) {
      SCOPED_TRACE(testing::Message() << "d " << d << " stall " << stall);
      const TracedRun native = traced_run(operation(d, 1), on_engine("native"), stall);
      expect_same_run(traced_run(operation(d, 1), on_engine("rtl", /*lockstep=*/true), stall), native);
      // Once without the C++ beside it.
      if (d == 3) expect_same_run(traced_run(operation(d, 1), on_engine("rtl"), stall), native);
    }
  }
}

TEST_P(EveryRowInRtl, HasTheSameRegistersAndTheSameTraceWithTwoCyclesAHop) {
  for (unsigned d = 2; d <= 3; ++d) {
    for (const double stall : {0.0, 0.3}) {
      SCOPED_TRACE(testing::Message() << "d " << d << " stall " << stall);
      expect_same_run(traced_run(operation(d, 1, 2), on_engine("rtl", /*lockstep=*/true), stall),
                      traced_run(operation(d, 1, 2), on_engine("native"), stall));
    }
  }
}

// Queues of RTL are finite. Every row goes to its end with them, in parts where they are too short, and in the cycles of the
// native engine.
TEST_P(EveryRowInRtl, GoesToItsEndWithQueuesOfAnyDepth) {
  for (const auto& [d, packets, depth] : {std::tuple(2u, 17u, 4u), {2u, 16u, 8u}, {3u, 3u, 16u}, {3u, 24u, 16u}}) {
    SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " depth " << depth);
    const Operation operation = operation_of(GetParam(), d, packets, Address(1));
    const RunReport native = testbench::Run({operation, {}, depth}, PayloadHash(7)).execute({});
    const RunReport rtl = testbench::Run({operation, {"rtl", {}}, depth}, PayloadHash(7)).execute({});
    EXPECT_EQ(native.fault, std::nullopt);
    EXPECT_EQ(rtl.fault, std::nullopt);
    EXPECT_EQ(rtl.parts.has_value(), native.parts.has_value());
    EXPECT_EQ(rtl.cycles, native.cycles);
    EXPECT_EQ(rtl.stall_cycles, native.stall_cycles);
    EXPECT_EQ(rtl.deepest_queue, native.deepest_queue);
  }
}

// Configurations that no list names: payloads of any width, any number of ports, combining in any
// number of stages. Each is compiled, which takes longer the larger it is.
TEST(AnyConfiguration, RunsInRtl) {
  using test_support::cubecast;
  const std::vector<const char*> small = {
      "run alltoall --dim 1 --lockstep --payload-bits 13",
      "run allreduce --dim 2 --lockstep --combine-stages 3 --pipelined --payload-bits 24 --type int8 --op min",
      "run alltoall --ports one --network complete:6 --lockstep"};
  const std::vector<const char*> large = {"run alltoall --dim 3 --lockstep --payload-bits 13",
                                          "run allreduce --dim 2 --lockstep --combine-stages 3 --pipelined",
                                          "run allreduce --dim 2 --lockstep --payload-bits 24 --type int8 --op min",
                                          "run alltoall --ports one --network complete:8 --lockstep",
                                          "run broadcast --dim 7 --engine rtl --packets 2"};
  for (const char* arguments : test_support::with_soak(small, large)) {
    const test_support::Outcome outcome = cubecast(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.error;
    EXPECT_NE(outcome.out.find("every packet on every link, every byte at every node"), std::string::npos)
        << outcome.out;
  }
}

}  // namespace
}  // namespace testbench::test
