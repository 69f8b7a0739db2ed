// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <vector>

#include "hls/operators/composition.hpp"
#include "testbench/engines/models/content_hash.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/error_cost.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/printer/version.hpp"

namespace testbench {
namespace {

// Rows of a measurement have the same keys; a row without latencies has null for each.
Json to_json(const std::optional<LatencySummary>& latency) {
  const auto value = [&](auto member) { return latency ? Json((*latency).*member) : Json(nullptr); };
  Json json;
  json["deliveries"] = value(&LatencySummary::deliveries);
  json["mean"] = value(&LatencySummary::mean);
  json["p50"] = value(&LatencySummary::p50);
  json["p95"] = value(&LatencySummary::p95);
  json["p99"] = value(&LatencySummary::p99);
  json["max"] = value(&LatencySummary::max);
  return json;
}

Json to_json(const LoadSummary& load) {
  Json json;
  json["least"] = load.least;
  json["mean"] = load.mean;
  json["most"] = load.most;
  return json;
}

// The load of all links, of the links through each port (a dimension of a cube), and of each link
// by node and port.
Json to_json(const LinkLoad& load, const network::SomeNetwork& network, bool is_cube) {
  Json json = to_json(load.of_all(network));
  Json& ports = json[is_cube ? "dimensions" : "ports"] = Json::array();
  for (unsigned port = 0; port < load.ports(); ++port) {
    Json of_port;
    of_port[is_cube ? "dimension" : "port"] = port;
    const LoadSummary all = load.of_port(port, network);
    of_port["packets"] = all.packets;
    of_port.update(to_json(all));
    ports.push_back(of_port);
  }
  json["packets"] = Json::array();
  for (std::uint32_t node = 0; node < load.nodes(); ++node) json["packets"].push_back(load.of_node(node));
  return json;
}

// Quotes a word of a command for the shell.
std::string quoted(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char character : word) text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return text + "'";
}

Json to_json(const Counts& counts) {
  Json json;
  json["file"] = counts.file ? Json(*counts.file) : Json(nullptr);
  json["seed"] = counts.file ? Json(nullptr) : Json(counts.seed);
  json["most"] = counts.file ? Json(nullptr) : Json(counts.most);
  json["sum"] = std::accumulate(counts.packets.begin(), counts.packets.end(), std::uint64_t{0});
  json["packets"] = counts.packets;
  return json;
}

void append_bandwidth(const Result& result, std::optional<double> clock_mhz, Json& json) {
  json["bytes"] = buffer_bytes(result);
  if (!clock_mhz) return;
  const Bandwidth found = bandwidth(result, *clock_mhz);
  json["clock_mhz"] = *clock_mhz;
  json["time_us"] = found.microseconds;
  json["algbw_gb_s"] = found.algorithm ? Json(*found.algorithm) : Json(nullptr);
  json["busbw_gb_s"] = found.bus ? Json(*found.bus) : Json(nullptr);
  for (const char* key : {"time_us", "algbw_gb_s", "busbw_gb_s"}) {
    if (result.refusal) json[key] = nullptr;
  }
}

std::vector<std::string> broken_links(const std::vector<BrokenLink>& broken) {
  std::vector<std::string> list;
  list.reserve(broken.size());
  for (const BrokenLink& link : broken) {
    const std::string cycle = link.cycle != 0 ? fmt::format("@{}", link.cycle) : "";
    list.push_back(fmt::format("{}:{}{}", link.node.number(), link.port, cycle));
  }
  return list;
}

Json links_of(const LinkSetting& setting, const Result& result) {
  const WireFaults& wires = result.experiment.setting().wires;
  const RunReport& report = result.report;
  Json json;
  json["link_wires"] = setting.wires;
  json["frame_packets"] = setting.frame_packets;
  json["link_check"] = name_of(setting.check);
  json["cut_through"] = setting.cut_through;
  json["link_gap"] = setting.gap;
  json["bit_error_rate"] = wires.bit_error_rate;
  json["error_burst"] = wires.burst;
  json["fail"] = broken_links(wires.broken);
  const std::optional<std::uint64_t> planned = result.planned_cycles();
  json["planned_cycles"] = planned ? Json(*planned) : Json(nullptr);
  const LinkTotals found = report.link_layer.value_or(LinkTotals());
  json["packet_cycles"] = found.packet_cycles;
  json["tau"] = found.tau;
  json["pipeline"] = found.pipeline;
  json["frames"] = found.frames;
  json["damaged_frames"] = found.refused;
  json["time_outs"] = found.time_outs;
  const ErrorCost predicted = predicted_error_cost(found, report.transmissions, setting.wires, wires.bit_error_rate);
  json["predicted_damaged_frames"] = predicted.damaged_frames;
  json["predicted_error_cycles"] = predicted.cycles;
  json["dropped_packets"] = found.dropped;
  json["lost_packets"] = report.missing;
  json["dead_links"] = found.dead;
  return json;
}

Json to_json(const Degraded& degraded, const Result& result) {
  Json json;
  json["dead_links"] = degraded.links;
  json["lower_bound"] = degraded.bound.value;
  json["lower_bound_source"] = source_of(degraded.bound, result.experiment);
  json["ratio"] = static_cast<double>(result.report.cycles) / static_cast<double>(degraded.bound.value);
  json["whole_algorithm"] = degraded.algorithm != nullptr ? Json(degraded.algorithm) : Json(nullptr);
  json["whole_cycles"] = degraded.cycles ? Json(*degraded.cycles) : Json(nullptr);
  return json;
}

// Makes every value null and keeps the keys.
void make_null(Json& json) {
  if (!json.is_structured()) {
    json = nullptr;
    return;
  }
  for (Json& part : json) make_null(part);
}

}  // namespace

