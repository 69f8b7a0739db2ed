// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/choose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "hls/operators/operation.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/request/fewer_links.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

using collectives::PortModel;

// Trees that are searched for in cycles know no symmetry of the network: on hyperx:16x16 the search takes minutes.
bool is_quickly_planned(const Site& site) {
  constexpr std::uint64_t kMostLinksOfTrees = 1'000'000;
  const std::uint64_t nodes = site.network.nodes();
  return nodes * nodes * site.network.ports() <= kMostLinksOfTrees;
}

// Whether nodes of a cube that combine packets take the row by tables, as those of any network: not where they know it in logic.
bool is_by_tables_alone(const Entry& row, SiteKind as_other) {
  const auto is_in_logic = [&](const Entry& other) {
    return other.collective == row.collective && other.ports == row.ports && other.is_offered_at(kOnCubeWithDead) &&
           std::string_view(other.algorithm) == row.algorithm;
  };
  return shape_of(row.collective).combined && row.is_offered_at(as_other) &&
         std::ranges::none_of(planned_rows(), is_in_logic);
}

class Choice {
 public:
  Choice(const Wanted& wanted, const Site& site, const MeshSetting& setting)
      : wanted_(wanted), site_(site), have_cycles_(have_cycles(setting)) {}

  std::shared_ptr<const Prepared> choose(const collectives::Operation& asked, const MeshSetting& setting,
                                         const std::optional<Counts>& counts) {
    std::shared_ptr<Prepared> best = by_plans(asked, setting, counts);
    // One algorithm has several plans where wires take cycles.
    const bool runs = tries_runs(setting) && (!wanted_.algorithm || have_cycles(setting)) && !site_.in_cycles &&
                      !has_floats(asked) && is_quickly_planned() && setting.engine != kSymmetricEngineName;
    return runs ? by_runs(best, asked, setting, counts) : best;
  }

 private:
  // With queues so deep that none fills.
  std::shared_ptr<Prepared> by_plans(const collectives::Operation& asked, const MeshSetting& setting,
                                     const std::optional<Counts>& counts) {
    std::shared_ptr<Prepared> best;
    Time fastest;
    // In frames the slots of one port and half duplex are all alike, a slot in place of a cycle.
    const bool has_all_ports = wanted_.ports == PortModel::kAll;
    bool plays = (setting.links ? has_all_ports : setting.link_latency != 0) && !site_.in_cycles;
    const bool knows_wires =
        has_all_ports && (setting.links ? setting.widths != nullptr : setting.latencies || is_quickly_planned());
    std::string why_none;
    bool is_told_by_plan = false;
    const std::vector<const Entry*> tried = rows(plays && is_quickly_planned(), has_floats(asked));
    const bool needs_symmetric = setting.engine == kSymmetricEngineName;
    if (is_around()) require_ways(wanted_, site_, asked.root, known_dead(setting.wires.broken));
    for (const Entry* const row : tried) {
      for (const unsigned share : {0u, Prepared::kWiresWhole, 1u}) {
        if (best && (is_left_out(*row, *best, fastest) || (is_for_names(*row) && !plays))) break;
        if (share != 0 && !(plays && knows_wires && row->make != nullptr)) break;
        try {
          auto made = std::make_shared<Prepared>(*row, site_, asked, setting, counts, CycleMessages{}, share);
          Time time = time_of(*made, best ? fastest.value : kLongest, plays);
          if (share != 0 && !plays) break;
          if (may_leave_links_out(*row, asked, *made)) {
            const std::shared_ptr<Prepared> fewer = with_fewer_links(
                made, row->has_one_tree,
                [&](std::uint32_t packets, const std::vector<collectives::DeadLink>& left_out) {
                  collectives::Operation some = asked;
                  some.packets = packets;
                  return std::make_shared<Prepared>(*row, site_, some, setting, counts, CycleMessages{}, share, nullptr,
                                                    left_out);
                },
                known_cycles);
            if (fewer != made) time = time_of(*fewer, kLongest, plays);
            made = fewer;
          }
          if (share == 0 && may_keep_queues_short(*row, asked, *made, time)) {
            if (const std::shared_ptr<Prepared> other = in_other_order(*made)) {
              const Time of_other = time_of(*other, time.value, plays);
              if (of_other.value < time.value) {
                other->tell_choice(
                    fmt::format("{}, in an order in which fewer packets wait: {} cycles, in the usual one {}",
                                row->algorithm, of_other.value, time.value));
                made = other;
                time = of_other;
              }
            }
          }
          if (share == 0 && tries_runs(setting) && !setting.widths) made_[row] = made;
          if (best && (time.value >= fastest.value || (needs_symmetric && !is_symmetric(*made) && is_symmetric(*best))))
            continue;
          best = made;
          fastest = time;
        } catch (const PlanError& error) {
          // The first plan takes the most networks on all ports, the last on one. Trees that are not whole say less.
          if (!why_none.empty() && (row->make == nullptr || (has_all_ports && is_told_by_plan))) continue;
          why_none = refusal(*row, asked, error.what());
          is_told_by_plan = row->make != nullptr;
        }
      }
    }
    if (best) return best;
    if (is_around() || site_.in_cycles) throw UsageError(why_none);
    throw NoPlan(why_none);
  }

