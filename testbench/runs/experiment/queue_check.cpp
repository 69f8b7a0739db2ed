// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/queue_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

#include "firmware/networks/node_kind.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/runs/experiment/link_graph.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/settled_queues.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kMostTried = kMostHops / 8;

// Whether memories or wires make packets come at other times.
bool is_random(const MeshSetting& setting) {
  return setting.stall_probability > 0 || setting.links || setting.latencies;
}

bool combines_floats(const Experiment& experiment) {
  return is_combined(experiment.task()) && operators::is_float(operators::type_of(experiment.operation().combining));
}

}  // namespace

QueueCheck::QueueCheck(const Experiment& experiment, const CoupledLinks& links, std::function<bool()> interrupted)
    : experiment_(experiment),
      links_(links),
      interrupted_(std::move(interrupted)),
      varies_(is_random(experiment.setting()) || experiment.setting().epochs) {
}

QueueCheck QueueCheck::of(const Experiment& other) const {
  QueueCheck check(other, couple_links(other), interrupted_);
  check.varies_ = varies_;
  check.most_cycles_ = most_cycles_;
  check.starting_ = starting_;
  return check;
}

void QueueCheck::assume_one_start(Starting starting) {
  varies_ = is_random(experiment_.setting());
  starting_ = std::move(starting);
}

bool QueueCheck::is_long() const {
  if (!starting_) return links_.passages > kMostTried;
  const std::uint64_t waiting = times(starting_->skew, experiment_.operation().network.nodes());
  return plus(times(links_.passages, starting_->repeat), waiting) > kMostTried;
}

// The plan goes around links that never work, not around those that fail later.
bool QueueCheck::may_lose_packets() const {
  return experiment_.setting().wires.broken.size() != experiment_.operation().dead.count;
}

// Packets that are combined keep their order, those of the next collective behind. So the theorem of coupled_links.hpp holds
// beside a run in which each collective begins when all are done with the one before.
void QueueCheck::assume_overlap() {
  if (!is_combined(experiment_.task())) links_.most_in_cycle = times(links_.most_in_cycle, 2);
}

