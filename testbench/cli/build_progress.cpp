#include "testbench/cli/build_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "testbench/cli/terminal.hpp"
#include "testbench/models/models.hpp"

namespace testbench {
namespace {

class BuildLine {
 public:
  void tell(const BuildStep& step) {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::find_if(running_.begin(), running_.end(), [&](const auto& one) { return one.what == step.what; });
    if (step.step < step.steps) {
      if (known == running_.end()) {
        running_.push_back(step);
      } else {
        *known = step;
      }
    } else if (known != running_.end()) {
      if (known == running_.begin()) line_.reset();
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
  void show(const BuildStep& step, std::size_t others) {
    if (!line_) line_ = std::make_unique<ProgressLine>(fmt::format("compiling {}, once", step.what));
    line_->show(static_cast<double>(step.step) / step.steps,
                others == 0 ? step.tool : fmt::format("{}, and {} more,", step.tool, others));
  }

  std::mutex mutex_;
  std::vector<BuildStep> running_;  // the first that began first
  std::unique_ptr<ProgressLine> line_;
};

BuildLine& build_line() {
  static BuildLine& line = *new BuildLine;  // builds may be told of while the program ends
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
