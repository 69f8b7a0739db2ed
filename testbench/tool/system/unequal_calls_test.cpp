// SPDX-License-Identifier: Apache-2.0
// Nodes whose calls differ, or fail on some nodes alone, on cores, on systems and on threads of the host.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "testbench/tool/system/images.hpp"

namespace testbench::test {
namespace {

struct Unequal {
  const char* call;  // in line 5 of main
  const char* message;
};
class UnequalCall : public testing::TestWithParam<Unequal> {};

// Builds `main` of these lines, with buffers `a` and `b` and the rank `me`, for cores and for the host.
std::string program_of(const std::string& lines) {
  return "int a[8], b[32], counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};\n"
         "int main(void) {\n  int me = cc_rank(CC_WORLD);\n  " +
         lines + "\n}";
}
std::vector<test_support::Outcome> boot_everywhere(const std::string& program) {
  std::vector<test_support::Outcome> runs;
  const test_support::Scratch cores;
  build_text(program, cores);
  runs.push_back(boot(cores, "--dim 2"));
  runs.push_back(boot(cores, "--dim 2 --soc --most-cycles 300000"));
  const test_support::Scratch threads;
  build_text(program, threads, "--host");
  runs.push_back(boot(threads, "--dim 2 --engine host"));
  return runs;
}

TEST_P(UnequalCall, IsNamedWithCountAndType) {
  for (const test_support::Outcome& run : boot_everywhere(program_of(fmt::format("return {};", GetParam().call)))) {
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_NE(run.error.find(GetParam().message), std::string::npos) << run.error;
  }
}

// Systems name node 1 first.
INSTANTIATE_TEST_SUITE_P(
    Every, UnequalCall,
    testing::Values(
        // Both counts take one packet.
        Unequal{"cc_allgather(a, b, me == 1 ? 1 : 2, CC_INT32, CC_WORLD)",
                "node 1: allgather of 1 int32, called in main (program.c:5) does not fit that of node 0"},
        Unequal{"cc_bcast(a, me == 1 ? 1 : 2, CC_INT32, 0, CC_WORLD)",
                "node 0: broadcast of 2 int32, root 0, called in main (program.c:5) does not fit that of node 1"},
        Unequal{"cc_allreduce(a, b, me == 1 ? 1 : 2, CC_INT32, CC_SUM, CC_WORLD)",
                "node 1: allreduce of 1 int32, sum, called in main (program.c:5) does not fit that of node 0"},
        Unequal{"cc_allgather(a, b, 2, me == 1 ? CC_FLOAT : CC_INT32, CC_WORLD)",
                "node 1: allgather of 2 float32, called in main (program.c:5) does not fit that of node 0"},
        // Blocks of two bytes and of one.
        Unequal{"cc_scan(a, b, 1, me == 1 ? CC_INT8 : CC_INT16, CC_SUM, 1)",
                "node 1: scan of 1 int8, sum, on the subcube of dimensions 0x1, called in main (program.c:5) does not"},
        Unequal{"cc_alltoallv(a, counts, places, b, counts, places, me == 1 ? CC_FLOAT : CC_INT32, CC_WORLD)",
                "node 1: alltoallv of float32, called in main (program.c:5) does not fit that of node 0"},
        Unequal{
            "(cc_use(CC_ALLREDUCE, me == 1 ? \"exchange\" : \"nesbt\"), cc_allreduce(a, b, 2, CC_INT64, CC_SUM, "
            "CC_WORLD))",
            "node 1: allreduce of 2 int64, sum, algorithm exchange by cc_use, called in main (program.c:5) does not"},
        Unequal{"cc_allgather(me == 1 ? 0 : a, b, 1, CC_INT32, CC_WORLD)",
                "node 3: allgather of 1 int32, called in main (program.c:5) waits for node 1: it has ended with status "
                "1; on node 1 allgather, called in main (program.c:5), has returned CC_ERR_BUFFER"},
        Unequal{"cc_allgather(a, b, me == 1 ? -1 : 1, CC_INT32, CC_WORLD) == 0 ? 0 : cc_barrier(CC_WORLD)",
                "on node 1 allgather, called in main (program.c:5), has returned CC_ERR_COUNT"}));

// Systems need no memory for copies of buffers, and the heap of a thread has no end.
TEST(UnequalCall, ANodeWithoutMemoryIsNamed) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdlib.h>\nstatic _Alignas(8) char from[20000], to[80001];\nint main(void) {\n"
      "  const int me = cc_rank(CC_WORLD);\n  while (me == 1 && malloc(1000) != 0) continue;\n"
      "  cc_allgather(from, to + (me == 1), 20000, CC_UINT8, CC_WORLD);\n  return cc_barrier(CC_WORLD);\n}",
      scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2");
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.error.find("node 0: allgather of 20000 uint8, called in main (program.c:7) does not fit that of node "
                           "1: barrier, called in main (program.c:8); on node 1 allgather, called in main "
                           "(program.c:7), has returned CC_ERR_MEMORY"),
            std::string::npos)
      << run.error;
}

TEST(UnequalCall, RankZeroOfAnExscanNeedsNoBuffer) {
  const std::string calls =
      "if (cc_exscan(&me, me ? b : 0, 1, CC_INT32, CC_SUM, CC_WORLD) != CC_OK) return 1;\n"
      "  if (me && b[0] != me * (me - 1) / 2) return 2;\n"
      "  if (cc_exscan(&me, me & 1 ? b : 0, 1, CC_INT32, CC_SUM, 1) != CC_OK) return 3;\n"
      "  return me & 1 && b[0] != me - 1;";
  for (const test_support::Outcome& run : boot_everywhere(program_of(calls))) EXPECT_EQ(run.status, 0) << run.error;
}

// A request may hold anything before its call.
TEST(UnequalCall, ACallThatFailsLeavesARequestThatHasEnded) {
  const std::string calls =
      "cc_request request, open;\n  unsigned char *bytes = (unsigned char *)&request;\n  int done = 0;\n"
      "  for (unsigned i = 0; i < sizeof request; ++i) bytes[i] = 255;\n"
      "  if (cc_iallgather(a, b, -1, CC_INT32, CC_WORLD, &request) != CC_ERR_COUNT || request.open) return 1;\n"
      "  if (cc_wait(&request) != CC_OK || cc_test(&request, &done) != CC_OK || !done) return 2;\n"
      "  request.open = 1;\n"
      "  if (cc_ibarrier(1u << 20, &request) != CC_ERR_COMM || request.open) return 3;\n"
      "  request.open = 1;\n"
      "  if (cc_ialltoallv(a, counts, places, b, counts, places, CC_INT32, 1u << 20, &request) != CC_ERR_COMM) return "
      "4;\n"
      "  if (request.open || cc_iallgather(&me, b, 1, CC_INT32, CC_WORLD, &open) != CC_OK) return 5;\n"
      "  request.open = 1;\n"
      "  if (cc_ibarrier(CC_WORLD, &request) != CC_ERR_REQUEST || request.open) return 6;\n"
      "  if (cc_ibarrier(CC_WORLD, &open) != CC_ERR_REQUEST || !open.open) return 7;\n"
      "  return cc_wait(&open) != CC_OK || b[2] != 2;";
  for (const test_support::Outcome& run : boot_everywhere(program_of(calls))) EXPECT_EQ(run.status, 0) << run.error;
}

}  // namespace
}  // namespace testbench::test
