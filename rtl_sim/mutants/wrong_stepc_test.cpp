// SPDX-License-Identifier: Apache-2.0
// If a user's stepc makes wrong RTL the command says so: one line, exit status 1, no result, and a
// waveform.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "test_support/command.hpp"

namespace rtl_sim::test {
namespace {

namespace fs = std::filesystem;
using test_support::contents;
using test_support::run_program;

// A copy of the command, with a script as its stepc that changes the real one's output.
class WrongStepc : public testing::Test {
 protected:
  WrongStepc() {
    const fs::path original(CUBECAST_COMMAND);
    fs::copy_file(original, command_);
    nlohmann::json tools = nlohmann::json::parse(contents(original.parent_path() / kTools));
    const fs::path script = scratch_ / "stepc";
    // The script's arguments: source, --module, name, -o, file.
    std::ofstream(script) << fmt::format(
        "#!/bin/sh\n'{}' \"$@\" || exit\nsed -i 's/out_links_1_go <= router[a-z_0-9.]*/out_links_1_go <= 1/' \"$5\"\n",
        tools["stepc"].get<std::string>());
    fs::permissions(script, fs::perms::owner_all);
    tools["stepc"] = script.string();
    std::ofstream(scratch_ / kTools) << tools;
  }

  static constexpr const char* kTools = "cubecast-tools.json";
  test_support::Scratch scratch_;
  fs::path command_ = scratch_ / "cubecast";
};

TEST_F(WrongStepc, IsFoundByTheCommand) {
  const std::string run = "run alltoall --dim 2 --packets 8 --stall 0.8 --json";
  const test_support::Outcome outcome = run_program(command_, run + " --lockstep", scratch_ / "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  const std::string& line = outcome.error;
  EXPECT_NE(line.find("cubecast: lockstep: node "), line.npos) << line;
  EXPECT_NE(line.find(": out.links[1].go is 0x1 in the RTL and 0x0 in C++; waveform: cubecast-lockstep.fst\n"),
            line.npos)
      << line;
  EXPECT_TRUE(fs::exists(scratch_ / "cubecast-lockstep.fst"));
}

}  // namespace
}  // namespace rtl_sim::test
