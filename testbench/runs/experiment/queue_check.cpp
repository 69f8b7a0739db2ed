// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/queue_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "firmware/networks/node_kind.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/runs/experiment/link_graph.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/settled_queues.hpp"

namespace testbench {
namespace {

// Whether memories or wires make packets come at other times.
bool is_random(const MeshSetting& setting) {
  return setting.stall_probability > 0 || setting.links || setting.latencies;
}

}  // namespace

QueueCheck::QueueCheck(const Experiment& experiment, const CoupledLinks& links, std::function<bool()> interrupted)
    : experiment_(experiment),
      links_(links),
      interrupted_(std::move(interrupted)),
      varies_(is_random(experiment.setting()) || experiment.setting().epochs) {
}

void QueueCheck::assume_one_start() {
  varies_ = is_random(experiment_.setting());
}

// Packets that are combined keep their order, those of the next collective behind. So the theorem of coupled_links.hpp holds
// beside a run in which each collective begins when all are done with the one before.
void QueueCheck::assume_overlap() {
  if (!is_combined(experiment_.task())) links_.most_in_cycle = times(links_.most_in_cycle, 2);
}

// By the analysis without a run.
bool QueueCheck::can_deadlock(std::size_t depth) const {
  const unsigned stop_cycles = experiment_.operation().stop_cycles();
  if (!is_combined(experiment_.task())) return can_wait_in_cycle(links_, depth, stop_cycles);
  if (!can_fill(links_, depth, stop_cycles)) return false;
  return links_.is_cyclic || links_.passages > kMostHops ||
         !settles(experiment_.operation(), depth - network::stop_latency(stop_cycles));
}

std::size_t QueueCheck::enough_depth() const {
  const unsigned stop_cycles = experiment_.operation().stop_cycles();
  const std::size_t most = depth_of_a_run();
  std::size_t depth = is_combined(experiment_.task()) ? queue_depth_for(1, stop_cycles) : most;
  while (depth < most && can_deadlock(depth)) depth *= 2;
  return std::min(depth, most);
}

std::size_t QueueCheck::depth_of_a_run() const {
  const unsigned stop_cycles = experiment_.operation().stop_cycles();
  if (varies_ && links_.is_cyclic) {
    return is_combined(experiment_.task()) ? safe_queue_depth(links_, stop_cycles)
                                           : queue_depth_for(links_.most_in_cycle, stop_cycles);
  }
  // Where a queue says stop, or its wires take fewer cycles, what is on the way to it in that run is in the queue.
  const unsigned under_way = varies_ ? experiment_.operation().hop_cycles : experiment_.operation().link_latency;
  return queue_depth_for(deepest_queue(experiment_.operation(), interrupted_) + under_way, stop_cycles);
}

// The native engine takes the same cycles as any other.
RunReport QueueCheck::report_of(const Parts& parts) const {
  RunHooks silent;
  silent.interrupted = interrupted_;
  return Run(experiment_.on_native_engine()).execute_in(parts, silent);
}

std::optional<Parts> QueueCheck::in_parts_of(std::uint32_t units) const {
  const std::uint32_t unit = packets_of_unit(experiment_.operation());
  const std::uint32_t rest = units_of(experiment_.operation()) % units;
  std::optional<Experiment> part = experiment_.with_packets(units * unit);
  std::optional<Experiment> last;
  if (rest != 0) last = experiment_.with_packets(rest * unit);
  if (!part || (rest != 0 && !last)) return std::nullopt;
  return Parts(experiment_, units, *std::move(part), std::move(last));
}

bool QueueCheck::is_safe(const Parts& parts, std::size_t depth) const {
  bool is_safe = true;
  parts.each([&](const Experiment& part) {
    if (!is_safe) return;
    QueueCheck check(part, couple_links(part), interrupted_);
    check.varies_ = varies_;
    is_safe = check.is_enough(depth);
  });
  return is_safe;
}

std::vector<std::uint32_t> QueueCheck::sizes(bool may_load) const {
  const std::uint32_t all = units_of(experiment_.operation());
  std::vector<std::uint32_t> found;
  for (std::uint64_t count = all; count > 1;) {
    const std::uint64_t units = collectives::divide_up(all, count);
    if (may_load || all % units == 0) found.push_back(static_cast<std::uint32_t>(units));
    count = std::min(count - 1, collectives::divide_up(all, units + 1));
  }
  return found;
}

// More packets load every queue more, but for some cases in which they come on other trees. So the search may miss the
// longest, and all that it looks at are checked.
template <class Holds>
std::optional<Parts> QueueCheck::longest(bool may_load, Holds holds) const {
  const std::vector<std::uint32_t> tried = sizes(may_load);
  std::optional<Parts> found;
  std::size_t first = 0;
  for (std::size_t end = tried.size(); first < end;) {
    const std::size_t middle = found ? first + (end - first) / 2 : 0;
    std::optional<Parts> parts = in_parts_of(tried[middle]);
    if (parts && holds(*parts)) {
      found = std::move(parts);
      first = middle + 1;
    } else if (!found) {
      break;
    } else {
      end = middle;
    }
  }
  return found;
}

std::optional<Parts> QueueCheck::safe_parts(std::size_t depth, bool may_load) const {
  return longest(may_load, [&](const Parts& parts) { return is_safe(parts, depth); });
}

template <class Holds>
Parts QueueCheck::without_load(Parts parts, Holds holds) const {
  if (!parts.has_rest() || links_.passages > kMostHops) return parts;
  std::uint32_t units = parts.units();
  while (units_of(experiment_.operation()) % units != 0) --units;
  std::optional<Parts> even = in_parts_of(units);
  if (!even || !holds(*even)) return parts;
  const RunReport report = report_of(*even);
  return report.fault || report.cycles >= report_of(parts).cycles ? std::move(parts) : *std::move(even);
}

bool QueueCheck::has_other_order(const Experiment& other) const {
  const auto writes = [](const Experiment& experiment, Address node) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    const auto image = register_image(experiment.operation(), node);
    for (const node::RegisterWrite& write : image.writes()) {
      found.emplace_back(write.address, write.value);
    }
    return found;
  };
  const collectives::Operation& operation = experiment_.operation();
  for (const Address node : network::addresses(operation.plan == nullptr ? 1 : operation.network.nodes())) {
    if (writes(experiment_, node) != writes(other, node)) return true;
  }
  return false;
}

