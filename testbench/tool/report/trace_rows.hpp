// SPDX-License-Identifier: Apache-2.0
// The rows of a trace: what links did, and beside it how long a packet has waited and which others are
// combined in it.
//
//     TraceRows rows(experiment);
//     options.watch = [&](auto sent, auto wires) { write_rows(out, rows.of(sent, wires)); };
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "testbench/judge/checker/item_routes.hpp"
#include "testbench/judge/checker/wire_event.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/verdict/link_records.hpp"

namespace testbench {

struct TraceRow {
  // `last` of what is sent or arrives: with the cycles of the wires.
  WireEvent event;
  // Cycles that a packet has waited before it was sent: at its source since the start, elsewhere since it
  // or the last part of it came, without the hop itself.
  std::optional<std::uint64_t> waited = std::nullopt;
  // "own+3+5": the sender's contribution and what came from nodes 3 and 5. "3": a copy of what came from 3.
  std::string operands = {};
};

// A packet that a router hands to a link, alone.
TraceRow row_of(const LinkEvent& sent);

class TraceRows {
 public:
  // The experiment must outlive it.
  explicit TraceRows(const Experiment& experiment);

  // The rows of the next cycles.
  std::vector<TraceRow> of(std::span<const LinkEvent> sent, std::span<const WireEvent> wires);

 private:
  struct Arrival {
    std::uint32_t sender;
    std::uint64_t cycle;
  };
  void take_stops(std::uint64_t before, std::vector<TraceRow>& rows);
  void take_combined(const LinkEvent& event, TraceRow& row);
  void arrive(const LinkEvent& event, std::uint64_t cycle);
  std::uint64_t item_of(const LinkEvent& event) const;
  void wait(std::span<const Arrival> since, const LinkEvent& event, TraceRow& row) const;

  const Experiment& experiment_;
  const network::SomeNetwork& network_;
  const bool combined_;
  const bool has_layer_;
  const Wires wires_;
  ItemRoutes routes_;
  std::vector<WireEvent> stops_;  // after which no packet has been sent yet: at the end of a run they stop nothing
  // By packet, or by item of combined packets, and by node.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<Arrival>> arrivals_;
};

}  // namespace testbench