// By the analysis without a run.
bool QueueCheck::can_deadlock(std::size_t depth) const {
  if (depth == 0) return false;
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

TriedKey QueueCheck::key_of(std::uint32_t units, bool transit_first) const {
  const MeshSetting& setting = experiment_.setting();
  TriedKey key{setting.queue_depth.chosen, setting.seed, setting.stall_probability};
  key.bit_error_rate = setting.wires.bit_error_rate;
  if (starting_) {
    key.skew = starting_->skew;
    key.repeat = starting_->repeat;
  }
  key.units = units;
  key.transit_first = transit_first;
  return key;
}

std::optional<std::uint64_t> QueueCheck::cycles_of(const Parts& parts, std::uint64_t limit) const {
  limit = std::min(limit, most_cycles_);
  TriedRun& tried = experiment_.tried()[key_of(parts.units(), parts.part().operation().transit_first)];
  if (tried.cycles == 0 || (tried.is_cut && tried.cycles <= limit)) {
    RunHooks silent;
    silent.interrupted = interrupted_;
    silent.most_cycles = limit;
    const RunReport report =
        starting_ ? starting_->run(parts, silent) : Run(experiment_.as_tried()).execute_in(parts, silent);
    tried = {std::max<std::uint64_t>(report.cycles, 1), report.fault && !report.is_cut, report.is_cut};
  }
  if (tried.has_failed) return std::nullopt;
  return tried.cycles;
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
    if (is_safe) is_safe = of(part).is_enough(depth);
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
std::optional<Parts> QueueCheck::parts_in_some_order(bool may_load, std::size_t depth) const {
  const bool combined = is_combined(experiment_.task());
  const Experiment experiment = experiment_.with_transit_first();
  const QueueCheck other = of(experiment);
  const bool tries_other = combined ? has_other_order(experiment) : !varies_;
  std::optional<Parts> best;
  for (const QueueCheck* const check : std::initializer_list<const QueueCheck*>{&other, this}) {
    if (check == &other ? !tries_other : !combined && tries_other) continue;
    const auto holds = [&](const Parts& parts) { return varies_ ? is_safe(parts, depth) : ends(parts); };
    Parts whole(check->experiment_);
    if (check == &other && holds(whole)) return whole;
    std::optional<Parts> found = check->longest(may_load, holds);
    if (found && (!best || found->count() <= best->count())) best = std::move(found);
  }
  return best;
}

// Packets may go in another order, at any depth, so that deeper queues cost no cycles. Parts of half as many packets more are
// tried as long as they take fewer cycles than those before, for nodes of one port lose whole windows where a queue says stop.
// So are the longest that load all trees of a cube alike, those that have no rest, which may take long to load, and halves,
// which are the longest in queues that are half as deep.
Parts QueueCheck::faster(Parts best, bool may_load) const {
  const collectives::Operation& operation = experiment_.operation();
  const bool has_gate = collectives::needs_gate(operation);
  const bool waits = has_gate || is_combined(experiment_.task());
  const std::size_t depth = experiment_.queue_depth();
  const bool may_stop = depth != 0 && can_fill(links_, depth, operation.stop_cycles());
  if ((is_long() && !(waits && may_stop)) || may_lose_packets()) return best;
  const std::uint64_t bound = times(lower_bound(experiment_.task()).value, starting_ ? starting_->repeat : 1);
  std::uint64_t least = cycles_of(best).value_or(kNoLimit);
  if (least <= bound) return best;
  const bool stops = (may_stop || varies_) && least > bound + bound / 4;
  const auto try_parts = [&](std::optional<Parts> tried) -> std::optional<std::uint64_t> {
    if (!tried || (varies_ && !is_safe(*tried, depth))) return std::nullopt;
    const std::optional<std::uint64_t> cycles = cycles_of(*tried, least);
    if (cycles && *cycles < least) {
      least = *cycles;
      best = *std::move(tried);
    }
    return cycles;
  };
  const auto try_other_order = [&] {
    if (const Experiment other = experiment_.with_transit_first(); has_other_order(other)) try_parts(Parts(other));
  };
  const auto try_fewer_packets = [&] {
    if (!stops || (varies_ && !waits && best.count() == 1)) return;
    if (!has_gate && (is_long() || least <= bound + bound / 4)) return;
    const std::uint32_t all = units_of(operation);
    const std::uint32_t longest = best.units();
    const auto cycles_in = [&](std::uint32_t units) -> std::optional<std::uint64_t> {
      if (!may_load && all % units != 0) return std::nullopt;
      const auto known = experiment_.tried().find(key_of(units, operation.transit_first));
      if (known != experiment_.tried().end() && known->second.cycles >= least) return known->second.cycles;
      return try_parts(in_parts_of(units));
    };
    std::uint64_t shorter = kNoLimit;
    for (std::uint32_t units = 1; units < longest; units += (units + 1) / 2) {
      const std::optional<std::uint64_t> cycles = cycles_in(units);
      if (cycles && *cycles >= shorter) break;
      if (cycles) shorter = *cycles;
    }
    const std::uint32_t trees = operation.network.ports();
    std::uint32_t even = longest;
    while (all % even != 0) --even;
    for (const std::uint32_t units : {longest - longest % trees, even, longest / 2}) {
      if (units != 0 && units != longest) cycles_in(units);
    }
  };
  // A whole that stands mostly in one order does so in the other: the cycles of parts cut it off.
  const bool is_usual = !best.totals();
  const bool is_slow = least / 4 > bound;
  if (is_slow) try_fewer_packets();
  if (is_usual) try_other_order();
  if (!is_slow) try_fewer_packets();
  return best;
}

// The whole in either order, where its run ends in fewer cycles than the parts.
std::optional<Parts> QueueCheck::or_tried_whole(std::optional<Parts> parts) const {
  std::uint64_t least = parts ? cycles_of(*parts).value_or(kNoLimit) : kNoLimit;
  const auto try_whole = [&](const Experiment& experiment) {
    Parts whole(experiment);
    whole.is_tried = true;
    const std::optional<std::uint64_t> cycles = cycles_of(whole, least);
    if (!cycles || *cycles >= least) return;
    least = *cycles;
    parts = std::move(whole);
  };
  try_whole(experiment_);
  if (const Experiment other = experiment_.with_transit_first(); has_other_order(other)) try_whole(other);
  return parts;
}

Parts QueueCheck::parts(bool may_load) const {
  Parts whole(experiment_);
  const std::size_t depth = experiment_.queue_depth();
  // Floats have the same bits whatever the stalls.
  if (depth == 0 && (experiment_.setting().stall_probability == 0 || combines_floats(experiment_))) return whole;
  const auto fastest = [&](Parts best) {
    if (!best.part().operation().transit_first) return faster(std::move(best), may_load);
    const Experiment ordered = experiment_.with_transit_first();
    return of(ordered).faster(std::move(best), may_load);
  };
  if (!can_deadlock(depth)) return fastest(whole);
  const bool may_fail = may_lose_packets();
  if (may_fail && network::kind_of(experiment_.operation().network).may_block && !is_combined(experiment_.task())) {
    return whole;
  }
  if (!varies_ && !may_fail && ends(whole)) {
    Parts found = fastest(whole);
    if (found.count() == 1 || !has_other_order(experiment_.with_transit_first())) return found;
    std::optional<Parts> turned = parts_in_some_order(may_load, depth);
    if (turned) turned = fastest(*std::move(turned));
    return turned && cycles_of(*turned) < cycles_of(found) ? *std::move(turned) : found;
  }
  if (enough_depth() <= depth) return whole;
  if (may_fail) refuse(std::nullopt);
  std::optional<Parts> parts = parts_in_some_order(may_load, depth);
  if (parts) parts = fastest(*std::move(parts));
  const bool is_tried =
      !parts ||
      (!is_long() && !parts_in_some_order(may_load, queue_depth_for(1, experiment_.operation().stop_cycles())));
  if (varies_ && is_tried) parts = or_tried_whole(std::move(parts));
  if (parts) return *std::move(parts);
  for (const Experiment& ordered : {experiment_, experiment_.with_transit_first()}) {
    parts = of(ordered).in_parts_of(1);
    if (!parts || !ends(*parts)) continue;
    parts->is_tried = varies_;
    return fastest(*std::move(parts));
  }
  refuse(in_parts_of(1));
}

void QueueCheck::refuse(const std::optional<Parts>& least) const {
  const std::size_t depth = experiment_.queue_depth();
  std::size_t enough = enough_depth();
  for (std::size_t less = 2 * depth; least && less < enough; less *= 2) {
    if (is_safe(*least, less)) enough = less;
  }
  const char* const engine = experiment_.setting().has_rtl() ? " and --engine native" : "";
  if (is_combined(experiment_.task())) {
    const bool is_last = !least || experiment_.operation().row->algorithm == std::string("tree");
    throw std::runtime_error(fmt::format(
        "--queue-depth {}: the run could deadlock, for queues can fill with packets that wait for those with "
        "which they are combined; use --queue-depth {}{}{}",
        depth, enough, engine, is_last ? "" : ", or --algorithm tree"));
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
  const char* const acyclic = collective == Collective::kAlltoall    ? ", or --algorithm acyclic"
                              : collective == Collective::kAllgather ? ", or --algorithm acyclic on all ports"
                                                                     : "";
  throw std::runtime_error(
      fmt::format("--queue-depth {}: the run could deadlock, for queues can fill while links wait for one another in a "
                  "cycle ({}); use --queue-depth {}{}{}",
                  depth, links, enough, engine, acyclic));
}

}  // namespace testbench
