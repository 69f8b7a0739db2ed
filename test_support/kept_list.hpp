// SPDX-License-Identifier: Apache-2.0
// Test only: compares a text with the list that is kept of it in a file. A failure shows the first
// line that differs, and the entry that it belongs to. With CUBECAST_UPDATE_PRINTED=1 in the
// environment the list is written again.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "test_support/command.hpp"

namespace test_support {

// `begin`: of the first line of an entry.
inline void expect_as_kept(const std::filesystem::path& file, const std::string& text, const std::string& begin = "") {
  const char* const update = std::getenv("CUBECAST_UPDATE_PRINTED");  // NOLINT(concurrency-mt-unsafe)
  if (update != nullptr && *update != 0) {
    std::ofstream(file, std::ios::binary) << text;
    return;
  }
  std::istringstream kept(contents(file));
  std::istringstream found(text);
  std::string entry;
  for (unsigned number = 1; kept && found; ++number) {
    std::string was;
    std::string is;
    if (!std::getline(kept, was)) was = "(end)";
    if (!std::getline(found, is)) is = "(end)";
    if (was.starts_with(begin)) entry = was;
    if (was == is) continue;
    ADD_FAILURE() << file.string() << ":" << number << ", of " << entry << "\n  kept:  " << was << "\n  found: " << is
                  << "\nIf it should change, set CUBECAST_UPDATE_PRINTED=1 to write the list again, and read its diff.";
    return;
  }
}

}  // namespace test_support
