// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/verdict/divided_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>
#include <utility>

#include "testbench/runs/verdict/exchanged_events.hpp"

namespace testbench {
namespace {

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

}  // namespace

DividedJudge::DividedJudge(const Task& task, NodeMemory& memory, const MeshSetting& setting, const RunHooks& hooks,
                           Division& division)
    : task_(task),
      due_(expected_deliveries(task)),
      memory_(memory),
      division_(division),
      packets_of_all_(packet_numbers(of_copies(task))),
      links_(of_copies(task), setting.threads, JudgedPart{true, is_combined(task), &division.share}) {
  std::uint64_t recording[] = {hooks.events || hooks.watch ? 1u : 0u};
  division.ranks.sum(recording);
  records_ = recording[0] != 0;
  if (setting.link_load) link_load_.emplace(static_cast<std::uint32_t>(router_count(task)), port_count(task));
  if (is_combined(task)) {
    combining_ = std::make_unique<DividedCombining>(memory.combined()->packets(), task, division);
    return;
  }
  const Task copies = of_copies(task);
  const PacketRanges ranges{packets_of_all_, division.ranks.count()};
  const std::uint64_t first = ranges.first_of(division.ranks.rank());
  const std::uint64_t end = ranges.first_of(division.ranks.rank() + 1);
  packets_ = std::make_unique<LinkChecker>(copies, setting.threads, JudgedPart{false, true, nullptr, first, end});
  if (setting.latency) latency_.emplace(copies, setting, first, end);
}

void DividedJudge::add_up(std::span<CycleCounts> cycles) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(2 * cycles.size());
  for (const CycleCounts& cycle : cycles) numbers.insert(numbers.end(), {cycle.sent, cycle.delivered});
  division_.ranks.sum(numbers);
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = {numbers[2 * i], numbers[2 * i + 1]};
  deliveries_ = cycles.back().delivered;
}

std::uint64_t DividedJudge::missing() {
  if (task_.asked == 0) return due_ - std::min(deliveries_, due_);
  std::uint64_t missing[] = {memory_.combined()->missing()};
  division_.ranks.sum(missing);
  return missing[0];
}

std::span<const LinkEvent> DividedJudge::recorded(const LinkEvents& events) {
  if (!records_) return {};
  std::vector<Bytes> to(division_.ranks.count());
  append_all(to[0], std::span<const LinkEvent>(events));
  recorded_ = exchanged(division_.ranks, to);
  return recorded_;
}

std::span<const WireEvent> DividedJudge::recorded(const WireEvents& wires) {
  if (!records_) return {};
  std::vector<Bytes> to(division_.ranks.count());
  append_all(to[0], std::span<const WireEvent>(wires));
  recorded_wires_.clear();
  // The rank of the sender tells of frames, and that of the receiver of stops, which come last.
  const auto place = [](const WireEvent& event) {
    return std::tuple(event.packet.cycle, event.packet.node, event.packet.port, event.kind == WireEventKind::kStopped);
  };
  for (const Bytes& of_rank : division_.ranks.exchange(to)) {
    WireEvents part, all;
    for (std::span<const std::byte> left = of_rank; !left.empty();) part.push_back(take<WireEvent>(left));
    std::ranges::merge(recorded_wires_, part, std::back_inserter(all), {}, place, place);
    recorded_wires_ = std::move(all);
  }
  return recorded_wires_;
}

// The events of this rank's nodes, in order, and those of others that lead to them.
LinkEvents DividedJudge::with_those_that_enter(const LinkEvents& events) {
  const EdgeTable& edges = links_.ledger().edges;
  const NodeShare& share = division_.share;
  std::vector<Bytes> to(division_.ranks.count());
  for (const LinkEvent& event : events) {
    if (event.port >= edges.ports()) continue;
    const std::uint32_t receiver = edges.receiver(event.node, event.port);
    if (!share.has(receiver)) append(to[share.rank_of(receiver)], event);
  }
  const LinkEvents entering = exchanged(division_.ranks, to);
  LinkEvents all(events.size() + entering.size());
  std::ranges::merge(events, entering, all.begin(), is_before);
  return all;
}

