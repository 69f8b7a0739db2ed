// What long work has found so far, said on standard output if a signal ends it.
//
//     ReportIfInterrupted words;
//     ...
//     words.set(table_so_far);   // now and then
//     words.set("");             // nothing is lost if it ends now
#pragma once

#include <mutex>
#include <string>

#include "testbench/files/interruption.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {

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

}  // namespace testbench
