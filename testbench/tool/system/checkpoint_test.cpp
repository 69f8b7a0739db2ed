// SPDX-License-Identifier: Apache-2.0
// Runs that are killed and resume from their checkpoint, and files that are none of theirs.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "test_support/command.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

// Kills the run some moments after its first checkpoint is there.
void kill_after_checkpoint(const std::string& run, const std::string& file) {
  const Outcome killed =
      in_shell(CUBECAST_COMMAND " " + run + " --checkpoint " + file + " --every 0 &\nuntil [[ -e " + file +
               " ]]; do sleep 0.01; done\n" + "sleep 0.0$((RANDOM % 100))\nkill -KILL $!\nwait $!");
  EXPECT_TRUE(killed.status == 128 + 9 || killed.status == 0) << killed.out << killed.error;  // 0: on a fast machine
}

TEST(Checkpoints, AKilledRunGoesOn) {
  for (const char* const run :
       {"run alltoall --dim 6 --packets 500 --latency --links --json", "run allreduce --dim 5 --packets 20000 --json",
        "run alltoall --dim 16 --engine symmetric --links --json",
        "run alltoall --dim 5 --packets 900 --link-latency 13 --json",
        "run alltoall --dim 12 --packets 2 --engine symmetric --link-latency 6 --json"}) {
    SCOPED_TRACE(run);
    const Scratch scratch;
    const std::string file = (scratch / "run.checkpoint").string();
    const Outcome whole = cubecast(run);
    ASSERT_EQ(whole.status, 0) << whole.error;
    kill_after_checkpoint(run, file);
    // It is killed again, and resumes from the file that it replaces.
    kill_after_checkpoint(run + (" --resume " + file), file);
    const Outcome resumed = cubecast(run + (" --resume " + file));
    ASSERT_EQ(resumed.status, 0) << resumed.error;
    EXPECT_EQ(without_times(nlohmann::json::parse(resumed.out)), without_times(nlohmann::json::parse(whole.out)));
  }
}

TEST(Checkpoints, OutputIsThatOfTheWholeRun) {
  const Scratch scratch;
  const std::string run = "run alltoall --dim 4 --packets 5000 --output " + (scratch / "").string();
  const std::string file = (scratch / "checkpoint").string();
  kill_after_checkpoint(run + "killed", file);
  ASSERT_EQ(cubecast(run + "resumed --resume " + file).status, 0);
  ASSERT_EQ(cubecast(run + "whole").status, 0);
  const Outcome different = in_shell("diff -r whole resumed", scratch / "");
  EXPECT_EQ(different.status, 0) << different.out;
}

class CheckpointFile : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome made = cubecast(kRun + " --every 0 --checkpoint " + file);
    ASSERT_EQ(made.status, 0) << made.error;
    bytes = contents(file);
    ASSERT_GT(bytes.size(), 10000u);
  }
  void expect_refusal(const std::string& run, const std::string& message) const {
    const Outcome outcome = cubecast(run + " --resume " + file);
    EXPECT_EQ(outcome.status, 2) << run;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.error.find("cubecast: --resume " + file + ": " + message), std::string::npos) << outcome.error;
  }
  void write(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }

  const std::string kRun = "run alltoall --dim 4 --packets 1000";
  const Scratch scratch;
  const std::string file = (scratch / "checkpoint").string();
  std::string bytes;
};

TEST_F(CheckpointFile, IsOfOneRun) {
  EXPECT_EQ(cubecast(kRun + " --resume " + file).status, 0);
  for (const char* const other : {" --seed 2", " --links", " --latency", " --stall 0.1", " --queue-depth 64",
                                  " --threads 2", " --engine symmetric", " --pipelined"}) {
    expect_refusal(kRun + other,
                   "is of another run, 'cubecast run alltoall --algorithm table --ports all --dim 4 "
                   "--packets 1000 --engine native --seed 1', not of 'cubecast run alltoall ");
  }
}