// Without stalls only packets in transit can go first where the whole does not end. With them nothing is proved of that
// order, but for packets that are combined: the theorem of coupled_links.hpp holds for any.
std::optional<Parts> QueueCheck::parts_in_some_order(bool may_load) const {
  const bool combined = is_combined(experiment_.task());
  const Experiment experiment = experiment_.with_transit_first();
  QueueCheck other(experiment, couple_links(experiment), interrupted_);
  other.varies_ = varies_;
  const bool tries_other = combined ? has_other_order(experiment) : !varies_;
  std::optional<Parts> best;
  for (const QueueCheck* const check : std::initializer_list<const QueueCheck*>{&other, this}) {
    if (check == &other ? !tries_other : !combined && tries_other) continue;
    const auto holds = [&](const Parts& parts) {
      return varies_ ? is_safe(parts, experiment_.queue_depth()) : ends(parts);
    };
    Parts whole(check->experiment_);
    if (check == &other && holds(whole)) return whole;
    std::optional<Parts> found = check->longest(may_load, holds);
    if (found) found = check->without_load(*std::move(found), holds);
    if (found && (!best || found->count() <= best->count())) best = std::move(found);
  }
  return best;
}

// Packets that are combined may go in another order. Nodes of one port lose whole windows where a queue says stop: parts of
// half as many packets more are tried as long as they take fewer cycles than the parts before.
Parts QueueCheck::faster(Parts best, bool may_load) const {
  const collectives::Operation& operation = experiment_.operation();
  const bool combined = is_combined(experiment_.task());
  if ((!combined && !collectives::needs_gate(operation)) || !experiment_.setting().wires.broken.empty() ||
      !can_fill(links_, experiment_.queue_depth(), operation.stop_cycles())) {
    return best;
  }
  const std::uint64_t bound = lower_bound(experiment_.task()).value;
  std::uint64_t least = report_of(best).cycles;
  if (least <= bound + bound / 4) return best;
  if (combined && !best.totals()) {
    const Experiment experiment = experiment_.with_transit_first();
    Parts other(experiment);
    if (has_other_order(experiment) && (!varies_ || is_safe(other, experiment_.queue_depth()))) {
      const RunReport report = report_of(other);
      if (!report.fault && report.cycles < least) {
        least = report.cycles;
        best = std::move(other);
        best.enough_depth = enough_depth();
      }
    }
  }
  if (!collectives::needs_gate(operation)) return best;
  const std::uint32_t all = units_of(operation);
  const std::uint32_t longest = best.units();
  std::uint64_t shorter = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t units = 1; units < longest; units += (units + 1) / 2) {
    std::optional<Parts> parts = may_load || all % units == 0 ? in_parts_of(units) : std::nullopt;
    if (!parts || (varies_ && !is_safe(*parts, experiment_.queue_depth()))) continue;
    const RunReport report = report_of(*parts);
    if (report.fault) continue;
    if (report.cycles >= shorter) break;
    shorter = report.cycles;
    if (report.cycles >= least) continue;
    least = report.cycles;
    best = *std::move(parts);
    best.enough_depth = enough_depth();
  }
  return best;
}

