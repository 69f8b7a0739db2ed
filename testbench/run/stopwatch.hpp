// Time that passes between start() and stop(), added up.
#pragma once

#include <chrono>

namespace testbench {

class Stopwatch {
 public:
  void start() { began_ = std::chrono::steady_clock::now(); }
  void stop() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  double seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point began_;
  double seconds_ = 0;
};

}  // namespace testbench
