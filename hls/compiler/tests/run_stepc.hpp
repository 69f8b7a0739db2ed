// Test only: the program stepc, as a user runs it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

struct Outcome {
  int status;
  std::string errors;  // standard error
};

inline Outcome run_stepc(const std::string& arguments) {
  const std::string command = std::string(STEPC_PROGRAM) + " " + arguments + " 2>&1 >/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  std::string errors;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    errors.append(buffer.data(), count);
  return {WEXITSTATUS(pclose(pipe)), errors};
}

inline std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A folder of the test's own.
inline std::filesystem::path scratch_folder() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(testing::TempDir()) / (std::string("stepc_") + test->name());
  std::filesystem::create_directories(path);
  return path;
}