Parts QueueCheck::parts(bool may_load) const {
  Parts whole(experiment_);
  const std::size_t depth = experiment_.queue_depth();
  if (depth == 0) return whole;
  if (!can_deadlock(depth)) return faster(whole, may_load);
  // Packets may be missing because a link has failed.
  const bool may_fail = !experiment_.setting().wires.broken.empty();
  if (may_fail && network::kind_of(experiment_.operation().network).may_block && !is_combined(experiment_.task())) {
    return whole;
  }
  if (!varies_ && !may_fail && ends(whole)) return faster(whole, may_load);
  const std::size_t enough = enough_depth();
  if (enough <= depth) return whole;
  if (may_fail) refuse();
  std::optional<Parts> parts = parts_in_some_order(may_load);
  if (!parts && varies_ && ends(whole)) return whole;
  if (const Experiment other = experiment_.with_transit_first(); !parts && varies_ && has_other_order(other)) {
    parts = Parts(other);
    if (!ends(*parts)) parts.reset();
  }
  if (!parts) {
    parts = in_parts_of(1);
    if (!parts || !ends(*parts)) refuse();
  }
  parts->enough_depth = enough;
  return faster(*std::move(parts), may_load);
}

void QueueCheck::refuse() const {
  const std::size_t depth = experiment_.queue_depth();
  std::size_t enough = enough_depth();
  if (experiment_.setting().wires.broken.empty()) {
    const std::optional<Parts> least = in_parts_of(1);
    for (std::size_t less = 2 * depth; least && less < enough; less *= 2) {
      if (is_safe(*least, less)) enough = less;
    }
  }
  const char* const engine = experiment_.setting().has_rtl() ? " and --engine native" : "";
  if (is_combined(experiment_.task())) {
    throw std::runtime_error(fmt::format(
        "--queue-depth {}: the run could deadlock, for queues can fill with packets that wait for those with "
        "which they are combined; use --queue-depth {}{}",
        depth, enough, engine));
  }

  constexpr std::size_t kNamed = 8;
  std::string links = "it is not known which: there are too many hops to follow";
  if (const std::optional<LinkGraph> graph = link_graph(experiment_)) {
    std::vector<std::uint32_t> cycle = dependency_cycle_of(experiment_.operation(), *graph);
    const std::size_t length = cycle.size();
    cycle.resize(std::min(length, kNamed));
    links = fmt::format("{}{}", fmt::join(names_of_links(experiment_.operation().network, cycle), " "),
                        length > kNamed ? " ..." : "");
  }
  using collectives::Collective;
  const Collective collective = experiment_.operation().row->collective;
  const bool on_cube = network::kind_of(experiment_.operation().network).routes_in_logic;
  const char* const acyclic = on_cube                                ? ""
                              : collective == Collective::kAlltoall  ? ", or --algorithm acyclic"
                              : collective == Collective::kAllgather ? ", or --algorithm acyclic on all ports"
                                                                     : "";
  throw std::runtime_error(
      fmt::format("--queue-depth {}: the run could deadlock, for queues can fill while links wait for one another in a "
                  "cycle ({}); use --queue-depth {}{}{}",
                  depth, links, enough, engine, acyclic));
}

}  // namespace testbench
