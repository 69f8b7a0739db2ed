// SPDX-License-Identifier: Apache-2.0
// Compares what commands print with the list printed.txt beside this file, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/kept_list.hpp"

namespace testbench::test {
namespace {

// Fields that differ from run to run, or from release to release. The list has * for them.
const std::vector<std::string> kVarying = {
    "load_seconds", "seconds", "node_cycles_per_second", "packet_hops_per_second", "version", "cubecast",
    "commit",       "machine"};

std::string masked_csv(const std::string& text) {
  std::vector<std::string> names;  // in the first line
  std::string masked;
  std::string field;
  std::size_t column = 0;
  bool is_heading = true;
  bool is_quoted = false;
  for (const char character : text) {
    if (character == '"') is_quoted = !is_quoted;
    if (is_quoted || (character != ',' && character != '\n')) {
      field += character;
      continue;
    }
    if (is_heading) names.push_back(field);
    const bool varies = !is_heading && std::ranges::find(kVarying, names.at(column)) != kVarying.end();
    masked += (varies ? "*" : field) + character;
    field.clear();
    column = character == '\n' ? 0 : column + 1;
    is_heading = is_heading && column != 0;
  }
  return masked + field;
}

std::string masked(std::string text) {
  for (const std::string& name : kVarying) {
    const std::string key = "\"" + name + "\":";
    text = std::regex_replace(text, std::regex(key + "(\"[^\"]*\"|[-+.0-9e]+)"), key + "*");
  }
  return std::regex_replace(text, std::regex("[0-9]+ MiB are free"), "* MiB are free");
}

std::string printed_by(const std::string& words) {
  const test_support::Scratch scratch;
  std::ofstream(scratch / "words") << "the quick brown fox jumps over the lazy dog\n";
  std::ofstream(scratch / "counts") << "1 2\n3 1\n";
  std::ofstream(scratch / "triangle") << "edges\n0 1\n1 2\n2 0\n";
  const test_support::Outcome outcome = test_support::in_shell(CUBECAST_COMMAND " " + words, scratch / "");
  std::string text = masked(words.find("--csv") != std::string::npos ? masked_csv(outcome.out) : outcome.out);
  if (!text.empty() && text.back() != '\n') text += "(no end of line)\n";
  std::istringstream errors(masked(outcome.error));
  for (std::string line; std::getline(errors, line);) text += "! " + line + '\n';
  if (outcome.status != 0) text += "= " + std::to_string(outcome.status) + '\n';
  return text;
}

TEST(Printed, ByEveryCommandAsListed) {
  const std::string file = CUBECAST_SOURCE "/testbench/tool/system/printed.txt";
  std::istringstream list(test_support::contents(file));
  std::string text;
  unsigned commands = 0;
  for (std::string line; std::getline(list, line);) {
    const bool is_command = line.starts_with("$ ");
    if (is_command || commands == 0) text += line + '\n';
    if (!is_command) continue;
    text += printed_by(line.substr(2));
    ++commands;
  }
  EXPECT_GT(commands, 100u);
  test_support::expect_as_kept(file, text, "$ ");
}

}  // namespace
}  // namespace testbench::test
