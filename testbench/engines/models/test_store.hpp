// SPDX-License-Identifier: Apache-2.0
// Test only: a store of its own for each test, with builders that write a line.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/engines/models/model_store.hpp"

namespace testbench::test {

namespace fs = std::filesystem;
using test_support::contents;

inline void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline mode_t mode_of(const fs::path& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

// Returns the wait status of a process that runs `work`. The process prints nothing, because
// GoogleTest belongs to the parent.
inline int in_process(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      work();
    } catch (const ModelError& error) {
      _exit(error.status);
    }
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

inline int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Store : public testing::Test {
 protected:
  // Writes a file and, outside, a letter for each build.
  ModelStore::Recipe recipe(const std::string& name, std::function<void()> meanwhile = {}) const {
    return {.kind = "test", .name = name, .made_of = "all of " + name, .build = [=, this](const fs::path& folder) {
              write(folder / "model.so", "code of " + name);
              if (meanwhile) meanwhile();
              std::ofstream(scratch_ / "builds", std::ios::app) << name[0];
            }};
  }
  std::string builds() const { return contents(scratch_ / "builds"); }
  static std::vector<std::string> names_in(const ModelStore& store) {
    std::vector<std::string> names;
    for (const ModelStore::Entry& entry : store.entries()) names.push_back(entry.name);
    return names;
  }
  std::ptrdiff_t locks() const { return std::distance(fs::directory_iterator(folder_ / "locks"), {}); }
  bool nothing_is_half_made() const { return fs::is_empty(folder_ / "being-built"); }

  test_support::Scratch scratch_;
  fs::path folder_ = scratch_ / "store";
};

}  // namespace testbench::test
