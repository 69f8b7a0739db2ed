// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/row_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/collectives/turns.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// Names of a property of the kept rows, each once, in their order.
template <class Rows, class Keep, class Name>
std::vector<std::string> name_list(const Rows& rows, Keep keep, Name name) {
  std::vector<std::string> found;
  for (const auto& row : rows) {
    if (keep(row) && std::find(found.begin(), found.end(), name(row)) == found.end()) found.emplace_back(name(row));
  }
  return found;
}

std::string algorithm_name(const collectives::Row& row) {
  return row.algorithm;
}
std::string ports_name(const collectives::Row& row) {
  return name_of(row.ports);
}

// Finds the row of that algorithm among the rows on offer.
template <class Rows>
auto& named_among(const Rows& rows, collectives::Collective collective, collectives::PortModel ports,
                  const std::string& algorithm) {
  const auto of_collective = [&](const collectives::Row& row) { return row.collective == collective; };
  const auto of_name = [&](const collectives::Row& row) { return of_collective(row) && row.algorithm == algorithm; };
  const std::vector<std::string> offered_ports = name_list(rows, of_name, ports_name);
  if (offered_ports.empty()) {
    const std::vector<std::string> known = name_list(rows, of_collective, algorithm_name);
    throw UsageError(fmt::format("--algorithm {}: {} knows {}{}", algorithm, name_of(collective),
                                 fmt::join(known, ", "), did_you_mean(algorithm, known)));
  }
  for (const auto& row : rows) {
    if (of_name(row) && row.ports == ports) return row;
  }
  throw UsageError(fmt::format("--ports {}: {} {} is offered for --ports {}", name_of(ports), name_of(collective),
                               algorithm, fmt::join(offered_ports, ", ")));
}

template <class Rows>
UsageError not_offered(const Rows& rows, collectives::Collective collective, collectives::PortModel ports) {
  const auto of_collective = [&](const collectives::Row& row) { return row.collective == collective; };
  return UsageError(fmt::format("--ports {}: {} is not offered for it; use --ports {}", name_of(ports),
                                name_of(collective), fmt::join(name_list(rows, of_collective, ports_name), ", ")));
}

// Throws UsageError if no algorithm of that name takes counts.
void require_counts(const std::string& algorithm) {
  std::vector<std::string> names;
  for (const PlannedRow& row : planned_rows()) {
    if (row.use != RowUse::kWithCounts) continue;
    if (row.algorithm == algorithm) return;
    names.emplace_back(row.algorithm);
  }
  throw UsageError(fmt::format("--algorithm {}: takes no counts; those that do are {}{}", algorithm,
                               fmt::join(names, ", "), did_you_mean(algorithm, names)));
}

}  // namespace

const collectives::Row& row_named(collectives::Collective collective, collectives::PortModel ports,
                                  const std::string& algorithm) {
  return named_among(cube_rows(), collective, ports, algorithm);
}

const collectives::Row* best_if_any(collectives::Collective collective, collectives::PortModel ports,
                                    const collectives::Operation& operation) {
  const collectives::Row* best = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const collectives::Row& row : cube_rows()) {
    if (row.collective != collective || row.ports != ports) continue;
    const bool has_closed_form = row.cycles != nullptr;
    const std::uint64_t cycles =
        has_closed_form ? row.cycles(operation.d(), operation.packets, operation.hop()).value : least;
    if (best != nullptr && (!has_closed_form || cycles >= least)) continue;
    best = &row;
    least = cycles;
  }
  return best;
}
const collectives::Row& best_known(collectives::Collective collective, collectives::PortModel ports,
                                   const collectives::Operation& operation) {
  const collectives::Row* const best = best_if_any(collective, ports, operation);
  if (best == nullptr) throw not_offered(cube_rows(), collective, ports);
  return *best;
}

std::shared_ptr<const NetworkOperation> make_planned(const Network& network, const std::string& name,
                                                     const PlannedChoice& choice, std::uint32_t packets, Address root,
                                                     const std::vector<std::uint32_t>& counts) {
  const auto refused = [&](const PlannedRow& row, const PlanError& error) {
    const std::string algorithm = choice.algorithm ? " " + *choice.algorithm : "";
    return NoPlan(fmt::format("--network {}: {}{} --ports {}: {}{}", name, name_of(row.collective), algorithm,
                              name_of(row.ports), error.what(),
                              counts.empty() ? "" : "; counts are for Cayley networks, take one or leave them out"));
  };
  const std::span<const PlannedRow> rows = planned_rows();
  if (choice.algorithm) {
    if (!counts.empty()) require_counts(*choice.algorithm);
    const PlannedRow& row = named_among(rows, choice.collective, choice.ports, *choice.algorithm);
    try {
      return std::make_shared<const NetworkOperation>(network, row, packets, root, counts);
    } catch (const PlanError& error) {
      throw refused(row, error);
    }
  }
  std::shared_ptr<const NetworkOperation> best;
  std::optional<NoPlan> why_none;
  const auto cycles = [](const NetworkOperation& made) {
    if (collectives::has_closed_form(made.operation())) return collectives::closed_form(made.operation()).value;
    const auto* const turns = dynamic_cast<const TurnPlan*>(made.operation().plan);
    return turns != nullptr ? turns->planned_cycles() : std::numeric_limits<std::uint64_t>::max();
  };
  for (const bool is_last : {false, true}) {
    for (const PlannedRow& row : rows) {
      if (row.collective != choice.collective || row.ports != choice.ports || row.use == RowUse::kWhenNamed) continue;
      if (is_last != (row.use == RowUse::kLast)) continue;
      if (!counts.empty() && row.use != RowUse::kWithCounts) continue;
      // All rows that take counts take the same cycles, and a plan of a large network takes seconds.
      if (best && row.use == RowUse::kWithCounts) continue;
      // Nothing is faster than the bound. A search in turns takes longer than the other plans.
      if (best && is_last && cycles(*best) <= lower_bound(task_of(best->operation())).value) break;
      try {
        const auto made = std::make_shared<const NetworkOperation>(network, row, packets, root, counts);
        if (!best || cycles(*made) < cycles(*best)) best = made;
      } catch (const PlanError& error) {
        why_none = refused(row, error);  // the last row takes the most networks
      }
    }
  }
  if (best) return best;
  if (why_none) throw *why_none;
  throw not_offered(rows, choice.collective, choice.ports);
}

}  // namespace testbench
