// What long work shows on a terminal.
#pragma once

#include <string>

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

}  // namespace testbench