std::vector<std::size_t> addresses(const std::vector<bool>& nodes) {
  std::vector<std::size_t> found;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node]) found.push_back(node);
  }
  return found;
}

Json to_json(const Experiment& experiment) {
  const collectives::Operation& operation = experiment.operation();
  Json json;
  json["collective"] = name_of(operation.row->collective);
  json["algorithm"] = operation.row->algorithm;
  json["source"] = operation.row->source;
  json["network"] = experiment.network();
  if (!files_of(experiment.network()).empty()) json["network_hash"] = graph_hash(operation.network);
  const std::optional<unsigned> dim = experiment.dim();
  json["dim"] = dim ? Json(*dim) : Json(nullptr);
  json["nodes"] = operation.network.ends();
  add_switches(operation.network.nodes() - operation.network.ends(), json);
  json["ports"] = name_of(operation.row->ports);
  json["hop_cycles"] = operation.hop_cycles;
  json["combine_stages"] = operation.combine_stages;
  if (const unsigned latency = experiment.setting().link_latency; latency != 0) json["link_latency"] = latency;
  if (const auto& latencies = experiment.setting().latencies) {
    json["link_latencies"] = {{"file", latencies->file()}, {"least", latencies->least()}};
  }
  if (const auto& widths = experiment.setting().widths) {
    json["link_widths"] = {{"file", widths->file()},
                           {"least", widths->least()},
                           {"packet_cycles", experiment.task().packet_cycles->most()}};
  }
  json["packets"] = operation.packets;
  json["redundant"] = operation.redundant;
  json["routing_cycles"] = operation.routing_cycles;
  const bool has_operator = combines_data(operation.row->collective);
  json["op"] = has_operator ? Json(operators::operation_name(operation.asked())) : Json(nullptr);
  json["type"] = has_operator ? Json(operators::name(operators::type_of(operation.asked()))) : Json(nullptr);
  if (const auto& counts = experiment.counts()) json["counts"] = to_json(*counts);
  json["root"] = operation.root.number();
  return json;
}

