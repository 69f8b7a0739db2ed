// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/divided_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>
#include <utility>

#include "testbench/checker/link_judge.hpp"

namespace testbench {
namespace {

// The order of events in a run of one rank, and one for wrong events.
auto order_of(const LinkEvent& event) {
  return std::tuple(event.cycle, event.node, event.port, event.source, event.destination, event.sequence);
}

// The values from all ranks, one rank behind the other.
template <class T, class Vector>
Vector values_of(std::span<const Bytes> from) {
  Vector values;
  for (const Bytes& bytes : from) {
    const std::size_t before = values.size();
    values.resize(before + bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(values.data() + before), bytes.data(), bytes.size());
  }
  return values;
}

bool is_before(const LinkEvent& one, const LinkEvent& other) {
  if (one.cycle != other.cycle) return one.cycle < other.cycle;
  if (one.node != other.node) return one.node < other.node;
  return order_of(one) < order_of(other);
}

void put_in_order(LinkEvents& events) {
  if (!std::ranges::is_sorted(events, is_before)) std::ranges::sort(events, is_before);
}

// The events that the ranks have for this one, in order.
LinkEvents exchanged(Ranks& ranks, const std::vector<Bytes>& to) {
  std::vector<LinkEvents> parts;
  for (const Bytes& of_rank : ranks.exchange(to)) {
    put_in_order(parts.emplace_back(values_of<LinkEvent, LinkEvents>({&of_rank, 1})));
  }
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (std::size_t i = 0; 2 * i + 1 < parts.size(); ++i) {
      const LinkEvents& one = parts[2 * i];
      const LinkEvents& other = parts[2 * i + 1];
      LinkEvents both(one.size() + other.size());
      std::ranges::merge(one, other, both.begin(), is_before);
      parts[i] = std::move(both);
    }
    if (parts.size() % 2 == 1) parts[parts.size() / 2] = std::move(parts.back());
  }
  return std::move(parts.front());
}

// Rank 0 gets the events of all.
LinkEvents at_first_rank(Ranks& ranks, const LinkEvents& events) {
  std::vector<Bytes> to(ranks.count());
  append_all(to[0], std::span<const LinkEvent>(events));
  return exchanged(ranks, to);
}

// Packets are dealt out by number in ranges of the same size, as far as possible.
struct PacketRanges {
  std::uint64_t packets;
  unsigned ranks;

  std::uint64_t first_of(unsigned rank) const { return divide_up(packets * rank, ranks); }
  // Any rank, for numbers that no packet has.
  unsigned rank_of(std::uint64_t number) const {
    return number < packets ? static_cast<unsigned>(number * ranks / packets) : 0;
  }
};

bool comes_before(const FirstLinkFault& one, const FirstLinkFault& other) {
  return std::pair(order_of(one.event), one.kind) < std::pair(order_of(other.event), other.kind);
}

}  // namespace

DividedJudge::DividedJudge(const Task& task, NodeMemory& memory, const RunOptions& options, unsigned threads,
                           Division& division)
    : task_(task),
      due_(expected_deliveries(task)),
      memory_(memory),
      division_(division),
      packets_of_all_(packet_numbers(of_copies(task))) {
  std::uint64_t recording[] = {options.trace != nullptr || options.events ? 1u : 0u};
  division.ranks.sum(recording);
  records_ = recording[0] != 0;
  if (is_combined(task)) {
    if (is_first()) combined_ = std::make_unique<WholeJudge>(task, memory, options, threads);
    return;
  }
  const Task copies = of_copies(task);
  const PacketRanges ranges{packets_of_all_, division.ranks.count()};
  const std::uint64_t first = ranges.first_of(division.ranks.rank());
  const std::uint64_t end = ranges.first_of(division.ranks.rank() + 1);
  if (task.ports == PortModel::kAll || is_first()) {
    links_ = std::make_unique<LinkChecker>(copies, threads, JudgedPart{true, false});
  }
  packets_ = std::make_unique<LinkChecker>(copies, threads, JudgedPart{false, true, first, end});
  if (options.latency) latency_.emplace(copies, first, end);
  if (options.link_load) link_load_.emplace(static_cast<std::uint32_t>(node_count(task)), port_count(task));
}

