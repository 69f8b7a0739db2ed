// SPDX-License-Identifier: Apache-2.0
// Test only: programs for processors beside the routers, built and booted.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "testbench/tool/system/schema.hpp"

namespace testbench::test {

inline const std::string kRoot = CUBECAST_SOURCE;

// Builds a source of the project, or a text. `source`: with options of scripts/image.sh before it.
inline void build_image(const std::string& source, const std::filesystem::path& image) {
  const test_support::Outcome built =
      test_support::run_program(kRoot + "/scripts/image.sh", fmt::format("{} -o {}", source, image.string()));
  ASSERT_EQ(built.status, 0) << built.error;
  EXPECT_EQ(built.error, "");
}
inline void build_text(const std::string& text, const test_support::Scratch& scratch, const std::string& options = "") {
  std::ofstream(scratch / "program.c") << "#include \"firmware/image/cc.h\"\n" << text;
  build_image(options + " " + (scratch / "program.c").string(), scratch / "image");
}
// A program takes a million cycles: models are optimised as a user's are, though the tests' environment asks clang for
// less.
inline test_support::Outcome boot(const test_support::Scratch& scratch, const std::string& words) {
  unsetenv("CCC_OVERRIDE_OPTIONS");  // NOLINT(concurrency-mt-unsafe)
  const test_support::Outcome run =
      test_support::cubecast(fmt::format("boot --image {} {}", (scratch / "image").string(), words));
  if (words.find("--json") != std::string::npos) expect_of_schema("boot", run.out);
  return run;
}

}  // namespace testbench::test
