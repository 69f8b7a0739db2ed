// SPDX-License-Identifier: Apache-2.0
// Shows the progress of long work on a terminal, and prints its findings if a signal ends it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {

// One line on standard error. The next text overwrites it, and it is removed before anything else
// is printed. It is never wider than the terminal. It is silent if standard error is not a
// terminal, and for work of less than a second.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // `part`: share of the work that is done, 0..1. `phase`: the current phase, such as "loading";
  // empty for the work itself. After some of a phase the line also says how long the rest will take.
  void show(double part, const std::string& phase = "");
  // The seconds alone, where the part is not known.
  void show_seconds();
  // Says it on standard error, above the line.
  void tell(const std::string& words);

 private:
  bool is_due(double time) const;
  void write_line(const std::string& done, const std::string& phase);
  std::string left(double part, double time) const;

  std::string what_;
  std::string phase_;
  double began_;
  double phase_began_;
  std::optional<double> first_part_;  // of the phase: a run may resume from a checkpoint
  double shown_ = 0;
  bool visible_ = false;
};

// The line of work that cannot tell its progress, such as a plan, from a thread of its own. Ranks other than the first are
// silent.
class SecondsLine {
 public:
  explicit SecondsLine(std::string what);

 private:
  std::condition_variable_any never_;
  std::mutex mutex_;
  std::jthread thread_;
};

// Findings of long work so far, printed on standard output if a signal ends it.
//
//     ReportIfInterrupted words;
//     ...
//     words.set(table_so_far);   // now and then
//     words.set("");             // nothing is lost if it ends now
class ReportIfInterrupted {
 public:
  void set(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }

 private:
  // Runs in the thread that waits for signals, or on destruction, when no text is left.
  void speak() {
    const std::lock_guard lock(mutex_);
    if (!text_.empty()) say(text_);
  }

  std::mutex mutex_;
  std::string text_;
  Undo undo_{[this] { speak(); }};
};

// Tells each model that is built in a line of standard error, and that this happens once. On a terminal
// a line below it shows the progress. If several are built at once, it shows the first and counts the others.
void show_builds();

// Calls `print` while the line is off the terminal.
void print_beside_builds(const std::function<void()>& print);

}  // namespace testbench