  // With queues of the user's depth, and with stalls. `first`: is taken among equals. Long runs are tried with fewer packets.
  std::shared_ptr<Prepared> by_runs(const std::shared_ptr<Prepared>& first, const collectives::Operation& asked,
                                    const MeshSetting& setting, const std::optional<Counts>& counts) const {
    collectives::Operation few = asked;
    if (!counts) few.packets = packets_to_try(first, asked.packets);
    const auto is_first = [&](const Entry& row) {
      return row.algorithm == std::string(first->operation().row->algorithm);
    };
    // As by_plans makes it where only this row is asked for, or with wires that are known whole.
    const auto made_for = [&](const Entry& row, const collectives::Operation& operation, bool is_by_plans) {
      const bool is_whole = operation.packets == asked.packets;
      const auto known = made_.find(&row);
      if (!have_cycles(setting) && known != made_.end()) {
        const std::shared_ptr<Prepared>& whole = is_first(row) ? first : known->second;
        return is_whole ? whole : whole->made_again(few.packets, false);
      }
      if (!is_by_plans) return std::make_shared<Prepared>(row, site_, operation, setting, counts);
      if (is_first(row) && is_whole) return first;
      Wanted one = wanted_;
      one.algorithm = row.algorithm;
      return Choice(one, site_, setting).by_plans(operation, setting, counts);
    };
    const Entry* best = nullptr;
    bool best_is_by_plans = false;
    std::shared_ptr<Prepared> found;
    std::uint64_t fewest = kLongest;
    bool is_at_bound = false;
    std::vector<std::string> tried;
    std::vector<std::string> refused;
    std::vector<const Entry*> all = rows(/*has_time=*/true, /*are_floats=*/false);
    const auto own = std::ranges::find_if(all, [&](const Entry* row) { return is_first(*row); });
    std::rotate(all.begin(), own, own + 1);
    for (const Entry* const row : all) {
      // Half duplex, cubes have plans alone.
      const bool is_for_others = is_for_shallow_cubes(*row) || is_by_tables(*row);
      if (is_at_bound || (best != nullptr && is_for_others && row->ports != PortModel::kHalf)) break;
      // A row that takes more is slower, however much.
      const std::uint64_t limit = times(fewest, 2);
      std::optional<std::uint64_t> of_row;
      bool is_refused = false;
      for (const bool is_by_plans : {true, false}) {
        if (!have_cycles(setting) && is_by_plans != is_first(*row)) continue;  // the same plan
        try {
          const std::shared_ptr<Prepared> made = made_for(*row, few, is_by_plans);
          const std::optional<std::uint64_t> cycles = cycles_in_queues(made, limit);
          if (!cycles) continue;
          of_row = std::min(of_row.value_or(*cycles), *cycles);
          if (*cycles >= fewest) continue;
          best = row;
          best_is_by_plans = is_by_plans;
          found = made;
          fewest = *cycles;
          is_at_bound = fewest <= lower_bound(task_of(made->operation())).value;
        } catch (const PlanError&) {
          continue;
        } catch (const NoPlan&) {
          continue;
        } catch (const std::runtime_error&) {
          is_refused = true;
        }
      }
      if (of_row) {
        const char* const more = *of_row > limit ? "more than " : "";
        tried.push_back(fmt::format("{} {}{}", row->algorithm, more, std::min(*of_row, limit)));
      }
      if (is_refused && !of_row) refused.emplace_back(row->algorithm);
    }
    if (best == nullptr) return first;
    if (few.packets != asked.packets) found = made_for(*best, asked, best_is_by_plans);
    if (wanted_.algorithm || (found == first && tried.size() + refused.size() == 1)) return found;
    const std::string in_queues = wanted_.queue_depth != 0 ? fmt::format("with queues of {}", wanted_.queue_depth)
                                  : wanted_.starts         ? fmt::format("{} times", wanted_.starts->repeat)
                                                           : "with these stalls";
    found->tell_choice(fmt::format(
        "{}, which takes the fewest cycles {}{}: {}{}", best->algorithm, in_queues,
        few.packets == asked.packets ? "" : fmt::format(" and {} packet(s)", few.packets), fmt::join(tried, ", "),
        refused.empty() ? "" : fmt::format("; {} cannot run {}", fmt::join(refused, ", "), in_queues)));
    return found;
  }

