// SPDX-License-Identifier: Apache-2.0
// The planner's choices at random points, beside the best of all rows and all swept B, and beside the
// algorithms of `cubecast list`, whose frames take what waits.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/cost/planner.hpp"
#include "testbench/tool/costs/cost_measurement.hpp"
#include "testbench/tool/printer/progress.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

// How much longer the planner's choices take than the best of others.
struct Regrets {
  std::uint32_t best_choices = 0;
  double worst = 1;
  std::string where = "nowhere";

  void take(std::uint64_t taken, std::uint64_t best, const auto& text) {
    best_choices += taken <= best ? 1 : 0;
    const double regret = static_cast<double>(taken) / static_cast<double>(best);
    if (regret <= worst) return;
    worst = regret;
    where = text(best);
  }
  Json json() const { return {{"best_choices", best_choices}, {"worst_regret", worst}, {"where", where}}; }
  std::string text() const {
    return fmt::format("{} choices as fast as the best measured; worst regret {:.3f}: {}", best_choices, worst, where);
  }
};

}  // namespace

int check_planner(std::uint32_t points, std::uint64_t seed, bool as_json) {
  std::mt19937_64 random(seed);
  const auto number = [&](std::uint64_t least, std::uint64_t most) { return least + random() % (most - least + 1); };
  ProgressLine progress("planner");
  Regrets rows;
  Regrets greedy;
  for (std::uint32_t point = 0; point < points; ++point) {
    progress.show(static_cast<double>(point) / points);
    const CycleRow& some = cycle_rows()[number(0, cycle_rows().size() - 1)];
    const CostLinks links{number(0, 1) == 0 ? 16u : 64u, static_cast<unsigned>(number(0, 60)), 32};
    CostCase of{&some, static_cast<unsigned>(number(2, 5)), static_cast<std::uint32_t>(number(1, 40)), 1};
    if (some.collective == collectives::Collective::kBarrier) of.packets = 1;
    const auto most = static_cast<std::uint32_t>(number(1, 32));
    CostPoint at = measured(of, links).at;
    at.b = most;
    const auto chosen = plan_cost(some.collective, some.ports, at, kHopRegisters);
    if (!chosen) continue;
    std::vector<std::uint32_t> frames = swept(of, chosen->frame_packets);
    std::erase_if(frames, [&](std::uint32_t b) { return b > most; });
    const auto is_same = [&](const collectives::Row& row) {
      return row.collective == some.collective && row.ports == some.ports;
    };
    std::uint64_t least = kNever;
    std::uint64_t least_greedy = kNever;
    for (const std::uint32_t b : frames) {
      of.frame_packets = b;
      for (const CycleRow& row : cycle_rows()) {
        of.row = &row;
        if (is_same(row) && find_formula(row) != nullptr) least = std::min(least, measured(of, links).cycles);
      }
      for (const Entry& row : rows_at(kOnCube)) {
        if (is_same(row)) least_greedy = std::min(least_greedy, measured_greedily(row, of, links).value_or(kNever));
      }
    }
    of.row = chosen->row;
    of.frame_packets = chosen->frame_packets;
    const std::uint64_t taken = measured(of, links).cycles;
    const auto where = [&](std::uint64_t best) {
      return fmt::format(
          "{} --dim {} --packets {} --frame-packets {} --link-wires {} --link-gap {} --ports {}: {} with B {} takes {} "
          "cycles, the best measured {}",
          name_of(some.collective), of.dim, of.packets, most, links.wires, links.gap, name_of(some.ports),
          chosen->row->algorithm, chosen->frame_packets, taken, best);
    };
    rows.take(taken, least, where);
    greedy.take(taken, least_greedy, where);
  }
  if (as_json) {
    say(Json{{"points", points}, {"rows", rows.json()}, {"greedy_frames", greedy.json()}}.dump() + "\n");
  } else {
    say(fmt::format("{} points\nbeside all rows: {}\nbeside greedy frames: {}\n", points, rows.text(), greedy.text()));
  }
  return 0;
}

}  // namespace testbench
