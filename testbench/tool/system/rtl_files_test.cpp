// SPDX-License-Identifier: Apache-2.0
// Files of RTL that the command writes: waveforms, and the SystemVerilog of a node.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "test_support/command.hpp"
#include "test_support/fst_file.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::FstFile;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

// The tests of waves (wave_test.cpp) have this model too, so that it is compiled once.
constexpr const char* kWave = CUBECAST_COMMAND " run alltoall --dim 3 --engine rtl --wave ";

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(WaveFile, IsANewOrARegularFile) {
  const Scratch scratch;
  ASSERT_EQ(mkfifo((scratch / "fifo").c_str(), 0600), 0);
  std::filesystem::create_directory(scratch / "folder");
  std::ofstream(scratch / "old") << "old";
  for (const char* target : {"fifo", "folder", "old", "nothing", "/dev/null"}) {
    std::filesystem::create_symlink(target,
                                    scratch / (std::string("to_") + std::filesystem::path(target).filename().string()));
  }
  const std::size_t before = files_in(scratch / "");
  for (const char* name : {"fifo", "folder", "to_fifo", "to_folder", "to_old", "to_nothing", "to_null", "/dev/null",
                           "/dev/full", "/dev/stdout", "none/x", "old/x"}) {
    const Outcome outcome = in_shell(std::string(kWave) + name, scratch / "");
    EXPECT_EQ(outcome.status, 2) << name;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_NE(outcome.error.find("cannot be written"), std::string::npos) << outcome.error;
    EXPECT_EQ(files_in(scratch / ""), before) << name;
    EXPECT_EQ(contents(scratch / "old"), "old") << name;
  }
  EXPECT_EQ(std::filesystem::status("/dev/null").type(), std::filesystem::file_type::character);
  for (const char* name : {"old", "new"}) {
    const Outcome outcome = in_shell(std::string(kWave) + name, scratch / "");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_TRUE(FstFile(scratch / name).has_scope("node_3.port_1"));
  }
  EXPECT_EQ(files_in(scratch / ""), before + 3) << "new, and two save files";
}

// A limit on the size of files is a disk without room: for the file itself, and, smaller, for the
// writer's own.
TEST(WaveFile, WithoutRoomIsAMistakeAndLeavesTheOldOne) {
  {
    const Scratch scratch;  // the model is built where there is room
    EXPECT_EQ(in_shell(std::string(kWave) + "first", scratch / "").status, 0);
  }
  for (const char* blocks : {"1", "4", "16", "20"}) {
    const Scratch scratch;
    std::ofstream(scratch / "old") << "old";
    const Outcome outcome =
        in_shell(std::string("TMPDIR=$PWD; ulimit -f ") + blocks + "; " + kWave + "old", scratch / "");
    EXPECT_EQ(outcome.status, 2) << blocks << ": " << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_NE(outcome.error.find("--wave old: cannot be written to its end"), std::string::npos) << outcome.error;
    EXPECT_EQ(contents(scratch / "old"), "old") << blocks;
    EXPECT_EQ(files_in(scratch / ""), 1u) << blocks;
  }
  const Scratch scratch;
  const Outcome outcome = in_shell(std::string("export TMPDIR=$PWD/none; ") + kWave + "new", scratch / "");
  EXPECT_EQ(outcome.status, 0) << "a folder that is not there: /tmp; " << outcome.error;
}

TEST(WaveFile, OfAnInterruptedRunIsNotThere) {
  const Scratch scratch;
  std::ofstream(scratch / "old") << "old";
  const Outcome outcome = in_shell("export TMPDIR=$PWD; " CUBECAST_COMMAND
                                   " run allgather --algorithm sbt --ports one --dim 6 --packets 60 --stall 0.9 "
                                   "--engine rtl --wave old & p=$!; sleep 1; "
                                   "kill $p; wait $p",
                                   scratch / "");
  EXPECT_EQ(outcome.status, 143) << outcome.error;
  EXPECT_EQ(contents(scratch / "old"), "old");
  EXPECT_EQ(files_in(scratch / ""), 1u);
}

// A configuration by options, by its name, and by a file of members is the same one.
TEST(RtlCommand, WritesANode) {
  const Scratch scratch;
  const std::string folder = (scratch / "deep/rtl").string();
  const Outcome outcome = cubecast("rtl --kind node --port-model gated --dim 3 --output " + folder);
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string base = folder + "/node_d3_w64_gated";
  EXPECT_EQ(outcome.out, base + ".sv\n" + base + ".f\n" + base + ".core\n" + base + ".json\n");
  EXPECT_NE(contents(base + ".sv").find("module node_d3_w64_gated"), std::string::npos);
  EXPECT_EQ(contents(base + ".f"), "node_d3_w64_gated.sv\n");
  const std::string core = contents(base + ".core");
  EXPECT_EQ(core.rfind("CAPI=2:\nname: cubecast:rtl:node_d3_w64_gated:", 0), 0u) << core;
  EXPECT_NE(core.find("- node_d3_w64_gated.sv:"), std::string::npos) << core;
  const auto parameters = nlohmann::json::parse(contents(base + ".json"));
  EXPECT_EQ(parameters["module"], "node_d3_w64_gated");
  EXPECT_EQ(parameters["configuration"]["queue_depth"], 16);
  EXPECT_EQ(parameters["configuration"]["payload_bits"], 64);
  EXPECT_EQ(files_in(folder), 4u);
  const Outcome lint = in_shell("verilator --lint-only -Wall -F " + base + ".f --top-module node_d3_w64_gated");
  EXPECT_EQ(lint.status, 0) << lint.error;
  for (const std::string& same : {std::string("node_d3_w64_gated"), base + ".json"}) {
    const std::string other = (scratch / "other").string();
    ASSERT_EQ(cubecast("rtl " + same + " --output " + other).status, 0) << same;
    EXPECT_TRUE(contents(other + "/node_d3_w64_gated.sv") == contents(base + ".sv")) << same;
    std::filesystem::remove_all(other);
  }
}

}  // namespace
}  // namespace testbench::test