// The events of packets that are judged here by number, from all ranks.
LinkEvents DividedJudge::of_my_packets(const LinkEvents& events) {
  Ranks& ranks = division_.ranks;
  const PacketRanges ranges{packets_of_all_, ranks.count()};
  std::vector<Bytes> to(ranks.count());
  for (Bytes& bytes : to) bytes.reserve(2 * events.size() * sizeof(LinkEvent) / ranks.count());
  for (const LinkEvent& event : events) append(to[ranges.rank_of(packets_->ledger().packet_of(event))], event);
  return exchanged(ranks, to);
}

void DividedJudge::observe(LinkEvents& events) {
  if (task_.trees > 1) {
    for (LinkEvent& event : events) event.sequence += event.tree * task_.packets;
  }
  if (fault_) return;
  put_in_order(events);
  if (task_.ports == PortModel::kAll) {
    links_.observe(events);
  } else {
    links_.observe(with_those_that_enter(events));
  }
  if (packets_) {
    const LinkEvents mine = of_my_packets(events);
    packets_->observe(mine);
    if (latency_) latency_->observe(mine);
  }
  agree_on_fault(events);
  if (combining_ && !fault_) combining_->observe(events);
  if (link_load_) link_load_->observe(events);
}

// `events`: of this rank's nodes, in order.
void DividedJudge::agree_on_fault(std::span<const LinkEvent> events) {
  std::optional<FirstLinkFault> mine = links_.first_fault();
  if (packets_) {
    const std::optional<FirstLinkFault> other = packets_->first_fault();
    if (other && (!mine || comes_before(*other, *mine))) mine = other;
  }
  const std::optional<FirstLinkFault> first = first_of(division_.ranks, mine);
  if (!first) {
    transmissions_ += events.size();
    if (!events.empty()) cycles_ = events.back().cycle;
    return;
  }
  fault_ = first->text;
  cycles_ = first->event.cycle;
  const auto comes_earlier = [&](const LinkEvent& event) { return is_before(event, first->event); };
  transmissions_ += static_cast<std::uint64_t>(std::ranges::count_if(events, comes_earlier));
  if (division_.share.has(first->event.node)) transmissions_ += first->copies;
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

void DividedJudge::serialize(Archive& archive) {
  archive.values(deliveries_, cycles_, transmissions_);
  memory_.serialize(archive);
  links_.serialize(archive);
  if (packets_) packets_->serialize(archive);
  if (latency_) latency_->serialize(archive);
  if (link_load_) link_load_->serialize(archive);
}

void DividedJudge::report(RunReport& report) {
  Ranks& ranks = division_.ranks;
  std::uint64_t sum[] = {transmissions_};
  ranks.sum(sum);
  std::uint64_t most[] = {cycles_};
  ranks.most(most);
  report.transmissions = sum[0];
  report.cycles = most[0];
  report.fault = fault_;
  if (packets_ && task_.trees == 1 && !fault_) report.fault = missing_fault();
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

std::optional<std::string> DividedJudge::agreed(std::optional<std::string> found) {
  std::optional<PlacedText> mine;
  if (found) mine = PlacedText{division_.ranks.rank(), *std::move(found)};
  const std::optional<PlacedText> first = first_of(division_.ranks, mine);
  return first ? std::optional(first->text) : std::nullopt;
}

std::optional<std::string> DividedJudge::memory_fault() {
  Ranks& ranks = division_.ranks;
  std::uint64_t strays[] = {memory_.strays()};
  ranks.sum(strays);
  const auto add = [](auto& all, const auto& others) { all.add(others); };
  std::optional<std::string> fault;
  if (packets_) {
    fault = sum_of(ranks, memory_.delivery_faults(), add).verdict();
  } else if (const std::optional<FirstLinkFault> first = combining_->first_fault()) {
    fault = first->text;
  } else {
    fault = sum_of(ranks, memory_.combined()->result_faults(), add).verdict();
  }
  if (!fault && strays[0] != 0) {
    fault = fmt::format("{} packets were delivered to nodes that have no place for them", strays[0]);
  }
  return fault;
}

}  // namespace testbench
