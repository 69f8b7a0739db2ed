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

// Without the lines that tell which models are built, since another test may have built them.
inline std::string without_builds(std::string text) {
  const std::string told = "cubecast: building ";
  for (std::size_t at = text.find(told); at != std::string::npos; at = text.find(told))
    text.erase(at, text.find('\n', at) + 1 - at);
  return text;
}

// Runs a program in `folder`, or in a new folder of its own.
inline Outcome run_program(const std::string& program, const std::string& arguments,
                           const std::filesystem::path& folder = {}) {
  const Scratch scratch;
  const std::string line = "cd " + (folder.empty() ? scratch / "" : folder).string() + " && " + program + " " +
                           arguments + " > " + (scratch / "out").string() + " 2> " + (scratch / "error").string() +
                           " < /dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(scratch / "out"),
          without_builds(contents(scratch / "error"))};
}

// Runs a script in the shell. Output that the script redirects is not in the outcome.
inline Outcome in_shell(const std::string& script, const std::filesystem::path& folder = {}) {
  const Scratch scratch;
  std::ofstream(scratch / "script") << script << '\n';
  return run_program("bash", (scratch / "script").string(), folder);
}

#ifdef CUBECAST_COMMAND
inline Outcome cubecast(const std::string& arguments) {
  return run_program(CUBECAST_COMMAND, arguments);
}
#endif

}  // namespace test_support