void add_nodes(const Experiment& experiment, const std::optional<PartsTotals>& parts, Json& json) {
  const MeshSetting& setting = experiment.setting();
  json["lockstep"] = setting.lockstep;
  json["rtl_nodes"] = addresses(setting.rtl_nodes);
  json["payload_bits"] = setting.payload_bits;
  json["stall"] = setting.stall_probability;
  json["seed"] = setting.seed;
  json["queue_depth"] = experiment.queue_depth();
  if (experiment.queue_depth() == 0) return;
  json["part_packets"] = parts && parts->count > 1 ? Json(parts->packets) : Json(nullptr);
  json["transit_first"] = parts && parts->transit_first;
  json["tried"] = parts && parts->is_tried;
}

Json to_json(const Result& result, std::optional<double> clock_mhz) {
  const MeshSetting& setting = result.experiment.setting();
  const RunReport& report = result.report;
  const auto measured = [&](const auto& value) { return result.refusal ? Json(nullptr) : Json(value); };
  Json json = to_json(result.experiment);
  json["engine"] = result.experiment.setting().engine;
  json["threads"] = setting.threads;
  add_nodes(result.experiment, report.parts, json);
  json["payload"] = result.payload ? Json(result.payload->path) : Json(nullptr);
  json["payload_bytes"] = result.payload_bytes();
  json["cycles"] = measured(report.cycles);
  if (result.spread) {
    json["seeds"] = result.spread->seeds;
    json["cycles_min"] = measured(result.spread->least);
    json["cycles_mean"] = measured(result.spread->mean);
    json["cycles_max"] = measured(result.spread->most);
  }
  json["total_cycles"] = measured(report.total_cycles);
  for (const char* key : {"lower_bound", "lower_bound_source", "ratio"}) json[key] = nullptr;
  if (!result.refusal) {
    json["lower_bound"] = result.lower_bound().value;
    json["lower_bound_source"] = source_of(result.lower_bound(), result.experiment);
    json["ratio"] = result.ratio();
  }
  if (const std::optional<Degraded> degraded = result.degraded()) json["degraded"] = to_json(*degraded, result);
  const std::optional<collectives::ClosedForm> cycles = result.closed_form();
  json["formula"] = cycles ? Json(text_of(cycles)) : Json(nullptr);
  json["formula_met"] = cycles ? measured(report.cycles == cycles->value) : Json(nullptr);
  json["transmissions"] = measured(report.transmissions);
  json["least_transmissions"] = nullptr;
  if (!result.refusal) json["least_transmissions"] = result.least_transmissions().value;
  json["link_utilization"] = measured(result.link_utilization());
  json["deepest_queue"] = measured(report.deepest_queue);
  json["stall_cycles"] = measured(report.stall_cycles);
  if (result.operation().link_latency != 0) json["lost_in_queues"] = report.lost_in_queues;
  append_bandwidth(result, clock_mhz, json);
  if (result.experiment.setting().latency) json["latency"] = to_json(report.latency);
  if (setting.links) json["link_layer"] = links_of(*setting.links, result);
  if (report.link_load)
    json["links"] = to_json(*report.link_load, result.operation().network, result.experiment.dim().has_value());
  if (report.link_load && result.refusal) make_null(json["links"]);
  if (const std::optional<RankTimes>& ranks = result.ranks) {
    json["ranks"] = {{"count", ranks->ranks},
                     {"cycle_ms", ranks->milliseconds},
                     {"cycle_bytes", ranks->bytes},
                     {"waiting", ranks->waiting}};
  }
  const std::optional<std::string>& fault = result.refusal ? result.refusal : report.fault;
  json["verified"] = measured(!report.fault);
  json["fault"] = fault ? Json(*fault) : Json(nullptr);
  json["load_seconds"] = measured(report.load_seconds);
  json["seconds"] = measured(report.seconds);
  json["node_cycles_per_second"] = measured(result.node_cycles_per_second());
  json["packet_hops_per_second"] = measured(result.packet_hops_per_second());
  add_program(json);
  json["command"] = command_of(result);
  return json;
}