std::uint64_t DividedJudge::sent_by_all(std::uint64_t sent_here) {
  std::uint64_t numbers[] = {sent_here, memory_.deliveries()};
  division_.ranks.sum(numbers);
  deliveries_ = numbers[1];
  return numbers[0];
}

std::span<const LinkEvent> DividedJudge::recorded(const LinkEvents& events) {
  if (!records_) return {};
  gathered_ = at_first_rank(division_.ranks, events);
  return gathered_;
}

// The events of all at rank 0, where recorded() has not brought them there already.
LinkEvents& DividedJudge::gathered(const LinkEvents& events) {
  if (!records_) gathered_ = at_first_rank(division_.ranks, events);
  return gathered_;
}

void DividedJudge::observe(LinkEvents& events) {
  if (is_combined(task_)) {
    observe_combined(events);
  } else {
    observe_moving(events);
  }
}

void DividedJudge::observe_combined(const LinkEvents& events) {
  LinkEvents& all = gathered(events);
  std::vector<Bytes> to(division_.ranks.count());
  const std::vector<LoggedResult> results = memory_.combined()->take_log();
  // Rank 0 has its own already.
  if (!is_first()) append_all(to[0], std::span<const LoggedResult>(results));
  const std::vector<Bytes> from = division_.ranks.exchange(to);
  std::uint64_t failed[] = {0};
  if (is_first()) {
    memory_.combined()->deliver(values_of<LoggedResult, std::vector<LoggedResult>>(from));
    combined_->observe(all);
    failed[0] = combined_->has_failed() ? 1 : 0;
  }
  division_.ranks.sum(failed);
  if (failed[0] != 0) fault_ = "rank 0 has found a fault";  // report() has its words
}

void DividedJudge::observe_moving(LinkEvents& events) {
  if (task_.trees > 1) {
    for (LinkEvent& event : events) event.sequence += event.tree * task_.packets;
  }
  if (fault_) return;
  put_in_order(events);
  Ranks& ranks = division_.ranks;
  const PacketRanges ranges{packets_of_all_, ranks.count()};
  std::vector<Bytes> to(ranks.count());
  for (Bytes& bytes : to) bytes.reserve(2 * events.size() * sizeof(LinkEvent) / ranks.count());
  for (const LinkEvent& event : events) append(to[ranges.rank_of(packets_->ledger().packet_of(event))], event);
  const LinkEvents mine = exchanged(ranks, to);
  packets_->observe(mine);
  if (task_.ports == PortModel::kAll) {
    links_->observe(events);
  } else {
    const LinkEvents& all = gathered(events);
    if (links_) links_->observe(all);
  }
  agree_on_fault(events);
  if (latency_) latency_->observe(mine);
  if (link_load_) link_load_->observe(events);
}

// `events`: of this rank's nodes, in order.
void DividedJudge::agree_on_fault(std::span<const LinkEvent> events) {
  std::optional<FirstLinkFault> first;
  const auto meet = [&](const FirstLinkFault& found) {
    if (!first || comes_before(found, *first)) first = found;
  };
  for (const LinkChecker* const checker : {links_.get(), packets_.get()}) {
    if (checker == nullptr) continue;
    if (const std::optional<FirstLinkFault>& found = checker->first_fault()) meet(*found);
  }
  Bytes bytes;
  if (first) {
    append(bytes, first->event);
    append(bytes, first->kind);
    append_text(bytes, first->text);
  }
  for (const Bytes& other : division_.ranks.exchange(std::vector<Bytes>(division_.ranks.count(), bytes))) {
    std::span<const std::byte> left = other;
    if (left.empty()) continue;
    const auto event = take<LinkEvent>(left);
    const auto kind = take<unsigned>(left);
    meet({event, kind, text_of(left)});
  }
  if (!first) {
    transmissions_ += events.size();
    if (!events.empty()) cycles_ = events.back().cycle;
    return;
  }
  fault_ = first->text;
  const LinkEvent wrong = first->event;
  cycles_ = wrong.cycle;
  const auto comes_earlier = [&](const LinkEvent& event) { return is_before(event, wrong); };
  const auto is_same = [&](const LinkEvent& event) { return order_of(event) == order_of(wrong); };
  transmissions_ += static_cast<std::uint64_t>(std::ranges::count_if(events, comes_earlier));
  // The second packet of a link in a cycle may be the same as the first.
  const bool is_second = first->kind == static_cast<unsigned>(LinkFault::Kind::kLink);
  if (is_second && std::ranges::count_if(events, is_same) > 1) ++transmissions_;
}

