// SPDX-License-Identifier: Apache-2.0
// Test only: runs the built command as a user does. CUBECAST_COMMAND is the command, if there is
// one.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace test_support {

struct Outcome {
  int status;
  std::string out;
  std::string error;
};

// A folder of this test, removed at its end.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cubecast-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Runs a program in `folder`, or in a new folder of its own.
inline Outcome run_program(const std::string& program, const std::string& arguments,
                           const std::filesystem::path& folder = {}) {
  const Scratch scratch;
  const std::string line = "cd " + (folder.empty() ? scratch / "" : folder).string() + " && " + program + " " +
                           arguments + " > " + (scratch / "out").string() + " 2> " + (scratch / "error").string() +
                           " < /dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(scratch / "out"), contents(scratch / "error")};
}

// Runs a script in the shell. Output that the script redirects is not in the outcome.
inline Outcome in_shell(const std::string& script, const std::filesystem::path& folder = {}) {
  const Scratch scratch;
  std::ofstream(scratch / "script") << script << '\n';
  return run_program("bash", (scratch / "script").string(), folder);
}

#ifdef CUBECAST_COMMAND
// Without the lines that name models which take long to build.
inline Outcome cubecast(const std::string& arguments) {
  Outcome outcome = run_program(CUBECAST_COMMAND, arguments);
  const std::string told = "cubecast: compiling ";
  for (std::size_t at = outcome.error.find(told); at != std::string::npos; at = outcome.error.find(told)) {
    outcome.error.erase(at, outcome.error.find('\n', at) + 1 - at);
  }
  return outcome;
}
#endif

}  // namespace test_support
