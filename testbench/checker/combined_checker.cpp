// SPDX-License-Identifier: Apache-2.0
#include "testbench/checker/combined_checker.hpp"

#include <fmt/format.h>

#include <utility>

namespace testbench {
namespace {

// The faults in results: their numbers, and the first in words.
class ResultFaults {
 public:
  void judge(std::uint64_t node, std::uint64_t item, unsigned writes, std::uint64_t held, const CombinedValue& due,
             NodeSum contributors, bool is_early) {
    const char* what = nullptr;
    if (writes == 0) {
      ++missing_;
      what = "missing";
    } else if (writes > 1) {
      ++doubled_;
      what = "written more than once";
    } else if (due.nodes != contributors) {
      ++incomplete_;
      what = "made of the wrong contributions";
    } else if (held != due.word) {
      ++altered_;
      what = "altered";
    } else if (is_early) {
      ++early_;
      what = "there before all that it is made of had come";
    }
    if (what == nullptr || first_) return;
    first_ = fmt::format("node {}, item {}: {} (holds {:#018x}, expected {:#018x}, writes {}; contributions {} of {})",
                         node, item, what, held, due.word, writes, due.nodes.count(), contributors.count());
  }
  std::optional<std::string> verdict() const {
    if (!first_) return std::nullopt;
    return fmt::format(
        "{}; in all {} missing, {} written more than once, {} of wrong contributions, {} altered, {} early", *first_,
        missing_, doubled_, incomplete_, altered_, early_);
  }

 private:
  std::uint64_t missing_ = 0;
  std::uint64_t doubled_ = 0;
  std::uint64_t incomplete_ = 0;
  std::uint64_t altered_ = 0;
  std::uint64_t early_ = 0;
  std::optional<std::string> first_;
};

}  // namespace

CombinedChecker::CombinedChecker(const Task& task, Contributions contributions)
    : task_(task), contributions_(std::move(contributions)), results_(task), judge_(task_, contributions_, results_) {
}

std::uint64_t CombinedChecker::memory_bytes(const Task& task) {
  return plus(plus(CombinedPackets::memory_bytes(task), DeliveredResults::memory_bytes(task)),
              times(node_count(task) + 1, sizeof(NodeSum)));
}

void CombinedChecker::deliver(std::span<const LoggedResult> results) {
  const std::uint64_t present = results_.present_cycle();
  for (const LoggedResult& result : results) {
    results_.set_cycle(result.cycle);
    results_.deliver(result.node, result.index, result.stream, result.word);
  }
  results_.set_cycle(present);
}

std::optional<std::string> CombinedChecker::finish() const {
  if (judge_.fault()) return judge_.fault();
  const DueContributors contributors(task_);
  const bool own_block = is_by_receiver(task_);
  ResultFaults faults;
  for (std::uint32_t node = 0; node < node_count(task_); ++node) {
    const DeliveredMemory& memory = results_.memories()[node];
    const NodeSum whose = contributors(node);
    for (std::uint64_t index = 0; index < memory.words.size(); ++index) {
      const std::uint64_t item = own_block ? node * std::uint64_t{task_.packets} + index : index;
      const DueResult due = judge_.result(node, item, results_.stream(node, index));
      const bool is_early = due.cycle != 0 && results_.cycle(node, index) <= due.cycle;
      faults.judge(node, item, memory.writes[index], memory.words[index], due.value, whose, is_early);
    }
  }
  return faults.verdict();
}

}  // namespace testbench
