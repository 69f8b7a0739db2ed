// SPDX-License-Identifier: Apache-2.0
// Every command has exactly the options that the table names for it.
#include <gtest/gtest.h>

#include <sstream>

#include "test_support/command.hpp"
#include "testbench/request/options.hpp"

namespace testbench::test {
namespace {

TEST(CommandLine, HasEveryOptionOfTheTableInItsCommands) {
  unsigned uses = 0;
  for (const char* const command : {"run", "measure", "deadlock", "pmnb", "dynamic", "board", "rtl", "list", "network",
                                    "configuration", "models"}) {
    const test_support::Outcome help = test_support::cubecast(std::string(command) + " --help");
    ASSERT_EQ(help.status, 0) << help.error;
    for (const Option& option : options()) {
      bool is_used = false;
      for (const Option::Use& use : option.uses) {
        std::istringstream words(use.commands);
        for (std::string word; words >> word;) is_used = is_used || word == command;
      }
      if (!is_used) continue;
      EXPECT_NE(help.out.find(option.name), std::string::npos) << command << " has no " << option.name;
      ++uses;
    }
  }
  EXPECT_GT(uses, 100u);
}

TEST(CommandLine, NumbersAreWithinTheRangeOfTheTable) {
  EXPECT_EQ(number_of("--threads", Number(64)), 64);
  EXPECT_EQ(number_of("--queue-depth", Number(1 << 24), "", "pmnb"), 1 << 24);
  EXPECT_EQ(decimal_of("--stall", "0.99"), 0.99);
  EXPECT_THROW(number_of("--threads", Number(65)), UsageError);
  EXPECT_THROW(number_of("--queue-depth", Number(1 << 24)), UsageError);
  EXPECT_THROW(decimal_of("--stall", "0.991"), UsageError);
  EXPECT_THROW(option_of("--threads", "pmnb"), std::logic_error);
}

}  // namespace
}  // namespace testbench::test
