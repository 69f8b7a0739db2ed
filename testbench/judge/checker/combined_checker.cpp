// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/combined_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace testbench {

void ResultFaults::judge(const Result& result) {
  const Kind kind = result.writes == 0                        ? kMissing
                    : result.writes > 1                       ? kDoubled
                    : result.due.nodes != result.contributors ? kIncomplete
                    : result.held != result.due.word          ? kAltered
                    : result.is_early                         ? kEarly
                                                              : kRight;
  if (kind == kRight) return;
  if (kind != kMissing || !result.fills) ++numbers_[kind];
  name({result, kind});
}

void ResultFaults::add(const ResultFaults& others) {
  for (std::size_t kind = 0; kind < numbers_.size(); ++kind) numbers_[kind] += others.numbers_[kind];
  if (others.first_) name(*others.first_);
}

void ResultFaults::name(const Named& named) {
  const auto place = [](const Result& result) { return std::tuple(result.fills, result.node, result.item); };
  if (!first_ || place(named.result) < place(first_->result)) first_ = named;
}

std::optional<std::string> ResultFaults::verdict() const {
  if (!first_) return std::nullopt;
  static constexpr const char* kKinds[] = {"missing", "written more than once", "made of the wrong contributions",
                                           "altered", "there before all that it is made of had come"};
  const Result& result = first_->result;
  return fmt::format(
      "node {}, item {}{}: {} (holds {:#018x}, expected {:#018x}, writes {}; contributions {} of {}); in all {} "
      "missing, "
      "{} written more than once, {} of wrong contributions, {} altered, {} early",
      result.node, result.item, result.fills ? ", which fills a block" : "", kKinds[first_->kind], result.held,
      result.due.word, result.writes, result.due.nodes.count(), result.contributors.count(), numbers_[kMissing],
      numbers_[kDoubled], numbers_[kIncomplete], numbers_[kAltered], numbers_[kEarly]);
}

CombinedChecker::CombinedChecker(const Task& task, Contributions contributions, const NodeShare* share)
    : task_(task),
      contributions_(std::move(contributions)),
      results_(task, share),
      packets_(task_, contributions_, results_, share) {
}

std::uint64_t CombinedChecker::memory_bytes(const Task& task) {
  return plus(plus(CombinedPackets::memory_bytes(task), DeliveredResults::memory_bytes(task)),
              times(end_count(task) + 1, sizeof(NodeSum)));
}

std::optional<std::string> CombinedChecker::finish() const {
  if (const auto& fault = packets_.fault()) return fault->text;
  return result_faults().verdict();
}

ResultFaults CombinedChecker::result_faults() const {
  const DueContributors contributors(task_);
  const bool own_block = is_by_receiver(task_);
  ResultFaults faults;
  for (std::uint32_t node = 0; node < end_count(task_); ++node) {
    const DeliveredMemory& memory = results_.memories()[node];
    const NodeSum whose = contributors(node);
    for (std::uint64_t index = 0; index < memory.words.size(); ++index) {
      const std::uint64_t item = own_block ? node * std::uint64_t{task_.packets} + index : index;
      const DueResult due = packets_.result(node, item, results_.stream(node, index));
      const bool is_early = due.cycle != 0 && results_.cycle(node, index) <= due.cycle;
      faults.judge(
          {node, item, memory.writes[index], memory.words[index], due.value, whose, is_early, is_filling(task_, item)});
    }
  }
  return faults;
}

std::uint64_t CombinedChecker::missing() const {
  std::uint64_t missing = 0;
  for (const DeliveredMemory& memory : results_.memories()) {
    const std::size_t asked =
        task_.asked != 0 ? std::min<std::size_t>(task_.asked, memory.writes.size()) : memory.writes.size();
    missing += static_cast<std::uint64_t>(std::ranges::count(std::span(memory.writes).first(asked), 0));
  }
  return missing;
}

}  // namespace testbench
