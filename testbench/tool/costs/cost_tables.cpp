// SPDX-License-Identifier: Apache-2.0
// The tables of Johnsson and Ho in Markdown: measured cycles beside the formulas.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/costs/cost_measurement.hpp"
#include "testbench/tool/printer/progress.hpp"

namespace testbench {
namespace {

constexpr unsigned kTableDim = 4;
constexpr std::uint32_t kTablePackets = 24;
constexpr std::uint32_t kTableFrame = 6;

bool is_of_table(const CycleRow& row, const std::string& table) {
  const Formula* const formula = find_formula(row);
  return formula != nullptr && formula->table == table && !shape_of(row.collective).combined;
}

}  // namespace

int print_cost_tables(const CostLinks& links) {
  const CostLinks roomy{links.wires, links.gap, kMostFrame};
  ProgressLine progress("cost");
  unsigned wrong = print_table_1(kTableDim, roomy);
  for (const char* const table : {"4", "5", "7", "11", "13", "15", "17"}) {
    say(
        fmt::format("\n### Table {}\n\n| graph | ports | cycles | formula | registers | difference | bound "
                    "|\n|---|---|---|---|---|---|---|\n",
                    table));
    for (const CycleRow& row : cycle_rows()) {
      if (!is_of_table(row, table)) continue;
      const CostResult result = measured({&row, kTableDim, kTablePackets, kTableFrame}, roomy);
      wrong += result.fault ? 1 : 0;
      say(fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", row.algorithm, name_of(row.ports), result.cycles,
                      paper_text(result), result.registers, number_text(result.difference()),
                      number_text(bound_of(result))));
    }
  }
  const std::pair<const char*, const char*> bests[] = {
      {"4 and 5, B_opt", "4 5"}, {"8 and 9", "7"}, {"12", "11"}, {"14", "13"}, {"16", "15"}, {"18", "17"}};
  for (const auto& [title, tables] : bests) {
    say(
        fmt::format("\n### Table {}\n\n| graph | ports | best B | cycles | registers | B_opt | T_min "
                    "|\n|---|---|---|---|---|---|---|\n",
                    title));
    for (const CycleRow& row : cycle_rows()) {
      const Formula* const formula = find_formula(row);
      if (formula == nullptr || shape_of(row.collective).combined ||
          fmt::format(" {} ", tables).find(fmt::format(" {} ", formula->table)) == std::string::npos) {
        continue;
      }
      const Swept found = sweep({&row, kTableDim, kTablePackets, 1}, roomy);
      wrong += found.best.fault ? 1 : 0;
      say(fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", row.algorithm, name_of(row.ports),
                      found.best.of.frame_packets, found.best.cycles, found.best.registers,
                      std::isfinite(found.paper_frame) ? fmt::format("{:.1f}", found.paper_frame) : "-",
                      number_text(std::round(found.paper_least * 10) / 10)));
    }
  }
  wrong += print_table_6(kTableDim, roomy);
  wrong += print_disciplines(kTableDim, roomy);
  // Broadcast: routing cycles of one packet, and of each further one.
  say("\n### Tables 2 and 3\n\n| graph | ports | propagation | cycles a packet |\n|---|---|---|---|\n");
  for (const CycleRow& row : cycle_rows()) {
    if (row.collective != collectives::Collective::kBroadcast) continue;
    const CostResult one = measured({&row, kTableDim, 1, 1}, roomy);
    const CostResult some = measured({&row, kTableDim, 240, 1}, roomy);
    const CostResult more = measured({&row, kTableDim, 480, 1}, roomy);
    const bool one_at_a_time = row.ports != collectives::PortModel::kAll;
    const double slot = one.at.start_up + one.at.packet;
    const bool adds_registers = one_at_a_time && one.registers < more.registers;
    const double growing = slot + (adds_registers ? static_cast<double>(kHopRegisters) : 0);
    say(fmt::format("| {} | {} | {} | {:.2f} |\n", row.algorithm, name_of(row.ports),
                    number_text(static_cast<double>(one.cycles - one.registers) / slot),
                    static_cast<double>(more.cycles - some.cycles) / (240 * growing)));
  }
  say("\n### Table 10\n\n| graph | routing cycles | frames that the busiest node sends |\n|---|---|---|\n");
  for (const CycleRow& row : cycle_rows()) {
    if (row.collective != collectives::Collective::kAllgather || row.ports != collectives::PortModel::kOne) continue;
    const CostResult result = measured({&row, kTableDim, kTableDim, kMostFrame}, roomy);
    wrong += result.fault ? 1 : 0;
    say(fmt::format("| {} | {} | {} |\n", row.algorithm, result.routing_cycles, result.start_ups));
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace testbench
