// SPDX-License-Identifier: Apache-2.0
// The settings that cubecast board gives its terminal, and the terminals that it refuses.
#include <fcntl.h>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <thread>
#include <vector>

#include "rtl_sim/board/pseudo_terminal.hpp"
#include "rtl_sim/board/test_command.hpp"

namespace {

using rtl_sim::expect_one_line;

termios settings_of(const std::string& terminal) {
  const int descriptor = open(terminal.c_str(), O_RDWR | O_NOCTTY);
  termios settings{};
  EXPECT_EQ(tcgetattr(descriptor, &settings), 0);
  close(descriptor);
  return settings;
}

// No byte is changed or stops another, in either direction, whatever the terminal's settings were
// before.
TEST(BoardTerminal, IsRaw) {
  auto terminal = std::make_unique<rtl_sim::PseudoTerminal>();
  const std::string name = terminal->name();
  termios before = settings_of(name);
  before.c_iflag |= IXON | IXOFF | ICRNL;
  before.c_oflag |= OPOST | ONLCR;
  const int descriptor = open(name.c_str(), O_RDWR | O_NOCTTY);
  EXPECT_EQ(tcsetattr(descriptor, TCSANOW, &before), 0);
  close(descriptor);
  termios during{};
  std::jthread look([&] {
    while (terminal->read(10).empty()) {
    }
    during = settings_of(name);
    terminal.reset();  // ends the command
  });
  expect_one_line(test_support::cubecast("board --port " + name), 2, "--port " + name + ": ");
  look.join();
  EXPECT_EQ(during.c_iflag & (IXON | IXOFF | ICRNL), 0u);
  EXPECT_EQ(during.c_oflag & OPOST, 0u);
}

// The settings come back at the end, and also when a signal ends the command.
TEST(BoardTerminal, IsSaidToBeSilentAndGetsItsSettingsBack) {
  const rtl_sim::PseudoTerminal terminal;
  const int descriptor = open(terminal.name().c_str(), O_RDWR | O_NOCTTY);
  termios before = settings_of(terminal.name());
  before.c_lflag |= ECHO;
  tcsetattr(descriptor, TCSANOW, &before);
  expect_one_line(test_support::cubecast("board --port " + terminal.name()), 2, "does not answer to who it is");
  EXPECT_EQ(settings_of(terminal.name()).c_lflag, before.c_lflag);
  expect_one_line(test_support::run_program(
                      "timeout", "--preserve-status -s INT 0.3 " CUBECAST_COMMAND " board --port " + terminal.name()),
                  128 + SIGINT, "interrupted");
  EXPECT_EQ(settings_of(terminal.name()).c_lflag, before.c_lflag);
  flock(descriptor, LOCK_EX);
  expect_one_line(test_support::cubecast("board --port " + terminal.name()), 2, "is used by another program");
  close(descriptor);
}

// The board would read the table. Both the terminal's name and a link to it are refused.
TEST(BoardTerminal, IsNotWhereStandardOutputGoes) {
  rtl_sim::PseudoTerminal terminal;
  const test_support::Scratch scratch;
  const std::string link = (scratch / "line").string();
  std::filesystem::create_symlink(terminal.name(), link);
  for (const std::string& port : {terminal.name(), link}) {
    expect_one_line(test_support::in_shell(CUBECAST_COMMAND " board --port " + port + " >" + terminal.name()), 2,
                    "--port " + port + ": is where standard output goes");
  }
  EXPECT_TRUE(terminal.read(100).empty());
}

// The speeds that the message about an unknown speed lists behind "one of".
std::vector<unsigned> bauds_in(const std::string& said) {
  std::vector<unsigned> bauds;
  const std::string start = "one of ";
  std::istringstream in(said.substr(std::min(said.size(), said.find(start) + start.size())));
  for (std::string word; in >> word;) bauds.push_back(static_cast<unsigned>(std::atoi(word.c_str())));
  return bauds;
}

// The bitstream and the host have the same list. The board's 12 MHz are near a multiple of every
// speed: a byte is sampled 9.5 bits behind its start, and 2 % are a fifth of a bit.
TEST(BoardTerminal, HasTheSpeedsThatABitstreamIsMadeFor) {
  constexpr unsigned kClock = 12'000'000;
  const std::string unknown = " --baud 12345";
  const test_support::Outcome host = test_support::cubecast("board --port /dev/null" + unknown);
  const test_support::Outcome script = test_support::run_program(CUBECAST_BOARD_SCRIPT, unknown);
  expect_one_line(host, 2, "--baud 12345: must be");
  expect_one_line(script, 2, "--baud 12345: must be");
  const std::vector<unsigned> bauds = bauds_in(host.error);
  EXPECT_EQ(bauds, bauds_in(script.error));
  EXPECT_GE(bauds.size(), 2u);
  for (const unsigned baud : bauds) {
    const unsigned cycles_per_bit = (kClock + baud / 2) / baud;
    EXPECT_GE(cycles_per_bit, 4u) << baud;
    EXPECT_NEAR(1.0 * cycles_per_bit * baud / kClock, 1.0, 0.02) << baud;
  }
}

}  // namespace
