// SPDX-License-Identifier: Apache-2.0
// Test only: refuses a command line in the process of the test.
#pragma once

#include <string>
#include <vector>

#include "testbench/engines/models/model_error.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/commands/all_commands.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench::test {

// Splits a line as the shell does: "a 'b c'" is a and b c.
inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  bool is_quoted = false;
  bool begins = true;
  for (const char character : line) {
    if (character == '\'') is_quoted = !is_quoted;
    const bool ends = character == ' ' && !is_quoted;
    if (!ends && begins) words.emplace_back();
    if (!ends && character != '\'') words.back() += character;
    begins = ends;
  }
  return words;
}

// Returns the error that the command prints with exit status 2, or "taken" if it refuses nothing.
inline std::string refusal_of(const std::string& line) {
  try {
    run_command_line(all_commands(), words_of(line));
  } catch (const UsageError& error) {
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  } catch (const NetworkError& error) {
    return error.what();
  } catch (const ModelError& error) {
    if (error.status == 2) return error.what();
  }
  return "taken";
}

}  // namespace testbench::test
