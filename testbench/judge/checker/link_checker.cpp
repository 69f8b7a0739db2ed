// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/link_checker.hpp"

#include <algorithm>

#include "testbench/judge/checker/link_judge.hpp"
#include "testbench/judge/checker/link_ledger.hpp"

namespace testbench {
namespace {

// No more than there are nodes, since small cubes have little to judge.
unsigned most_judges(const Task& task, unsigned threads) {
  return static_cast<unsigned>(std::min<std::uint64_t>(threads, end_count(task)));
}

const LinkFault* first_of_judges(std::span<const LinkJudge> judges) {
  const LinkFault* first = nullptr;
  for (const LinkJudge& judge : judges) {
    const std::optional<LinkFault>& found = judge.fault();
    if (found && (first == nullptr || found->comes_before(*first))) first = &*found;
  }
  return first;
}

// A link that carries a packet twice in a cycle has two events that are alike, one behind the other.
std::uint64_t copies_before(std::span<const LinkEvent> events, std::size_t event) {
  std::uint64_t copies = 0;
  while (copies < event && order_of(events[event - copies - 1]) == order_of(events[event])) ++copies;
  return copies;
}

}  // namespace

std::uint64_t LinkChecker::memory_bytes(const Task& task) {
  if (find_fault(task)) return 0;
  // Arrivals of one cycle: at most one per link.
  const std::uint64_t arrivals =
      is_combined(task) || is_unicast(task) ? 0 : router_count(task) * port_count(task) * sizeof(std::uint64_t);
  return plus(LinkLedger::memory_bytes(task), arrivals);
}

LinkChecker::LinkChecker(const Task& task, unsigned threads) : LinkChecker(task, threads, JudgedPart{}) {
}

LinkChecker::LinkChecker(const Task& task, unsigned threads, const JudgedPart& part)
    : fault_(find_fault(task)), workers_(Workers::shared(fault_ ? 1 : most_judges(task, threads))) {
  if (fault_) return;
  ledger_ = std::make_unique<LinkLedger>(task, part);
  judges_.reserve(workers_->count());
  for (unsigned judge = 0; judge < workers_->count(); ++judge) judges_.emplace_back(*ledger_, judge, workers_->count());
}

LinkChecker::~LinkChecker() = default;
LinkChecker::LinkChecker(LinkChecker&&) noexcept = default;
LinkChecker& LinkChecker::operator=(LinkChecker&&) noexcept = default;

void LinkChecker::observe(std::span<const LinkEvent> events) {
  if (fault_) return;
  workers_->run([&](unsigned worker) { judges_[worker].observe(events); });
  cycle_ = judges_.front().cycle();
  if (const LinkFault* const fault = first_of_judges(judges_)) {
    fault_ = fault->text;
    first_ = {events[fault->event], copies_before(events, fault->event), static_cast<unsigned>(fault->kind),
              fault->text};
    transmissions_ += fault->event;
    cycle_ = events[fault->event].cycle;
  } else {
    transmissions_ += events.size();
  }
}

std::optional<std::string> LinkChecker::finish() const {
  if (fault_ || is_combined(ledger_->task)) return fault_;
  const std::uint64_t missing = expected_deliveries(ledger_->task) - deliveries();
  if (missing == 0) return std::nullopt;
  return LinkLedger::missing_fault(ledger_->task, missing, ledger_->missing_words());
}

void LinkChecker::serialize(Archive& archive) {
  archive.values(cycle_, transmissions_);
  ledger_->serialize(archive);
  for (LinkJudge& judge : judges_) judge.serialize(archive);
}

std::uint64_t LinkChecker::deliveries() const {
  std::uint64_t deliveries = 0;
  for (const LinkJudge& judge : judges_) deliveries += judge.deliveries();
  return deliveries;
}

}  // namespace testbench
