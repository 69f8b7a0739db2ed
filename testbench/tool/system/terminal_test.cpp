// SPDX-License-Identifier: Apache-2.0
// A terminal shows the progress in one line, however narrow, and nothing of it beside the result.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

// The command's output to a terminal of so many columns.
std::string on_terminal(unsigned short columns, const std::string& arguments) {
  winsize size{24, columns, 0, 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", ("exec " CUBECAST_COMMAND " " + arguments).c_str(), nullptr);
    _exit(127);
  }
  std::string shown;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(terminal, buffer, sizeof buffer)) > 0;)
    shown.append(buffer, static_cast<std::size_t>(got));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << shown;
  return shown;
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
