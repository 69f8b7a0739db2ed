// SPDX-License-Identifier: Apache-2.0
// The result of a run, and its forms: text, a row of a table, CSV or JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/runs/verdict/run_report.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {

// The MHz of --clock, for times and bandwidths. Throws UsageError.
std::optional<double> clock_of(const Parameters& parameters);

// Spread of the cycles of one run over several seeds.
struct SeedSpread {
  std::uint64_t seeds = 1;
  std::uint64_t least = 0;
  double mean = 0;
  std::uint64_t most = 0;
};

struct PayloadFile {
  std::string path;  // as typed
  std::uint64_t bytes = 0;
};

// The cost of links that never work.
struct Degraded {
  std::vector<std::string> links;  // as node:port
  Bound bound;                     // in cycles, of the links that work
  // The cycles on the whole cube, by the same algorithm or the best known there.
  const char* algorithm = nullptr;  // null where it has none
  std::optional<std::uint64_t> cycles;
};

// The work of an mpirun's ranks in a cycle.
struct RankTimes {
  unsigned ranks = 1;
  double milliseconds = 0;
  std::uint64_t bytes = 0;  // that a rank has sent
  double waiting = 0;       // share of the time
};

struct Result {
  explicit Result(const Experiment& run) : experiment(run) {}

  Experiment experiment;
  std::optional<PayloadFile> payload;  // nothing: random
  std::optional<SeedSpread> spread;    // over the seeds from the experiment's on; `report` is of the first
  std::optional<std::string> refusal;  // why it was not run; then `report` is not filled
  RunReport report;
  std::optional<RankTimes> ranks;  // of a run that was divided

  const collectives::Operation& operation() const { return experiment.operation(); }
  Bound lower_bound() const;                 // in cycles, on the whole network
  std::optional<Degraded> degraded() const;  // where links never work
  Bound least_transmissions() const;
  // The cycles that the algorithm must take, if it has a closed form. The closed form does not
  // apply if queues can fill, because a full queue stops its neighbour. Their depth is the user's
  // or the RTL's.
  std::optional<collectives::ClosedForm> closed_form() const;

  // The cycles that the plan takes, in routing cycles.
  std::optional<std::uint64_t> planned_cycles() const;

  double ratio() const;             // cycles over the lower bound
  double link_utilization() const;  // share of the links' cycles that carry a packet
  double node_cycles_per_second() const;
  double packet_hops_per_second() const;
  std::uint64_t payload_bytes() const;
};

// Times and bandwidths at a clock rate, in the terms of nccl-tests (its doc/PERFORMANCE.md).
struct Bandwidth {
  std::uint64_t bytes = 0;          // buffer_bytes()
  double microseconds = 0;          // of the cycles
  std::optional<double> algorithm;  // bytes over time, GB/s; nothing for a barrier
  std::optional<double> bus;        // times bus_factor()
};
// Bytes of a node's whole buffer: M packets for broadcast, reduce, allreduce and scans, none for a
// barrier. Other collectives have M packets for each of the N nodes, or all packets of the counts.
std::uint64_t buffer_bytes(const Result& result);
// Share of its buffer that the links of a node must carry at least: 1 for broadcast and reduce, 2
// (N - 1)/N for allreduce, else (N - 1)/N. Nothing for scans and barriers, for which nccl-tests has
// no factor.
std::optional<double> bus_factor(collectives::Collective collective, std::uint32_t nodes);
Bandwidth bandwidth(const Result& result, double clock_mhz);

// The addresses in a set of nodes.
std::vector<std::size_t> addresses(const std::vector<bool>& nodes);

// Keys are in the order in which they are printed. A row that was not run has null for figures and
// bounds, and the reason as its fault.
Json to_json(const Experiment& experiment);
// Adds how nodes are simulated, and with queues of the user's depth the parts in which the run was made.
void add_nodes(const Experiment& experiment, const std::optional<PartsTotals>& parts, Json& json);
// Their number where there are some.
inline void add_switches(std::uint32_t switches, Json& json) {
  if (switches != 0) json["switches"] = switches;
}
Json to_json(const Result& result, std::optional<double> clock_mhz = {});

// Where a bound of the run comes from, and how it is counted in the cycles of a link layer.
std::string source_of(const Bound& bound, const Experiment& experiment);

// Prints "= 17", "= 21 (+1)" or "-" for the closed form.
std::string text_of(const std::optional<collectives::ClosedForm>& cycles);

// The cycles of packets, frames and hops, and the frames that were sent, damaged and waited for in vain.
std::string text_of(const LinkTotals& links);

// Why a collective went in parts or in another order, and the cycles that `cycles_of` counts at the depth that does without.
inline const char* name_of(const PartsTotals& parts) {
  return parts.count > 1 ? "parts" : "order";
}
std::string text_of(const PartsTotals& parts, const Experiment& experiment,
                    const std::function<std::uint64_t(const Experiment&)>& cycles_of);

// The hash of every node's neighbours: a file of a network may have another graph the next time.
std::string graph_hash(const network::SomeNetwork& network);

// The first line of a run's text.
std::string heading_of(const Experiment& experiment);

// Prints the command that repeats the run.
std::string command_of(const Result& result);

struct TableColumns {
  bool bandwidth = false;
  bool spread = false;  // of several seeds
  bool latency = false;
  bool links = false;
  bool hop_cycles = false;
  bool nodes = false;  // instead of the cube's dimension
  int network = 0;     // the width of a column of their names; 0: none
};

// The columns of a measurement's table.
Columns result_columns(const TableColumns& shown);
// Whether a row of it was run, every byte and link event is right, and the closed form is met.
bool is_as_it_should(const Json& row);

}  // namespace testbench
