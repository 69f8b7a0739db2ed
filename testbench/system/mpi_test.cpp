// SPDX-License-Identifier: Apache-2.0
// Runs and sweeps by several processes: the results of one process, and one reason where they fail.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

// Debian's mpirun wants to be asked twice to run as root, and to run more ranks than there are processors.
const std::string kMpirun =
    "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1\n"
    "timeout 60 mpirun --quiet ";

class Mpi : public testing::Test {
 protected:
  void SetUp() override {
    if (in_shell("which mpirun").status != 0) GTEST_SKIP() << "no Open MPI: scripts/setup.sh mpi installs it";
  }
};

Outcome by_ranks(unsigned ranks, const std::string& arguments) {
  return in_shell(kMpirun + "-np " + std::to_string(ranks) + " " CUBECAST_COMMAND " " + arguments);
}

nlohmann::json figures_of(const std::string& line) {
  nlohmann::json row = nlohmann::json::parse(line);
  for (const char* key :
       {"seconds", "load_seconds", "node_cycles_per_second", "packet_hops_per_second", "engine", "command"}) {
    row.erase(key);
  }
  return row;
}

TEST_F(Mpi, RanksTogetherGiveTheResultsOfOneProcess) {
  for (const char* const run :
       {"alltoall --dim 5 --packets 2 --latency", "broadcast --dim 4 --packets 9 --root 11",
        "allreduce --dim 4 --packets 5 --pipelined --combine-stages 1", "allgather --network torus:4x5 --ports one",
        "scatter --network star:4 --stall 0.3 --queue-depth 4"}) {
    SCOPED_TRACE(run);
    const Scratch scratch;
    const std::string arguments = std::string("run ") + run + " --json --links --trace ";
    const Outcome one = cubecast(arguments + (scratch / "one").string());
    const Outcome many = by_ranks(3, arguments + (scratch / "many").string() + " --engine mpi");
    ASSERT_EQ(many.status, 0) << many.error;
    EXPECT_EQ(figures_of(many.out), figures_of(one.out));
    EXPECT_EQ(contents(scratch / "many"), contents(scratch / "one"));
  }
}

TEST_F(Mpi, OneRankTellsAFaultOfAll) {
  const auto expect_fault = [](const std::string& line, const Outcome& outcome) {
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.error, "cubecast: " + line + "\n");
  };
  expect_fault("--dim 21: must be 1..20 for --engine mpi", by_ranks(3, "run alltoall --dim 21 --engine mpi"));
  expect_fault("--trace none/x: cannot be written: there is no folder none; make it first",
               by_ranks(3, "run alltoall --dim 3 --engine mpi --trace none/x"));
  expect_fault("--engine mpi: 3 ranks for 2 nodes; must be at most 2, by mpirun -np",
               by_ranks(3, "run alltoall --dim 1 --engine mpi"));
  const std::string run = CUBECAST_COMMAND " run alltoall --engine mpi --dim ";
  const Outcome two = in_shell(kMpirun + "-np 1 " + run + "3 : -np 1 " + run + "4");
  EXPECT_EQ(two.status, 2);
  EXPECT_EQ(two.out, "");
  EXPECT_TRUE(two.error.starts_with("cubecast: rank 1: runs '")) << two.error;
}

TEST_F(Mpi, ARankThatDiesEndsAll) {
  const Scratch scratch;
  const std::string folder = (scratch / "").string();
  // The last of the ranks is killed as soon as the trace is open, in a run of minutes.
  const Outcome killed =
      in_shell(kMpirun + "-np 3 " CUBECAST_COMMAND " run alltoall --dim 8 --packets 4000 --engine mpi --trace " +
               folder + "trace &\nmpirun=$!\nuntil [[ $(ls -A " + folder + ") ]]; do sleep 0.1; done\nsleep 0.5\n" +
               "pkill -KILL -n -f 'run alltoall --dim 8 --packets 4000 --engine mpi'\nwait $mpirun");
  EXPECT_EQ(killed.status, 128 + 9);
  EXPECT_EQ(killed.out, "");
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(MpiCommand, RefusesWhatDoesNotGoTogether) {
  const Outcome payload = cubecast("run alltoall --dim 3 --engine mpi --output some");
  EXPECT_EQ(payload.status, 2);
  EXPECT_EQ(
      payload.error,
      "cubecast: --engine mpi: each rank has payloads of its own nodes alone, at random; leave out --output some, "
      "or use --engine native\n");
}

}  // namespace
}  // namespace testbench::test
