// SPDX-License-Identifier: Apache-2.0
// The result of a run, and how it is told: as text, a row of a table, CSV or JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "firmware/collectives/operation.hpp"
#include "testbench/bounds/bounds.hpp"
#include "testbench/request/request.hpp"
#include "testbench/run/run_options.hpp"

namespace testbench {

// As typed.
struct ReportingRequest {
  bool json = false;
  bool csv = false;
  bool latency = false;
  bool links = false;
  std::optional<std::string> clock;
};

enum class Form { kText, kJson, kCsv };

struct Reporting {
  Form form = Form::kText;
  bool latency = false;             // of packets
  bool links = false;               // packets over each
  std::optional<double> clock_mhz;  // for times and bandwidths
};

// Throws UsageError.
Reporting reporting_of(const ReportingRequest& request);

// Cycles of the same run with several seeds.
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

struct Result {
  explicit Result(const Experiment& run) : experiment(run) {}

  Experiment experiment;
  std::optional<PayloadFile> payload;  // nothing: random
  std::optional<double> clock_mhz;
  bool asks_latency = false;           // what combines packets has none to tell
  std::optional<SeedSpread> spread;    // of the seeds from the experiment's on; `report` is of the first
  std::optional<std::string> refusal;  // why it was not run; then nothing in `report` is known
  RunReport report;

  const collectives::Operation& operation() const { return experiment.operation(); }
  Bound lower_bound() const;  // in cycles
  Bound least_transmissions() const;
  // The cycles that the algorithm must show, where there is a closed form. Queues that can fill
  // (their depth is the user's or the RTL's) may stop a neighbour; then it does not apply.
  std::optional<collectives::ClosedForm> closed_form() const;
  // Run, with every byte and link event right, and the closed form met.
  bool as_it_should() const;

  double ratio() const;             // of the cycles to the bound
  double link_utilization() const;  // the part of the links' cycles that carry a packet
  double node_cycles_per_second() const;
  double packet_hops_per_second() const;
  std::uint64_t payload_bytes() const;
};

// What a clock makes of the cycles, in the terms of nccl-tests (its doc/PERFORMANCE.md).
struct Bandwidth {
  std::uint64_t bytes = 0;          // buffer_bytes()
  double microseconds = 0;          // of the cycles
  std::optional<double> algorithm;  // bytes over time, GB/s; nothing of a barrier
  std::optional<double> bus;        // times bus_factor()
};
// Of a node's whole buffer: M packets of broadcast, reduce, allreduce and scans, none of a barrier,
// else M for each of the N nodes, or all of its counts.
std::uint64_t buffer_bytes(const Result& result);
// What the links of a node must carry at least, as a part of its buffer: 1 of broadcast and reduce,
// 2 (N - 1)/N of allreduce, else (N - 1)/N. Nothing of scans and barriers, for which nccl-tests has
// none.
std::optional<double> bus_factor(collectives::Collective collective, std::uint32_t nodes);
Bandwidth bandwidth(const Result& result, double clock_mhz);

// Keys in the order in which they are printed. In a row that was not run, figures and bounds are
// null, and the fault is the reason.
nlohmann::ordered_json to_json(const Experiment& experiment);
nlohmann::ordered_json to_json(const Result& result);
// On one line.
std::string json_line(const Result& result);

// "= 17", "= 21 (+1)" or "-" for the closed form.
std::string text_of(const std::optional<collectives::ClosedForm>& cycles);

// The command that makes the same run again.
std::string command_of(const Result& result);

struct TableColumns {
  bool bandwidth = false;
  bool spread = false;  // of several seeds
  bool latency = false;
  bool links = false;
  bool hop_cycles = false;
  bool nodes = false;  // in place of the cube's dimension
};

std::string table_heading(const TableColumns& columns);
std::string table_row(const Result& result, const TableColumns& columns);

// The keys of the JSON as columns in their order, those of objects within joined by '_'. Without
// what has no one value: lists of lists.
std::string csv_heading(const Result& result);
std::string csv_row(const Result& result);

}  // namespace testbench
