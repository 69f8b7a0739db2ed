// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "testbench/engines/models/models.hpp"
#include "testbench/engines/mpi/mpi_ranks.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

constexpr const char* kNewLine = "\r\033[K";
constexpr double kInterval = 0.2;  // seconds

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// One column less than the terminal has: text in the last column would begin the next line.
std::size_t columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (known ? size.ws_col : kUsual) - 1;
}

}  // namespace

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), began_(now()), phase_began_(began_) {
}

ProgressLine::~ProgressLine() {
  if (visible_) (void)write_all(STDERR_FILENO, kNewLine);
}

bool ProgressLine::is_due(double time) const {
  constexpr double kPatience = 1.0;
  return time - began_ >= kPatience && time - shown_ >= kInterval && isatty(STDERR_FILENO) != 0;
}

void ProgressLine::show(double part, const std::string& phase) {
  const double time = now();
  if (phase != phase_) {
    phase_ = phase;
    phase_began_ = time;
    first_part_.reset();
  }
  if (!first_part_) first_part_ = part;
  if (is_due(time)) write_line(fmt::format("{:.0f} %, {:.0f} s{}", 100 * part, time - began_, left(part, time)), phase);
}

void ProgressLine::show_seconds() {
  const double time = now();
  if (is_due(time)) write_line(fmt::format("{:.0f} s", time - began_), "");
}

void ProgressLine::write_line(const std::string& done, const std::string& phase) {
  std::string line = fmt::format("{}: {}{}{}", what_, phase, phase.empty() ? "" : " ", done);
  if (line.size() > columns()) line = fmt::format("{}: {}", done, what_);
  line.resize(std::min(line.size(), columns()));
  (void)write_all(STDERR_FILENO, kNewLine + line);
  shown_ = now();
  visible_ = true;
}

void ProgressLine::tell(const std::string& words) {
  if (visible_) (void)write_all(STDERR_FILENO, kNewLine);
  visible_ = false;
  complain(words);
}

SecondsLine::SecondsLine(std::string what) {
  if (rank_in_environment() != 0 || isatty(STDERR_FILENO) == 0) return;
  thread_ = std::jthread([this, what = std::move(what)](const std::stop_token& stop) {
    ProgressLine line(what);
    std::unique_lock lock(mutex_);
    while (!never_.wait_for(lock, stop, std::chrono::duration<double>(kInterval), [] { return false; }) &&
           !stop.stop_requested()) {
      line.show_seconds();
    }
  });
}

// The rest of a phase takes as long for its part as what is done has taken.
std::string ProgressLine::left(double part, double time) const {
  constexpr double kLeast = 0.02;  // of the phase, before that is worth saying
  constexpr double kPatience = 2.0;
  const double taken = time - phase_began_;
  const double done = part - first_part_.value_or(0);
  if (done < kLeast * (1 - first_part_.value_or(0)) || part >= 1 || taken < kPatience) return "";
  return fmt::format(", {:.0f} s left", taken * (1 - part) / done);
}

namespace {

// The folder of the models as users write it.
std::string store_in_words() {
  const std::string folder = Models::here().store().folder();
  const char* const home = std::getenv("HOME");
  const std::string own = home != nullptr ? std::filesystem::path(home) / "" : "";
  return own.size() > 1 && folder.starts_with(own) ? "~/" + folder.substr(own.size()) : folder;
}

class BuildLine {
 public:
  void tell(const BuildStep& step) {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::find_if(running_.begin(), running_.end(), [&](const auto& one) { return one.what == step.what; });
    if (step.step < step.steps && step.tool.empty()) {
      complain(fmt::format("building {} (once, kept in {})...", step.what, store_in_words()));
    } else if (step.step < step.steps) {
      if (known == running_.end()) {
        running_.push_back(step);
        if (step.tool == kWaiting) waits_since_.emplace(step.what, now());
      } else {
        *known = step;
      }
      if (step.tool == kWaiting) tell_waiting(step.what);
    } else if (known != running_.end()) {
      if (known == running_.begin()) line_.reset();
      waits_since_.erase(step.what);
      running_.erase(known);
    }
    if (!running_.empty()) show(running_.front(), running_.size() - 1);
  }

  void print(const std::function<void()>& print) {
    const std::lock_guard lock(mutex_);
    line_.reset();
    print();
  }

 private:
  // A process that uses the model for a moment is not worth a line.
  void tell_waiting(const std::string& what) {
    constexpr double kPatience = 2.0;
    const auto since = waits_since_.find(what);
    if (since == waits_since_.end() || now() - since->second < kPatience) return;
    waits_since_.erase(since);
    if (rank_in_environment() == 0) complain(fmt::format("building {}: {}; waiting...", what, kWaiting));
  }

  void show(const BuildStep& step, std::size_t others) {
    if (!line_) line_ = std::make_unique<ProgressLine>(step.what);
    line_->show(static_cast<double>(step.step) / step.steps,
                others == 0 ? step.tool : fmt::format("{}, and {} more,", step.tool, others));
  }

  std::mutex mutex_;
  std::vector<BuildStep> running_;             // by start, the oldest first
  std::map<std::string, double> waits_since_;  // those that have not been told
  std::unique_ptr<ProgressLine> line_;
};

BuildLine& build_line() {
  static BuildLine& line = *new BuildLine;  // never destroyed: builds may report while the program ends
  return line;
}

}  // namespace

void show_builds() {
  observe_builds([](const BuildStep& step) { build_line().tell(step); });
}

void print_beside_builds(const std::function<void()>& print) {
  build_line().print(print);
}

}  // namespace testbench
