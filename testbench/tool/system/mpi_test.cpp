// SPDX-License-Identifier: Apache-2.0
// Runs and sweeps by several processes: the results of one process, and one reason where they fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/tool/system/measured.hpp"
#include "testbench/tool/system/schema.hpp"

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
    "timeout 200 mpirun --quiet ";

class Mpi : public testing::Test {
 protected:
  void SetUp() override {
    if (in_shell("which mpirun").status != 0) GTEST_SKIP() << "no Open MPI: scripts/setup.sh mpi installs it";
  }
};

Outcome by_ranks(unsigned ranks, const std::string& arguments) {
  return in_shell(kMpirun + "-np " + std::to_string(ranks) + " " CUBECAST_COMMAND " " + arguments);
}

// The figures that do not depend on the engine.
nlohmann::json figures_of(const std::string& line) {
  nlohmann::json row = without_times(nlohmann::json::parse(line));
  row.erase("engine");
  row.erase("command");
  return row;
}

// A trace without its head, which has the engine.
std::string trace_rows(const std::string& trace) {
  return trace.substr(trace.find('\n'));
}

TEST_F(Mpi, RanksTogetherGiveTheResultsOfOneProcess) {
  unsigned ranks = 2;
  for (const char* const run :
       {"alltoall --dim 5 --packets 2 --latency", "broadcast --dim 4 --packets 9 --root 11",
        "allgather --network torus:4x5 --ports one", "allgather --dim 4 --ports half", "alltoall --network mesh:3x5",
        "scatter --network star:4 --stall 0.3 --queue-depth 4",
        "reduce --dim 4 --packets 7 --root 9 --op max --type int32", "reduce-scatter --dim 3 --ports half",
        "allreduce --dim 4 --packets 5 --pipelined --combine-stages 1",
        "allreduce --dim 3 --packets 16 --type float32 --stall 0.3", "scan --dim 4 --packets 3",
        "alltoall --dim 4 --packets 3 --link-latency 9",
        "broadcast --dim 2 --packets 5 --link-latency 17 --link-wires 40 --frame-packets 4 --link-check crc32 "
        "--latency",
        "exscan --dim 3 --packets 2 --ports one", "barrier --dim 6",
        "broadcast --dim 3 --packets 4 --link-wires 16 --frame-packets 4 --link-check crc32 "
        "--bit-error-rate 1e-3"}) {
    SCOPED_TRACE(testing::Message() << run << ", ranks " << ranks);
    const Scratch scratch;
    const std::string arguments = std::string("run ") + run + " --json --links --trace ";
    const Outcome one = cubecast(arguments + (scratch / "one").string());
    const Outcome many = by_ranks(ranks, arguments + (scratch / "many").string() + " --engine mpi");
    ASSERT_EQ(many.status, 0) << many.error;
    expect_of_schema("run", many.out);
    EXPECT_EQ(nlohmann::json::parse(many.out)["ranks"]["count"], ranks);
    EXPECT_EQ(figures_of(many.out), figures_of(one.out));
    EXPECT_EQ(trace_rows(contents(scratch / "many")), trace_rows(contents(scratch / "one")));
    ranks = ranks == 4 ? 2 : ranks + 1;
  }
}

