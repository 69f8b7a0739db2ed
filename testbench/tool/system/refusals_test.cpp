// SPDX-License-Identifier: Apache-2.0
// Compares the errors of bad command lines with the list refusals.txt beside this file. The process of the test
// refuses them; Messages in messages_test.cpp starts the command for ten.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "test_support/command.hpp"
#include "test_support/kept_list.hpp"
#include "testbench/tool/commands/test_refusal.hpp"

namespace testbench::test {
namespace {

namespace fs = std::filesystem;

// A line "file NAME TEXT" of the list makes a file in the folder in which the commands run.
void make_file(const std::string& line) {
  const std::size_t end = line.find(' ', 5);
  std::ofstream(line.substr(5, end - 5)) << std::regex_replace(line.substr(end + 1), std::regex(R"(\\n)"), "\n");
}

std::set<fs::path> files_here() {
  return {fs::directory_iterator("."), fs::directory_iterator()};
}

TEST(Refusals, AreAsListed) {
  const std::string file = CUBECAST_SOURCE "/testbench/tool/system/refusals.txt";
  const fs::path before = fs::current_path();
  const test_support::Scratch scratch;
  fs::current_path(scratch / "");
  std::istringstream list(test_support::contents(file));
  std::string text;
  for (std::string line; std::getline(list, line); text += line + '\n') {
    if (line.starts_with("file ")) make_file(line);
    const std::size_t end = line.find(" => ");
    if (end == std::string::npos) continue;
    line.resize(end);
    SCOPED_TRACE(line);
    const std::set<fs::path> files = files_here();
    testing::internal::CaptureStdout();
    const std::string refusal = refusal_of(line);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(files_here(), files);
    EXPECT_NE(refusal, "taken");
    EXPECT_EQ(refusal.find('\n'), std::string::npos);
    line += " => " + std::regex_replace(refusal, std::regex("[0-9]+ MiB are free"), "* MiB are free");
  }
  fs::current_path(before);
  EXPECT_GT(std::ranges::count(text, '\n'), 250);
  test_support::expect_as_kept(file, text);
}

TEST(Refusals, NameWhatIsMissingEmptyOrDouble) {
  for (const char* const option : {"--trace", "--output", "--payload", "--wave", "--seed", "--engine", "--algorithm",
                                   "--dim", "--packets", "--root", "--ports", "--stall", "--queue-depth", "--clock"}) {
    const std::string name = option;
    const std::string run = "run alltoall " + name;
    const std::string way_out = name == "--dim" ? "give it a value" : "leave " + name + " out";
    const std::string empty = name + " '': must not be empty; " + way_out;
    EXPECT_EQ(refusal_of(run + " ''"), empty);
    EXPECT_EQ(refusal_of(run + "= --json"), empty);
    EXPECT_EQ(refusal_of(run), name + ": needs a value after it; see cubecast run --help");
    EXPECT_EQ(refusal_of(run + " --json"), name + ": needs a value before --json; see cubecast run --help");
    EXPECT_EQ(refusal_of(run + " 1 " + name + " 2"), name + ": is given twice; give it once");
  }
}

}  // namespace
}  // namespace testbench::test