  static constexpr std::uint64_t kMostPassages = std::uint64_t{1} << 20;

  std::uint64_t passages_of(const Experiment& experiment) const {
    return times(couple_links(experiment).passages, wanted_.starts ? wanted_.starts->repeat : 1);
  }
  std::uint32_t packets_to_try(const std::shared_ptr<const Prepared>& made, std::uint32_t packets) const {
    const std::uint64_t passages = passages_of(Experiment(made, wanted_.queue_depth));
    return passages <= kMostPassages
               ? packets
               : static_cast<std::uint32_t>(std::max<std::uint64_t>(times(packets, kMostPassages) / passages, 1));
  }

  // Nothing where it takes too long to try, more than the limit where that is enough to know. Throws std::runtime_error where
  // it cannot run so.
  std::optional<std::uint64_t> cycles_in_queues(const std::shared_ptr<const Prepared>& made,
                                                std::uint64_t limit) const {
    const Experiment experiment = Experiment(made, wanted_.queue_depth).as_tried();
    if (passages_of(experiment) > 4 * kMostPassages) return std::nullopt;
    if (!wanted_.starts) return Run(experiment).cycles_within(limit);
    const StartsReport report = run_with_starts(experiment, *wanted_.starts, {});
    if (report.fault) throw std::runtime_error(*report.fault);
    return report.cycles;
  }

  static constexpr std::uint64_t kLongest = std::numeric_limits<std::uint64_t>::max() - 1;
  struct Time {
    std::uint64_t value = 0;
    bool is_known = false;   // in cycles of the run
    bool is_played = false;  // in frames
  };