TEST_F(CheckpointFile, DamageIsNoticed) {
  std::mt19937 random(1);
  const std::size_t behind_line = bytes.find('\n') + 1;
  for (unsigned i = 0; i < 20; ++i) {
    std::string damaged = bytes;
    const std::size_t place = behind_line + random() % (bytes.size() - behind_line);
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
    write(damaged);
    expect_refusal(kRun, "is damaged, or not all of it is there");
    write(bytes.substr(0, behind_line + random() % (bytes.size() - behind_line)));
    expect_refusal(kRun, "is damaged, or not all of it is there");
  }
  write(bytes + "x");
  expect_refusal(kRun, "is damaged, or not all of it is there");
  for (const char* const text :
       {"", "text\n", "{}\n", "[1]", "{\"format\":\"cubecast checkpoint 2\"}\n", "{\"format\":1}\n"}) {
    write(text);
    expect_refusal(kRun, "is no checkpoint of this version; give a file that --checkpoint has written");
  }
}

// The run continues without it, and what was there stays.
TEST_F(CheckpointFile, MayBeTooLargeForItsFolder) {
  const Outcome full = in_shell("ulimit -f 1; " CUBECAST_COMMAND " " + kRun + " --every 0 --checkpoint " + file);
  EXPECT_EQ(full.status, 2);
  EXPECT_NE(full.out.find("every packet on every link"), std::string::npos) << full.out;
  EXPECT_EQ(full.error, "cubecast: --checkpoint " + file +
                            ": cannot be written to its end: File too large; make room, or give another file; the run "
                            "continues\n")
      << "once, though it was tried more often";
  EXPECT_EQ(contents(file), bytes);
}

TEST(Checkpoints, NamesOfFilesMayBeAnyBytes) {
  const Scratch scratch;
  const std::string payload = (scratch / "pay\xff").string();
  std::ofstream(payload) << std::string(300000, 'x');
  const std::string run = "run alltoall --dim 3 --payload " + payload;
  const std::string file = (scratch / "c\xff").string();
  EXPECT_EQ(cubecast(run + " --every 0 --checkpoint " + file).status, 0);
  const Outcome resumed = cubecast(run + " --resume " + file);
  EXPECT_EQ(resumed.status, 0) << resumed.error;
}

TEST_F(CheckpointFile, OfAShortRunIsNotWritten) {
  const Outcome shorter = cubecast("run alltoall --dim 2 --checkpoint " + file);
  EXPECT_EQ(shorter.status, 0);
  EXPECT_EQ(shorter.error,
            "cubecast: --checkpoint " + file + ": none is written, since the run ended within --every 10 minutes\n");
  EXPECT_EQ(contents(file), bytes);
}

TEST_F(CheckpointFile, IsRefusedWithWhatItCannotGoWith) {
  const auto expect = [](const std::string& command, const std::string& message) {
    const Outcome outcome = cubecast(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_EQ(outcome.error, "cubecast: " + message + "\n");
  };
  expect(kRun + " --checkpoint " + file + " --trace /dev/null",
         "--checkpoint " + file +
             ": is for runs without a trace, which one process writes from the first cycle to the last; leave it out "
             "with --trace /dev/null");
  expect(kRun + " --checkpoint " + file + " --engine rtl",
         "--checkpoint " + file + ": is for --engine native or symmetric or mpi, not for --engine rtl; leave it out");
  expect(kRun + " --every 3", "--every 3: is for --checkpoint; add that, or leave it out");
  expect(kRun + " --checkpoint " + file + " --every -1", "--every -1: must be 0..1000000");
  expect(kRun + " --checkpoint /dev/null",
         "--checkpoint /dev/null: cannot be written: it is a device; give the name of a new or a regular file");
  expect(kRun + " --resume " + file + "2",
         "--resume " + file + "2: cannot be read: it is not there; give a regular file");
  EXPECT_EQ(contents(file), bytes);
}

}  // namespace
}  // namespace testbench::test
