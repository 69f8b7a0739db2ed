// SPDX-License-Identifier: Apache-2.0
// A terminal shows the progress in one line, however narrow, and nothing of it beside the result.
#include "test_support/terminal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace testbench::test {
namespace {

std::string on_terminal(unsigned short columns, const std::string& arguments) {
  return test_support::on_terminal(columns, CUBECAST_COMMAND " " + arguments);
}

TEST(Terminal, ShowsProgressInOneLineAndTheResultOnItsOwn) {
  for (const unsigned short columns : {std::uint16_t{20}, std::uint16_t{100}}) {
    // Memories that stall leave nodes different, so that the engine for equal nodes is not advised.
    const std::string shown = on_terminal(columns, "run alltoall --dim 6 --packets 4000 --stall 0.01");
    const std::size_t result = shown.find("alltoall table on 64 nodes");
    ASSERT_NE(result, std::string::npos) << shown;
    const std::string progress = shown.substr(0, result);
    ASSERT_NE(progress.find(" %"), std::string::npos) << "a run of seconds: " << shown;
    EXPECT_EQ(progress.find('\n'), std::string::npos) << shown;
    const std::string clear = "\r\033[K";
    EXPECT_EQ(progress.substr(progress.size() - clear.size()), clear) << shown;
    for (std::size_t begin = 0; (begin = progress.find(clear, begin)) != std::string::npos;) {
      begin += clear.size();
      EXPECT_LT(std::min(progress.find('\r', begin), progress.size()) - begin, columns) << shown;
    }
  }
}

TEST(Terminal, ShowsTheSecondsOfAPlan) {
  const std::string shown = on_terminal(80, "run allgather --network random:1000,4,1");
  EXPECT_TRUE(shown.starts_with("\r\033[Kplanning allgather: ")) << shown;
  EXPECT_NE(shown.find("\r\033[Kallgather "), std::string::npos) << "on a line of its own: " << shown;
}

TEST(Terminal, ShowsNothingOfShortWork) {
  EXPECT_EQ(on_terminal(80, "run alltoall --dim 3").find('\033'), std::string::npos);
}

}  // namespace
}  // namespace testbench::test
