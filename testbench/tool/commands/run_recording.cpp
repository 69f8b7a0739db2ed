// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/run_recording.hpp"

#include <fmt/format.h>

#include <limits>

#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"

namespace testbench {

CycleRange cycle_range(const std::optional<std::string>& text) {
  if (!text) return {};
  NumberRange range(*text);
  range.require_within("--report-cycles", 1, std::numeric_limits<std::int64_t>::max());
  return {static_cast<std::uint64_t>(range.first()), static_cast<std::uint64_t>(range.last())};
}

Json page_data(const std::string& title) {
  const std::string commit = kCommit;
  Json data;
  data["title"] = title;
  data["made"] =
      fmt::format("Made by Cubecast {}{} on {}", kVersion, commit.empty() ? "" : ", commit " + commit, machine());
  for (const char* list : {"runs", "results", "dynamic", "cost"}) data[list] = Json::array();
  for (const NetworkKind& kind : network_kinds()) data["networks"][kind.name] = kind.form;
  return data;
}

RunRecording::RunRecording(const Parameters& parameters, const Result& result)
    : result_(result), is_perfetto_(parameters.trace_format == "perfetto"), shows_(parameters.show) {
  if (parameters.report) {
    const std::string label = fmt::format("--report {}", parameters.report->string());
    playback_.emplace(label, cycle_range(parameters.report_cycles));
    libraries_ = PageLibraries::load(label);
  }
  const auto require_few = [&](const char* option, std::uint32_t most, const char* instead) {
    const std::uint32_t nodes = result.operation().network.nodes();
    if (nodes <= most) return;
    throw UsageError(
        fmt::format("{}: {} nodes are too many to draw; use at most {}, or {}", option, nodes, most, instead));
  };
  if (parameters.report) require_few("--report", kMostListedNodes, "--trace FILE");
  if (parameters.plot) require_few("--plot", kMostListedNodes, "--trace FILE");
  if (shows_) require_few("--show", kMostTextNodes, "--report FILE");
  if (shows_ || parameters.plot)
    picture_.emplace(shows_ ? "--show" : fmt::format("--plot {}", parameters.plot->string()), CycleRange{},
                     Playback::kMostDrawn);
}

Json RunRecording::head() const {
  const collectives::Operation& operation = result_.operation();
  Json head;
  head["cubecast"] = kVersion;
  head["commit"] = kCommit;
  head["machine"] = machine();
  head["command"] = command_of(result_);
  head.update(to_json(result_.experiment));
  head["nodes"] = operation.network.nodes();  // that are drawn
  head["combined"] = is_combined(result_.experiment.task());
  head["has_root"] = has_root(operation.row->collective);
  head["link_layer"] = result_.experiment.setting().links.has_value();
  head["lower_bound"] = result_.lower_bound().value;
  head["lower_bound_source"] = source_of(result_.lower_bound(), result_.experiment);
  Json& links = head["links"] = Json::array();
  const network::SomeNetwork& network = operation.network;
  if (network.nodes() > kMostListedNodes) return head;
  for (const network::Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const network::Address there = network.neighbour(node, port);
      if (there == node) continue;
      links.push_back({node.number(), port, there.number(), network.arrival_port(node, port)});
    }
  }
  return head;
}

Json RunRecording::tail() const {
  const RunReport& report = result_.report;
  Json tail{{"cycles", report.cycles},
            {"verified", !report.fault},
            {"fault", report.fault ? Json(*report.fault) : Json(nullptr)},
            {"rows", row_count_}};
  if (const auto& links = report.link_layer)
    tail.update({{"link_text", text_of(*links)}, {"link_time_out", links->time_out}});
  return tail;
}

void RunRecording::attach(RunHooks& hooks, const Streams& streams) {
  to_ = streams;
  if (to_.trace == nullptr && !playback_ && !picture_) return;
  rows_.emplace(result_.experiment);
  facts_ = head();
  if (to_.trace != nullptr && is_perfetto_) perfetto_.emplace(*to_.trace, facts_);
  if (to_.trace != nullptr && !is_perfetto_) write_head(*to_.trace, facts_);
  hooks.watch = [this](std::span<const LinkEvent> sent, std::span<const WireEvent> wires) {
    const std::vector<TraceRow> rows = rows_->of(sent, wires);
    row_count_ += rows.size();
    if (perfetto_) perfetto_->add(rows);
    if (to_.trace != nullptr && !perfetto_) write_rows(*to_.trace, rows);
    for (const TraceRow& row : rows) {
      if (playback_) playback_->add(row);
      if (picture_) picture_->add(row);
    }
  };
}

std::string RunRecording::finish() {
  if (perfetto_) perfetto_->finish();
  if (to_.trace != nullptr && !perfetto_) write_tail(*to_.trace, tail());
  facts_.update(tail());
  if (to_.plot != nullptr && picture_) *to_.plot << svg_of(*picture_, facts_);
  if (to_.report != nullptr && playback_ && libraries_) {
    const collectives::Row& row = *result_.operation().row;
    Json data =
        page_data(fmt::format("{} {} on {}", name_of(row.collective), row.algorithm, result_.experiment.network()));
    data["runs"].push_back(playback_->finished(facts_));
    data["results"].push_back(to_json(result_));
    *to_.report << page_of(data, *libraries_);
  }
  return shows_ && picture_ ? text_of(*picture_, facts_) : "";
}

}  // namespace testbench
