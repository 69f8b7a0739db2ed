// What long work shows on a terminal, and how it is interrupted.
#pragma once

#include <string>

namespace testbench {

// From now on SIGINT and SIGTERM only set a flag, which interrupted() reports.
void catch_interrupts();
bool interrupted();

// One line on standard error that is overwritten by the next and removed at the end. Silent where standard error is not
// a terminal, and for work of less than a second.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // The part done, 0..1.
  void show(double part);

 private:
  std::string what_;
  double began_;
  double shown_ = 0;
  bool visible_ = false;
};

}  // namespace testbench
