// SPDX-License-Identifier: Apache-2.0
// Long work shows on a terminal how far it is, and says what it has found if a signal ends it.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "testbench/files/interruption.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {

// One line on standard error that is overwritten by the next and removed at the end, before
// anything else is printed. Never longer than the terminal is wide. Silent where standard error is
// not a terminal, and for work of less than a second.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // The part done, 0..1, of what the work is at ("loading"; nothing: at itself).
  void show(double part, const std::string& phase = "");

 private:
  std::string what_;
  double began_;
  double shown_ = 0;
  bool visible_ = false;
};

// Findings of long work so far, said on standard output if a signal ends it.
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
  // By the thread that waits for signals, or where this goes: then there is nothing to say.
  void speak() {
    const std::lock_guard lock(mutex_);
    if (!text_.empty()) say(text_);
  }

  std::mutex mutex_;
  std::string text_;
  Undo undo_{[this] { speak(); }};
};

// A line on the terminal for builds of more than a second: what is built, that it happens once, and
// how far it is. Where several are built at once it tells of the first, and of how many others
// there are.
void show_builds();

// Prints while that line is away.
void print_beside_builds(const std::function<void()>& print);

}  // namespace testbench
