#include "testbench/cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <utility>

namespace testbench {
namespace {

std::atomic<bool> interrupt_seen = false;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void catch_interrupts() {
  const auto note = [](int) { interrupt_seen = true; };
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

bool interrupted() {
  return interrupt_seen;
}

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), began_(now()) {
}

ProgressLine::~ProgressLine() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(double part) {
  constexpr double kPatience = 1.0;
  constexpr double kInterval = 0.2;
  const double time = now();
  if (time - began_ < kPatience || time - shown_ < kInterval || isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\033[K{}: {:.0f} %, {:.0f} s", what_, 100 * part, time - began_);
  std::fflush(stderr);
  shown_ = time;
  visible_ = true;
}

}  // namespace testbench