std::optional<std::string> DividedJudge::missing_fault() {
  std::uint64_t arrived[] = {packets_->deliveries()};
  division_.ranks.sum(arrived);
  if (arrived[0] == due_) return std::nullopt;
  Bytes lines;
  for (const std::string& line : packets_->ledger().missing_words()) append_text(lines, line + '\n');
  std::vector<std::string> words;
  for (const Bytes& of_rank : division_.ranks.exchange(std::vector<Bytes>(division_.ranks.count(), lines))) {
    std::istringstream text(text_of(of_rank));
    for (std::string line; words.size() < LinkLedger::kMostNamed && std::getline(text, line);) words.push_back(line);
  }
  const Task copies = of_copies(task_);
  return LinkLedger::missing_fault(copies, expected_deliveries(copies) - arrived[0], words);
}

void DividedJudge::keep(Archive& archive) {
  archive.values(deliveries_, cycles_, transmissions_);
  if (combined_) return combined_->keep(archive);  // with the memories
  memory_.keep(archive);
  if (links_) links_->keep(archive);
  if (packets_) packets_->keep(archive);
  if (latency_) latency_->keep(archive);
  if (link_load_) link_load_->keep(archive);
}

void DividedJudge::report(RunReport& report) {
  Ranks& ranks = division_.ranks;
  if (is_combined(task_)) {
    if (is_first()) combined_->report(report);
    std::optional<PlacedText> fault;
    if (report.fault) fault = PlacedText{0, *report.fault};
    fault = first_of(ranks, fault);
    if (fault) report.fault = fault->text;
    std::uint64_t numbers[] = {report.cycles, report.transmissions};
    ranks.sum(numbers);
    report.cycles = numbers[0];
    report.transmissions = numbers[1];
    return;
  }
  std::uint64_t sum[] = {transmissions_};
  ranks.sum(sum);
  std::uint64_t most[] = {cycles_};
  ranks.most(most);
  report.transmissions = sum[0];
  report.cycles = most[0];
  report.fault = fault_;
  if (task_.trees == 1 && !fault_) report.fault = missing_fault();
  if (latency_) {
    std::uint64_t size[] = {latency_->histogram().deliveries().size()};
    ranks.most(size);
    std::vector<std::uint64_t> deliveries = latency_->histogram().deliveries();
    deliveries.resize(size[0]);
    ranks.sum(deliveries);
    LatencyHistogram all;
    all.set(std::move(deliveries));
    report.latency = all.summary();
  }
  if (link_load_) ranks.sum(link_load_->packets());
  report.link_load = link_load_;
}

std::optional<std::string> DividedJudge::memory_fault() {
  Ranks& ranks = division_.ranks;
  std::uint64_t strays[] = {memory_.strays()};
  ranks.sum(strays);
  std::optional<std::string> fault;
  if (is_combined(task_)) {
    std::optional<PlacedText> found;
    if (is_first()) {
      if (auto words = memory_.combined()->finish()) found = PlacedText{0, *words};
    }
    found = first_of(ranks, found);
    if (found) fault = found->text;
  } else {
    Bytes bytes;
    append(bytes, memory_.delivery_faults());
    DeliveryFaults all;
    for (const Bytes& of_rank : ranks.exchange(std::vector<Bytes>(ranks.count(), bytes))) {
      std::span<const std::byte> left = of_rank;
      all.add(take<DeliveryFaults>(left));
    }
    fault = all.verdict();
  }
  if (!fault && strays[0] != 0) {
    fault = fmt::format("{} packets were delivered to nodes that have no place for them", strays[0]);
  }
  return fault;
}

}  // namespace testbench
