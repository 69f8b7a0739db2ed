// SPDX-License-Identifier: Apache-2.0
#include "rtl_sim/board/board_program.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_sim/board/pseudo_terminal.hpp"
#include "rtl_sim/board/serial_line.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace rtl_sim {
namespace {

// The board runs so many cycles between two looks at the terminal. While the line is idle they take
// so many milliseconds.
constexpr unsigned kPortion = 256;
constexpr int kIdleMilliseconds = 5;
// The last byte that may get a fault.
constexpr std::uint64_t kLastByte = 1'000'000'000;

struct Options {
  LineFault requests;
  LineFault answers;
  BoardFault board;
  std::vector<std::string> command;
};

// Starts the command as a child, with the terminal's name in it. Returns 0 without a command.
pid_t start(std::vector<std::string> command, const std::string& terminal) {
  if (command.empty()) return 0;
  const pid_t child = fork();
  if (child != 0) return child;
  std::vector<char*> words;
  for (std::string& word : command) {
    if (const std::size_t at = word.find("{}"); at != std::string::npos) word.replace(at, 2, terminal);
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  execvp(words[0], words.data());
  std::fprintf(stderr, "%s: %s\n", words[0], std::strerror(errno));
  std::_Exit(127);
}

class Board {
 public:
  Board(PseudoTerminal& terminal, Options& options, BoardModel& model, unsigned cycles_per_bit)
      : terminal_(terminal), options_(options), model_(model), to_board_(cycles_per_bit), from_board_(cycles_per_bit) {}

  void run_portion() {
    for (const std::uint8_t byte : terminal_.read(busy_ ? 0 : kIdleMilliseconds)) {
      if (const auto arrived = options_.requests.pass(byte)) to_board_.send(*arrived);
    }
    busy_ = !to_board_.idle();
    for (unsigned cycle = 0; cycle < kPortion; ++cycle) {
      const auto byte = from_board_.next(model_.clock(to_board_.level()));
      if (!byte) continue;
      busy_ = true;
      if (const auto arrived = options_.answers.pass(options_.board.pass(*byte))) terminal_.write(*arrived);
    }
    busy_ = busy_ || !from_board_.idle();
  }

 private:
  PseudoTerminal& terminal_;
  Options& options_;
  BoardModel& model_;
  SerialDriver to_board_;
  SerialSampler from_board_;
  bool busy_ = false;  // something is on the line
};

// Without the name nobody could find the terminal.
void tell(const std::string& name) {
  testbench::say(name + '\n');
  if (!testbench::standard_output_lost()) return;
  throw std::runtime_error("standard output: cannot be written, and the terminal's name is lost");
}

int serve(Options& options, BoardModel& model, unsigned cycles_per_bit) {
  PseudoTerminal terminal;
  if (options.command.empty()) tell(terminal.name());
  Board board(terminal, options, model, cycles_per_bit);
  board.run_portion();  // the power comes on before any request
  const pid_t child = start(options.command, terminal.name());
  int status = 0;
  while (child == 0 || waitpid(child, &status, WNOHANG) == 0) board.run_portion();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int board_program(int argc, char** argv, BoardModel& model, unsigned cycles_per_bit) {
  testbench::reserve_standard_descriptors();
  Options options;
  CLI::App app{
      "The board behind a pseudo-terminal. With a COMMAND: runs it, with the terminal's name in the place of {}, "
      "and ends as it ends. Without one: prints the name and serves whoever opens it until it is ended."};
  const CLI::Range place(std::uint64_t{1}, kLastByte);
  const auto faults = [&](const std::string& name, LineFault& of, const std::string& direction) {
    app.add_option("--lose-" + name, of.lost, "Lose the N-th byte " + direction)->check(place);
    app.add_option("--alter-" + name, of.altered, "Alter the N-th byte " + direction)->check(place);
  };
  faults("request", options.requests, "to the board");
  faults("answer", options.answers, "from the board");
  app.add_option("--falsify", options.board.order, "Spoil every answer to that order")
      ->check(CLI::Range(1u, board::kOrders - 1));
  app.prefix_command();  // the command takes all words behind its name
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {
    return app.exit(wish);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
  options.command = app.remaining();
  if (!options.command.empty() && options.command[0].starts_with("-")) {
    std::fprintf(stderr, "%s: %s: no such option; see --help\n", argv[0], options.command[0].c_str());
    return 2;
  }
  try {
    return serve(options, model, cycles_per_bit);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}

}  // namespace rtl_sim