std::string graph_hash(const network::SomeNetwork& network) {
  RunningHash hash;
  for (const network::Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const std::uint32_t neighbour = network.neighbour(node, port).number();
      hash.add({reinterpret_cast<const char*>(&neighbour), sizeof neighbour});
    }
  }
  if (network.ends() != network.nodes()) hash.add(fmt::to_string(network.ends()));
  return hash.digits();
}

std::string command_of(const Result& result) {
  const collectives::Operation& operation = result.operation();
  const MeshSetting& setting = result.experiment.setting();
  std::string text = fmt::format("cubecast run {} --algorithm {} --ports {}", name_of(operation.row->collective),
                                 operation.row->algorithm, name_of(operation.row->ports));
  const auto add = [&](const char* option, const std::string& value) {
    text += fmt::format(" {} {}", option, quoted(value));
  };
  if (const std::optional<unsigned> dim = result.experiment.dim()) {
    add("--dim", std::to_string(*dim));
  } else {
    add("--network", result.experiment.network());
  }
  if (has_root(operation.row->collective)) add("--root", std::to_string(operation.root.number()));
  if (combines_data(operation.row->collective)) {
    add("--op", std::string(operators::operation_name(operation.asked())));
    add("--type", std::string(operators::name(operators::type_of(operation.asked()))));
  }
  if (result.payload) {
    add("--payload", result.payload->path);
  } else {
    add("--packets", std::to_string(operation.packets));
  }
  if (const std::optional<Counts>& counts = result.experiment.counts()) {
    if (counts->file) {
      add("--counts", *counts->file);
    } else {
      add("--counts-seed", std::to_string(counts->seed));
      add("--counts-most", std::to_string(counts->most));
    }
  }
  add("--engine", result.experiment.setting().engine);
  text += router_options(operation);
  if (const std::string latency = latency_words(setting); !latency.empty()) add("--link-latency", latency);
  if (operation.redundant) text += " --redundant";
  if (operation.routing_cycles) text += " --routing-cycles";
  if (setting.payload_bits != 64) add("--payload-bits", std::to_string(setting.payload_bits));
  if (const std::optional<LinkSetting>& links = setting.links) {
    add("--link-wires", setting.widths ? setting.widths->file() : std::to_string(links->wires));
    add("--frame-packets", std::to_string(links->frame_packets));
    add("--link-check", name_of(links->check));
    if (links->cut_through) text += " --cut-through";
    if (links->gap != 0) add("--link-gap", std::to_string(links->gap));
  }
  const WireFaults& wires = setting.wires;
  if (wires.bit_error_rate > 0) add("--bit-error-rate", fmt::format("{}", wires.bit_error_rate));
  if (wires.burst != 1) add("--error-burst", std::to_string(wires.burst));
  if (!wires.broken.empty()) {
    add("--fail", fmt::format("{}", fmt::join(broken_links(wires.broken), ",")));
  }
  if (setting.threads != 1) add("--threads", std::to_string(setting.threads));
  if (setting.lockstep) text += " --lockstep";
  if (!setting.rtl_nodes.empty()) {
    add("--rtl-nodes", fmt::format("{}", fmt::join(addresses(setting.rtl_nodes), ",")));
  }
  if (setting.stall_probability > 0) add("--stall", fmt::format("{}", setting.stall_probability));
  if (const std::size_t depth = result.experiment.queue_depth(); depth != 0)
    add("--queue-depth", std::to_string(depth));
  const bool has_random = !result.payload && result.experiment.setting().engine != kSymmetricEngineName;
  if (has_random || setting.stall_probability > 0 || wires.bit_error_rate > 0)
    add("--seed", std::to_string(setting.seed));
  return text;
}

}  // namespace testbench