// Links that fail, or lose too much, in the middle of a run.
TEST_F(Mpi, RanksTogetherFindTheFaultOfOneProcess) {
  for (const char* const run :
       {"reduce --dim 3 --packets 6 --fail 3:1@30", "allreduce --dim 3 --packets 20 --fail 5:0@60",
        "scan --dim 3 --packets 8 --fail 1:0@30", "alltoall --dim 3 --packets 8 --fail 3:1@150"}) {
    SCOPED_TRACE(run);
    const std::string arguments =
        std::string("run ") + run + " --json --link-wires 16 --frame-packets 4 --link-check crc32";
    const Outcome one = cubecast(arguments);
    const Outcome many = by_ranks(3, arguments + " --engine mpi");
    EXPECT_EQ(one.status, 1) << one.error;
    EXPECT_EQ(many.status, one.status) << many.error;
    EXPECT_EQ(figures_of(many.out), figures_of(one.out));
    // Cycles count in which links wait for answers, though no packet comes.
    EXPECT_LT(nlohmann::json::parse(many.out)["ranks"]["cycle_bytes"], 1000);
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

TEST_F(Mpi, AnotherMpirunIsNoticed) {
  const Outcome alone =
      in_shell("PMI_RANK=0 PMI_SIZE=4 timeout 60 " CUBECAST_COMMAND " run alltoall --dim 3 --engine mpi");
  EXPECT_NE(alone.status, 0);
  EXPECT_NE(alone.error.find("cubecast: --engine mpi: 4 processes were started, and Open MPI knows 1; start them with "
                             "its mpirun\n"),
            std::string::npos)
      << alone.error;
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

// By as many ranks as have made the checkpoint.
TEST_F(Mpi, RanksGoOnFromACheckpoint) {
  const Scratch scratch;
  const std::string file = (scratch / "checkpoint").string();
  for (const char* const collective :
       {"alltoall --packets 150", "allreduce --packets 2000 --threads 2", "reduce --packets 7000 --ports one"}) {
    SCOPED_TRACE(collective);
    const std::string run = std::string("run ") + collective + " --dim 6 --engine mpi --json ";
    const Outcome whole = by_ranks(2, run);
    const Outcome killed = in_shell(
        kMpirun + "-np 2 " CUBECAST_COMMAND " " + run + " --every 0 --checkpoint " + file + " &\nuntil [[ -e " + file +
        " ]]; do sleep 0.01; done\nsleep 0.03\npkill -KILL -n -f 'every 0 --checkpoint " + file + "'\nwait $!");
    EXPECT_EQ(killed.status, 128 + 9) << killed.error;
    const Outcome resumed = by_ranks(2, run + "--resume " + file);
    ASSERT_EQ(resumed.status, 0) << resumed.error;
    EXPECT_EQ(figures_of(resumed.out), figures_of(whole.out));
    const Outcome other = by_ranks(3, run + "--resume " + file);
    EXPECT_EQ(other.status, 2);
    EXPECT_EQ(other.error, "cubecast: --resume " + file + ": is of 2 ranks; give as many by mpirun -np\n");
    std::filesystem::remove(file);
  }
}

TEST_F(Mpi, RanksShareASweep) {
  const Scratch scratch;
  const std::string one = (scratch / "one").string();
  const std::string many = (scratch / "many").string();
  const std::string sweep = "measure --dims 2..5 --packets 1..2 --results ";
  const Outcome alone = cubecast(sweep + one);
  const Outcome shared = by_ranks(3, sweep + many);
  EXPECT_EQ(shared.status, 0) << shared.error;
  EXPECT_EQ(rows_in(many), rows_in(one));
  EXPECT_EQ(std::ranges::count(shared.out, '\n'), std::ranges::count(alone.out, '\n'));
  // Some rows are there already, in no order; the file is whole again, and so is a stream.
  const Outcome resumed =
      in_shell("shuf -n 40 " + many + " > " + many + ".cut\n" + kMpirun + "-np 2 " CUBECAST_COMMAND " " + sweep + many +
               ".cut --resume\n" + kMpirun + "-np 2 " CUBECAST_COMMAND " " + sweep + "/dev/stderr >/dev/null");
  std::ofstream(many + ".stream") << resumed.error;
  EXPECT_EQ(resumed.status, 0);
  EXPECT_EQ(rows_in(many + ".cut"), rows_in(one));
  EXPECT_EQ(rows_in(many + ".stream"), rows_in(one));
}

TEST_F(Mpi, ARowThatFailsIsARowWithItsReason) {
  const Scratch scratch;
  const std::string results = (scratch / "results").string();
  const Outcome outcome =
      by_ranks(2, "measure --dims 15..16 --collective alltoall --algorithm table --packets 1 --results " + results);
  EXPECT_EQ(outcome.status, 1);
  ASSERT_EQ(rows_in(results).size(), 2u);
  for (const nlohmann::json& row : rows_in(results)) {
    EXPECT_TRUE(row["verified"].is_null());
    EXPECT_NE(row["fault"].get<std::string>().find(" MiB are free for each of 2 ranks"), std::string::npos) << row;
  }
}

// Files of unlike nodes, in blocks that packets do not fill.
TEST_F(Mpi, RanksTakePayloadsAndGiveThemBack) {
  const Scratch scratch;
  const std::string payload = (scratch / "payload").string();
  std::ofstream(payload) << in_shell("seq 1 700").out;
  for (const char* const run : {"alltoall --dim 3 --payload ", "gather --network torus:3x4 --root 5 --payload ",
                                "allgather --dim 4 --ports one --payload "}) {
    SCOPED_TRACE(run);
    const std::string one = (scratch / "one").string();
    const std::string three = (scratch / "three").string();
    ASSERT_EQ(cubecast("run " + std::string(run) + payload + " --output " + one).status, 0);
    const Outcome divided = by_ranks(3, "run " + std::string(run) + payload + " --engine mpi --output " + three);
    EXPECT_EQ(divided.status, 0) << divided.error;
    const Outcome difference = in_shell("diff -r " + one + " " + three + " && ls " + three + " | wc -l");
    EXPECT_EQ(difference.status, 0) << difference.out;
    EXPECT_NE(difference.out, "0\n");
    in_shell("rm -r " + one + " " + three);
  }
  // Combined words, and random ones.
  const std::string one = (scratch / "one").string();
  const std::string two = (scratch / "two").string();
  for (const char* const run : {"exscan --dim 3 --packets 5", "reduce-scatter --dim 3 --type bfloat16"}) {
    ASSERT_EQ(cubecast(std::string("run ") + run + " --output " + one).status, 0);
    const Outcome divided = by_ranks(4, std::string("run ") + run + " --engine mpi --output " + two);
    EXPECT_EQ(divided.status, 0) << divided.error;
    EXPECT_EQ(in_shell("diff -r " + one + " " + two + " && rm -r " + one + " " + two).status, 0);
  }
  const Outcome missing = by_ranks(2, "run allgather --dim 3 --engine mpi --payload " + payload + ".not");
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(std::ranges::count(missing.error, '\n'), 1) << missing.error;
}

}  // namespace
}  // namespace testbench::test
