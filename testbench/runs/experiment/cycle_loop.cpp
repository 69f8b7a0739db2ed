// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/cycle_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/runs/verdict/link_records.hpp"

namespace testbench {
namespace {

// The loop calls poll() after at most this many cycles, and after this many events.
constexpr std::uint64_t kPollInterval = 1024;
constexpr std::uint64_t kMostUnpolled = std::uint64_t{1} << 16;
// A run is stuck after this many idle cycles, plus the lower bound on its time.
constexpr std::uint64_t kPatience = 1000;
// A packet too many would show in these cycles after the last delivery.
constexpr unsigned kAftermath = 4;
// The events of several cycles are kept together if they are so few.
constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 14;

}  // namespace

CycleLoop::CycleLoop(const Task& task, Mesh& mesh, RunJudge& judge, const RunHooks& hooks, const LinkLayer* links)
    : task_(task), mesh_(mesh), judge_(judge), hooks_(hooks), links_(links), is_watched_(judge.is_watched(hooks)) {
  events_.reserve(kPortion + judge.links());
  if (hooks.watch && links != nullptr) wire_checker_.emplace(port_count(task));
}

void CycleLoop::take_wires(unsigned shortest, unsigned longest) {
  if (longest == 0 || is_watched_) return;
  mesh_.delay_messages();
  const std::uint64_t links = router_count(task_) * port_count(task_);
  batch_ = std::clamp<std::uint64_t>(kMostEvents / links, 1, kAftermath + shortest);
}

void CycleLoop::take_parts(Parts& parts, std::function<std::uint64_t()> begin) {
  parts_ = &parts;
  begin_ = std::move(begin);
  barrier_hops_ = barrier_hops(parts.part().operation().network);
}

std::uint64_t CycleLoop::patience() const {
  return lower_bound(task_).value * stretch() + kPatience + (links_ != nullptr ? links_->patience() : 0);
}

std::uint64_t CycleLoop::spent() const {
  if (links_ != nullptr) return std::max(last_delivery_, first_cycle_) - first_cycle_;
  return last_sent_ == 0 ? 0 : last_sent_ - first_cycle_ + 1;
}

void CycleLoop::cut_by_parts() {
  const std::uint64_t cycles = parts_->projected(cycle_ + 1 - first_cycle_);  // with the barrier
  if (cycles - cycles / 8 > hooks_.most_cycles) cut_ = cycles;
}

void CycleLoop::begin_part() {
  parts_->next();
  cycle_ += begin_() + 1;
  last_activity_ = cycle_;
  mesh_.clock(true);
}

bool CycleLoop::finish_part(const std::function<bool()>& all_done) {
  const std::uint64_t due = parts_ != nullptr ? parts_->due(judge_.due()) : judge_.due();
  const std::uint64_t patience = this->patience();
  std::uint64_t since = 0;  // cycles without a move, once all has come
  std::uint64_t seen = last_activity_;
  while (delivered_ < due && cycle_ - last_activity_ < patience && !judge_.has_failed() && !is_cut()) {
    step(patience - (cycle_ - last_activity_));
    since = cycle_ - last_delivery_;
    seen = last_delivery_;
  }
  if (judge_.has_failed() || is_cut()) return false;
  if (delivered_ < due) return true;
  // Prefixes send packets that no result needs. They may still be on their way, each port in its
  // turn. Between two parts nodes find out by a barrier that all are done.
  std::uint64_t quiet = kAftermath + task_.latency +
                        (is_combined(task_) ? std::uint64_t{2} * port_count(task_) * stretch() : 0) +
                        (links_ != nullptr ? links_->aftermath() : 0);
  if (!is_last_part()) quiet = std::max(quiet, kAftermath + barrier_hops_ * stretch());
  for (;;) {
    if (is_combined(task_) && last_activity_ > seen) since = cycle_ - last_activity_ + 1;
    if (since >= quiet || judge_.has_failed()) break;
    seen = last_activity_;
    const std::uint64_t before = cycle_;
    step(quiet - since);
    since += cycle_ - before;
  }
  if (!judge_.has_failed() && links_ != nullptr && links_->is_checked() && all_done && !all_done()) {
    const std::uint64_t begin = cycle_;
    const auto idle = [&] { return cycle_ - std::max(begin, last_activity_); };
    while (idle() < links_->patience()) step(links_->patience() - idle());
  }
  return false;
}

RunReport CycleLoop::run(const std::function<bool()>& all_done) {
  if (hooks_.checkpoints.read) {
    hooks_.checkpoints.read([this](Archive& archive) { serialize(archive); });
    stopwatch_.start();
  } else {
    stopwatch_.start();
    mesh_.clock(true);
  }
  bool stuck = finish_part(all_done);
  while (!stuck && !judge_.has_failed() && !is_last_part()) {
    cut_by_parts();
    if (is_cut()) break;
    begin_part();
    stuck = finish_part(all_done);
  }
  stopwatch_.stop();
  judge_events();
  RunReport found = report();
  // A link with a layer has taken packets that may not have come, and links that combine packets report none missing.
  if (stuck && links_ != nullptr && !judge_.has_failed()) {
    if (const auto fault = judge_.memory_fault()) {
      found.fault = fmt::format("{} of {} {} missing; {}", found.missing, asked_deliveries(task_),
                                is_combined(task_) ? "results" : "deliveries", *fault);
    }
  } else if (stuck && !found.fault) {
    found.fault = judge_.memory_fault();
  }
  if (stuck && found.fault) {
    found.stands_still = true;
    const bool links_may_be_dead = links_ != nullptr && links_->is_checked();
    found.fault =
        fmt::format("nothing has moved for {} cycles{}: {}", patience(),
                    links_may_be_dead ? "" : " (full queues that wait for one another? a larger --queue-depth helps)",
                    *found.fault);
  }
  return found;
}

void CycleLoop::step(std::uint64_t most) {
  const std::uint64_t begin = cycle_;
  const std::size_t first_event = events_.size();
  const std::uint32_t first_sequence = parts_ != nullptr ? parts_->first() : 0;
  const bool has_begun = first_cycle_ != 0;
  counts_.clear();
  for (const std::uint64_t end = cycle_ + std::min(batch_, most); cycle_ != end;) {
    ++cycle_;
    const std::size_t before = events_.size();
    mesh_.append_link_events(first_cycle_ == 0 ? 1 : cycle_ - first_cycle_ + 1, events_);
    if (events_.size() != before && first_cycle_ == 0) first_cycle_ = cycle_;
    for (std::size_t event = before; first_sequence != 0 && event < events_.size(); ++event) {
      events_[event].sequence += first_sequence;
    }
    if (is_watched_) {
      const std::size_t wires_before = wires_.size();
      mesh_.append_wire_events(first_cycle_ == 0 ? 1 : cycle_ - first_cycle_ + 1, wires_);
      if (first_cycle_ == 0) wires_.clear();
      for (std::size_t wire = wires_before; first_sequence != 0 && wire < wires_.size(); ++wire) {
        if (has_packet(wires_[wire].kind)) wires_[wire].packet.sequence += first_sequence;
      }
    }
    judge_.set_cycle(first_cycle_ == 0 ? 0 : cycle_ - first_cycle_ + 1);
    mesh_.clock(false);
    counts_.push_back({events_.size() - before, judge_.deliveries()});
  }
  judge_.add_up(counts_);
  std::uint64_t sent = 0;
  for (std::uint64_t cycle = begin + 1; const CycleCounts& counts : counts_) {
    if (counts.sent != 0) {
      if (sent == 0 && !has_begun) begin_at(cycle, first_event);
      last_activity_ = last_sent_ = cycle;
    }
    if (counts.delivered != delivered_) {
      delivered_ = counts.delivered;
      last_delivery_ = last_activity_ = cycle;
    }
    sent += counts.sent;
    ++cycle;
  }
  unjudged_ += sent;
  unpolled_ += sent;
  const bool is_poll_due =
      unpolled_ >= kMostUnpolled || cycle_ / kPollInterval != begin / kPollInterval || hooks_.checkpoints.in_any_cycle;
  if (!is_poll_due && unjudged_ < kPortion) return;
  stopwatch_.stop();
  if (unjudged_ >= kPortion) judge_events();
  if (is_poll_due) {
    hooks_.poll(static_cast<double>(delivered_) / static_cast<double>(judge_.due()));
    unpolled_ = 0;
    const bool is_under_way = delivered_ < judge_.due();
    if (is_under_way && hooks_.checkpoints.is_due && hooks_.checkpoints.is_due(cycle_)) make_checkpoint();
  }
  stopwatch_.start();
}

// Another rank may have sent before this one. `first_event`: of those that count from the first packet here.
void CycleLoop::begin_at(std::uint64_t cycle, std::size_t first_event) {
  for (std::size_t event = first_event; event < events_.size(); ++event) events_[event].cycle += first_cycle_ - cycle;
  first_cycle_ = cycle;
}

// A run that has failed ends soon.
void CycleLoop::make_checkpoint() {
  judge_events();
  if (judge_.has_failed()) return;
  hooks_.checkpoints.write([this](Archive& archive) { serialize(archive); });
}

void CycleLoop::serialize(Archive& archive) {
  archive.values(cycle_, first_cycle_, last_activity_, last_delivery_, delivered_, unpolled_);
  stopwatch_.serialize(archive);
  mesh_.serialize(archive);
  if (parts_ != nullptr) parts_->serialize(archive);
  judge_.serialize(archive);
}

void CycleLoop::judge_events() {
  const std::span<const LinkEvent> recorded = judge_.recorded(events_);
  if (hooks_.events) hooks_.events(recorded);
  if (is_watched_) {
    const std::span<const WireEvent> wires = judge_.recorded(wires_);
    if (hooks_.watch) hooks_.watch(recorded, wires);
    if (wire_checker_) wire_checker_->observe(recorded, wires);
  }
  judge_.observe(events_);
  judge_.observe_wires(wires_);
  wires_.clear();
  events_.clear();
  unjudged_ = 0;
}

RunReport CycleLoop::report() {
  RunReport report;
  judge_.report(report);
  // With a link layer the last packet is under way for longer than the cycle of its event.
  if (links_ != nullptr && last_delivery_ > first_cycle_) report.cycles = last_delivery_ - first_cycle_;
  report.total_cycles = last_delivery_;
  if (is_cut()) {
    report.is_cut = true;
    report.cycles = std::max(cut_, spent());
    report.fault = fmt::format("takes more than {} cycles", hooks_.most_cycles);
  }
  report.seconds = stopwatch_.seconds();
  report.missing = judge_.missing();
  if (is_watched_ && links_ != nullptr && !report.fault) {
    const bool all_needed = report.missing == 0 && !is_combined(task_) && task_.trees == 1;
    report.fault = judge_.agreed(wire_checker_ ? wire_checker_->finish(all_needed) : std::nullopt);
  }
  report.node_cycles = (cycle_ + 1) * judge_.nodes();
  return report;
}

}  // namespace testbench
