#include "testbench/cli/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "testbench/files/write_all.hpp"

namespace testbench {
namespace {

constexpr const char* kNewLine = "\r\033[K";

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of the terminal, one less: the last one would begin the next line.
std::size_t columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (known ? size.ws_col : kUsual) - 1;
}

}  // namespace

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), began_(now()) {
}

ProgressLine::~ProgressLine() {
  if (visible_) (void)write_all(STDERR_FILENO, kNewLine);
}

void ProgressLine::show(double part, const std::string& phase) {
  constexpr double kPatience = 1.0;
  constexpr double kInterval = 0.2;
  const double time = now();
  if (time - began_ < kPatience || time - shown_ < kInterval || isatty(STDERR_FILENO) == 0) return;
  std::string line =
      fmt::format("{}: {}{}{:.0f} %, {:.0f} s", what_, phase, phase.empty() ? "" : " ", 100 * part, time - began_);
  if (line.size() > columns()) line = fmt::format("{:.0f} %", 100 * part);  // what matters, where there is little room
  line.resize(std::min(line.size(), columns()));
  (void)write_all(STDERR_FILENO, kNewLine + line);
  shown_ = time;
  visible_ = true;
}

}  // namespace testbench