  // Headers with labels are wider, so that packets take longer over narrow links. Plans that have no closed form on wires
  // that take cycles are played, up to a limit, or else all are compared by that on others.
  static Time time_of(const Prepared& made, std::uint64_t limit, bool& plays) {
    const MeshSetting& setting = made.setting();
    if (plays && (setting.latencies || setting.links || !collectives::has_closed_form(made.operation()))) {
      if (const std::optional<std::uint64_t> played = made.played(limit))
        return {*played, !setting.links, setting.links.has_value()};
      plays = false;
    }
    const collectives::Plan* const plan = made.operation().plan;
    // Nobody knows how long the firmware's trees take on all ports where some are not whole.
    if (made.operation().dead.count != 0 && plan == nullptr && made.operation().row->ports == PortModel::kAll)
      return {made.played(limit).value_or(kLongest), true};
    const bool is_delayed = setting.link_latency != 0 && plan != nullptr && plan->cycles() != nullptr &&
                            !collectives::has_closed_form(made.operation());
    const std::uint64_t cycles = is_delayed ? plan->cycles()->value : made.cycles();
    if (setting.links) return {times(cycles, link_times(made.operation(), setting).packet), false};
    return {cycles, !is_delayed && !setting.latencies};
  }
  static std::uint64_t known_cycles(const Prepared& made) {
    return made.cycles() < kLongest ? made.cycles() : made.played(kLongest).value_or(kLongest);
  }
  // Plans that all nodes share stay so.
  bool may_leave_links_out(const Entry& row, const collectives::Operation& asked, const Prepared& made) const {
    if (tries_runs(made.setting()) && !has_floats(asked)) return false;
    return row.is_offered_at(kOnOtherWithDead) && row.rank != Rank::kWhenNamed && !row.is_searched &&
           (is_by_tables(row) || (site_.kind() & (kOnOther | kOnOtherWithDead)) != 0) &&
           !made.operation().plan->is_symmetric() && !made.setting().links && made.setting().link_latency == 0;
  }
  // A plan in which packets that are combined do not wait in queues may take fewer cycles in deep queues too.
  bool may_keep_queues_short(const Entry& row, const collectives::Operation& asked, const Prepared& made,
                             const Time& time) const {
    return row.make != nullptr && shape_of(row.collective).combined && !has_floats(asked) && is_quickly_planned() &&
           !tries_runs(made.setting()) && !made.setting().links &&
           time.value > lower_bound(task_of(made.operation())).value;
  }
  // Null where it has no such plan.
  static std::shared_ptr<Prepared> in_other_order(const Prepared& made) {
    try {
      return made.made_again(made.operation().packets, true);
    } catch (const PlanError&) {
      return nullptr;
    }
  }
  static bool is_symmetric(const Prepared& made) {
    return made.operation().plan == nullptr || made.operation().plan->is_symmetric();
  }
  bool is_quickly_planned() const { return testbench::is_quickly_planned(site_); }
  // No plan knows what stalls and stops cost, nor that some collectives begin when the one before has ended everywhere.
  bool tries_runs(const MeshSetting& setting) const {
    return wanted_.queue_depth != 0 || setting.stall_probability > 0 || starts_again();
  }
  bool starts_again() const {
    return wanted_.starts && wanted_.starts->repeat > 1 && shape_of(wanted_.collective).combined;
  }
  static bool have_cycles(const MeshSetting& setting) { return setting.link_latency != 0 || setting.latencies; }
  // Another order of floats has other bits, which the depth of queues may not change.
  bool has_floats(const collectives::Operation& asked) const {
    return combines_data(wanted_.collective) && operators::is_float(operators::type_of(asked.combining));
  }
  bool is_around() const { return !site_.dead_links.empty(); }
  bool is_here(const Entry& row) const {
    return row.collective == wanted_.collective &&
           (row.is_offered_at(site_.kind()) || is_for_shallow_cubes(row) || is_by_tables(row));
  }
  // Plans for cubes with dead links keep queues shorter than the programs of the firmware, are half duplex, and know wires.
  bool is_for_shallow_cubes(const Entry& row) const {
    return knows_more(row) && site_.kind() == kOnCube && row.is_offered_at(kOnCubeWithDead);
  }
  bool is_by_tables(const Entry& row) const {
    return (site_.kind() == kOnCubeWithDead || (site_.kind() == kOnCube && knows_more(row))) && is_quickly_planned() &&
           is_by_tables_alone(row, is_around() ? kOnOtherWithDead : kOnOther);
  }
  bool knows_more(const Entry& row) const {
    return row.make != nullptr && (wanted_.queue_depth != 0 || row.ports == PortModel::kHalf || have_cycles_);
  }
  bool is_asked(const Entry& row) const { return !wanted_.algorithm || *wanted_.algorithm == row.algorithm; }

  // Rows that are as fast as others where packets never wait for frames or wires, nor for slots.
  bool is_for_names(const Entry& row) const {
    const bool waits_for_slots = row.ports != PortModel::kAll && is_quickly_planned();
    return ((row.rank == Rank::kWhenNamed && !waits_for_slots) || is_for_shallow_cubes(row)) && !wanted_.algorithm;
  }

  // The rows to try, in order; one at least. Trees without a closed form load the links less evenly than a
  // plan around dead links, and come behind it.
  std::vector<const Entry*> rows(bool has_time, bool are_floats) const {
    std::vector<const Entry*> found;
    for (const bool are_last : {false, true}) {
      for (const Entry& row : catalog()) {
        const bool is_last = is_around() && row.make == nullptr && row.cycles == nullptr;
        if (!is_here(row) || row.ports != wanted_.ports || !is_asked(row) || is_last != are_last) continue;
        if (!is_for_names(row) || has_time) found.push_back(&row);
      }
    }
    if (found.empty() && !has_time) return rows(true, are_floats);  // the firmware has two collectives half duplex
    if (found.empty()) refuse();
    // Where a queue says stop, nodes of one port lose whole windows: other rows took 20 times the bound. Floats go in one order
    // whatever the queues.
    const auto shallow = std::ranges::find(found, Rank::kShallow, &Entry::rank);
    if ((wanted_.queue_depth != 0 || are_floats) && shallow != found.end())
      std::rotate(found.begin(), shallow, shallow + 1);
    return found;
  }

