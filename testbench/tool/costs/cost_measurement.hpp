// SPDX-License-Identifier: Apache-2.0
// Measurements of collectives in routing cycles, for `cubecast cost`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hls/link/config.hpp"
#include "testbench/plans/cost/formulas.hpp"
#include "testbench/plans/cycles/routing_cycles.hpp"
#include "testbench/runs/experiment/experiment.hpp"

namespace testbench {

inline constexpr std::uint64_t kHopRegisters = links::kPlainPipeline;
inline constexpr std::uint32_t kMostFrame = 1024;

// Where a row is measured.
struct CostCase {
  const CycleRow* row;
  unsigned dim;
  std::uint32_t packets;
  std::uint32_t frame_packets;
};
struct CostLinks {
  unsigned wires;
  unsigned gap;
  unsigned frame_room;          // the largest B
  CycleMessages messages = {};  // NOLINT(readability-redundant-member-init)
};

struct CostResult {
  CostCase of;
  CostPoint at;
  std::uint64_t cycles = 0;
  std::uint64_t registers = 0;       // of the hops
  std::uint64_t routing_cycles = 0;  // start-ups one after another, if B is large
  // Frames that went over the links, of the busiest: a link if nodes use all ports, else a node, which
  // starts them one after another. Half duplex: sent and received.
  std::uint64_t start_ups = 0;
  const Formula* formula = nullptr;
  std::optional<std::string> fault;

  double paper() const { return formula->cycles(at); }
  // Packets of an allgather by nRBRG meet in queues, so that some miss their routing cycle.
  bool is_exact() const {
    using enum collectives::Collective;
    const bool waits = std::string_view(of.row->algorithm) == "nrbrg" &&
                       (of.row->collective == kAllgather || of.row->collective == kAllreduce);
    return formula->is_exact(at) && !waits;
  }
  // Beyond the formula and the registers.
  double difference() const { return static_cast<double>(cycles) - static_cast<double>(registers) - paper(); }
};

// Throws UsageError for a run that release programs cannot hold.
CostResult measured(const CostCase& of, const CostLinks& links);

// Packets that went over links of each dimension in each routing cycle, [cycle][dimension], for rows
// without groups.
struct CountedPackets {
  std::vector<std::vector<std::uint64_t>> packets;
  std::optional<std::string> fault;
};
CountedPackets count_packets(const CostCase& of, const CostLinks& links);
// The cycles of an algorithm of `cubecast list`, whose frames take what waits. Nothing if it is not
// verified.
std::optional<std::uint64_t> measured_greedily(const collectives::Row& row, const CostCase& at, const CostLinks& links);

// "12.5"
std::string number_text(double value);
// The formula's cycles, behind "~" where it is not exact.
std::string paper_text(const CostResult& result);
double bound_of(const CostResult& result);

// Few values of B for a sweep: powers of two and halves between them, and B_opt.
std::vector<std::uint32_t> swept(const CostCase& of, double best);
// The best B that a sweep finds.
struct Swept {
  CostResult best;
  double paper_frame;  // B_opt
  double paper_least;  // T_min
};
Swept sweep(CostCase of, CostLinks links);

// Parts of these tables. Return how many runs or values were wrong.
unsigned print_table_1(unsigned n, const CostLinks& links);
unsigned print_table_6(unsigned n, const CostLinks& links);
unsigned print_disciplines(unsigned n, const CostLinks& links);
// Measures the planner's choices at random points beside all others, and prints the worst regret.
// Returns the exit status.
int check_planner(std::uint32_t points, std::uint64_t seed, bool as_json);

// Prints figures 15 to 19 as tables. Returns the exit status.
int print_ipsc_figures();

// Prints the tables of the paper in Markdown, for docs/guides/cost.md. Returns the exit status.
int print_cost_tables(const CostLinks& links);

}  // namespace testbench