  // Whether a row need not be made: a plan of a large network takes seconds.
  bool is_left_out(const Entry& row, const Prepared& best, const Time& fastest) const {
    // In an exchange packets wait for one another at every hop. In frames this takes longer than planned.
    if (best.setting().links && !fastest.is_played && row.rank == Rank::kLast && row.apart) return true;
    // Nodes of one port wait for the windows of trees that are not whole too, so that a plan can be faster.
    if (is_around()) {
      const bool is_first =
          wanted_.ports == PortModel::kAll && best.operation().plan == nullptr && !is_quickly_planned();
      return is_first || row.make == nullptr;
    }
    // Nothing is faster than the bound. A search for slots takes longer than the other plans.
    if (best.setting().link_latency != 0 && row.make != nullptr && fastest.is_known) {
      Task task = task_of(best.operation());
      task.latencies = best.setting().latencies.get();
      if (task.latencies != nullptr) task.latency = task.latencies->least();
      return fastest.value <= lower_bound(task).value;
    }
    if (row.is_offered_at(kWithCounts)) return true;  // all such rows take the same cycles
    if (best.setting().widths) return false;          // its bound is not in these cycles
    const std::uint64_t cycles = fastest.is_known ? fastest.value : best.cycles();
    const bool is_late = row.rank == Rank::kLast || (row.rank == Rank::kWhenNamed && row.ports != PortModel::kAll);
    return is_late && cycles <= lower_bound(task_of(best.operation())).value;
  }

  std::string refusal(const Entry& row, const collectives::Operation& asked, const char* why) const {
    const std::string collective = name_of(row.collective);
    if (site_.in_cycles) return fmt::format("--packets {}: {}", asked.packets, why);
    if (is_around()) return fmt::format("{}: {} {}: {}", site_.dead_links, collective, row.algorithm, why);
    const bool has_way_out = !wanted_.algorithm || std::string_view(why).find(';') != std::string_view::npos;
    return fmt::format("{}: {}{} --ports {}: {}{}", site_.words, collective,
                       wanted_.algorithm ? " " + *wanted_.algorithm : "", name_of(row.ports), why,
                       !site_.counts.empty() ? "; counts are for Cayley networks, take one or leave them out"
                       : has_way_out         ? ""
                                             : "; leave --algorithm out");
  }

  // Names of a property of the rows that are offered here, each once, in their order.
  template <class Name>
  std::vector<std::string> names(bool of_algorithm, Name name) const {
    std::vector<std::string> found;
    for (const Entry& row : catalog()) {
      if (!is_here(row) || (of_algorithm && (!is_asked(row) || is_for_names(row)))) continue;
      if (std::ranges::find(found, name(row)) == found.end()) found.emplace_back(name(row));
    }
    return found;
  }

  [[noreturn]] void refuse() const {
    const std::string collective = name_of(wanted_.collective);
    const std::string where = is_around()             ? " around links that never work"
                              : site_.in_cycles       ? " in routing cycles"
                              : !site_.counts.empty() ? " with counts"
                                                      : "";
    const auto ports = names(true, [](const Entry& row) { return name_of(row.ports); });
    if (wanted_.algorithm && ports.empty()) {
      const auto known = names(false, [](const Entry& row) { return row.algorithm; });
      throw UsageError(fmt::format("--algorithm {}: {} knows {}{}{}", *wanted_.algorithm, collective,
                                   fmt::join(known, ", "), where, did_you_mean(*wanted_.algorithm, known)));
    }
    if (!wanted_.algorithm) {
      throw UsageError(fmt::format("--ports {}: {} is not offered for it{}; use --ports {}", name_of(wanted_.ports),
                                   collective, where, fmt::join(ports, ", ")));
    }
    throw UsageError(fmt::format("--ports {}: {} {} is offered{} for --ports {}", name_of(wanted_.ports), collective,
                                 *wanted_.algorithm, where, fmt::join(ports, ", ")));
  }

  const Wanted& wanted_;
  const Site& site_;
  const bool have_cycles_;
  std::map<const Entry*, std::shared_ptr<Prepared>> made_;  // with all packets, where runs are tried
};

}  // namespace

bool is_half_duplex_of_cube(const Entry& row, const Site& site) {
  if (site.kind() != kOnCube || row.ports != collectives::PortModel::kHalf || row.is_offered_at(kOnCube)) return false;
  return row.is_offered_at(kOnCubeWithDead) || (is_by_tables_alone(row, kOnOther) && is_quickly_planned(site));
}

std::shared_ptr<const Prepared> choose(const Wanted& wanted, const Site& site, const collectives::Operation& asked,
                                       const MeshSetting& setting, const std::optional<Counts>& counts) {
  return Choice(wanted, site, setting).choose(asked, setting, counts);
}

}  // namespace testbench
