// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "hls/link/config.hpp"
#include "hls/operators/composition.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/request/choose.hpp"
#include "testbench/tool/request/link_file.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// Returns the value of that name, or the default.
template <class Value, std::size_t N>
Value named(const char* option, const std::optional<std::string>& name, const std::string_view (&names)[N],
            std::optional<Value> (*find)(std::string_view), Value left_out) {
  if (!name) return left_out;
  if (const std::optional<Value> found = find(*name)) return *found;
  refuse_name(option, *name, {std::begin(names), std::end(names)});
}

LinkQuantity latency_of(const Parameters& request) {
  if (request.link_wires) return {"--link-latency", "cycles", "latency", 0, links::kMaxWireLatency, 0, ""};
  return {"--link-latency",
          "cycles",
          "latency",
          0,
          router::kMaxLinkLatency,
          0,
          "; give fewer, or --link-wires, for links with buffers"};
}
constexpr LinkQuantity kLinkWidth{"--link-wires", "wires", "width", 1, kMostLinkWires, std::nullopt, ""};

std::string typed_text(const std::optional<Number>& typed) {
  return typed ? typed->text() : "";
}

// Null for one number.
std::shared_ptr<const LinkValues> values_of(const LinkQuantity& quantity, const std::optional<Number>& typed,
                                            const Network& network) {
  const std::string value = typed_text(typed);
  if (LinkQuantity::is_weights(value)) return values_of_weights(quantity, network);
  return LinkQuantity::is_file(value) ? LinkFile(quantity, value).of(network) : nullptr;
}

}  // namespace

unsigned Parameters::stages() const {
  return combine_stages ? static_cast<unsigned>(number_of("--combine-stages", *combine_stages)) : 0;
}
bool Parameters::takes_weights() const {
  return LinkQuantity::is_weights(typed_text(link_latency)) || LinkQuantity::is_weights(typed_text(link_wires));
}
std::vector<std::pair<std::string, std::filesystem::path>> Parameters::link_files() const {
  std::vector<std::pair<std::string, std::filesystem::path>> files;
  for (const auto& [option, typed] : {std::pair("--link-latency", link_latency), {kLinkWidth.option, link_wires}}) {
    const std::string value = typed_text(typed);
    if (LinkQuantity::is_file(value) && !LinkQuantity::is_weights(value)) files.emplace_back(option, value);
  }
  return files;
}
std::shared_ptr<const LinkValues> Parameters::latencies(const Network& of) const {
  return values_of(latency_of(*this), link_latency, of);
}
std::shared_ptr<const LinkValues> Parameters::widths(const Network& of) const {
  return values_of(kLinkWidth, link_wires, of);
}
unsigned Parameters::latency_of_links() const {
  const std::string value = typed_text(link_latency);
  if (LinkQuantity::is_weights(value)) return latencies(site_of(*this).network)->most();
  if (LinkQuantity::is_file(value)) return LinkFile(latency_of(*this), value).most();
  const auto cycles = link_latency ? static_cast<unsigned>(number_of("--link-latency", *link_latency)) : 0;
  if (link_wires || cycles <= router::kMaxLinkLatency) return cycles;
  throw UsageError(
      fmt::format("--link-latency {}: the queues of a router have room for wires of 0..{} cycles; give fewer, or "
                  "--link-wires in run and measure, for links with buffers of their own",
                  cycles, router::kMaxLinkLatency));
}
unsigned Parameters::bits() const {
  return payload_bits ? static_cast<unsigned>(number_of("--payload-bits", *payload_bits)) : 64;
}

std::string Parameters::reduction_words() const {
  std::string given = op ? "--op " + *op : "";
  if (type) given += (given.empty() ? "--type " : " --type ") + *type;
  return given;
}

bool combines_data(collectives::Collective collective) {
  return shape_of(collective).combined && collective != collectives::Collective::kBarrier;
}

std::uint32_t asked_operation_of(const Parameters& request) {
  const auto function =
      named("--op", request.op, operators::kOperationNames, operators::operation_named, std::uint32_t{0});
  const operators::Type type =
      named("--type", request.type, operators::kTypeNames, operators::type_named, operators::Type::kUint64);
  const std::uint32_t asked = function | static_cast<std::uint32_t>(type) << 4;
  if (operators::takes(asked, type)) return asked;
  const char* const way =
      operators::has_pairs(asked)
          ? "a packet has a value and an index of 32 bits; use --type int32, float32 or a shorter one"
      : operators::is_logical(asked) ? "use integers, such as --type int32"
                                     : "use sum, product, min or max";
  throw UsageError(fmt::format("--op {}: not of {}; {}", operators::operation_name(asked), operators::name(type), way));
}

std::uint32_t combining_of(const Parameters& request) {
  return operators::hardware_operation(asked_operation_of(request));
}

std::string reduction_text(std::uint32_t operation) {
  return fmt::format("{} of {}", operators::operation_name(operation), operators::name(operators::type_of(operation)));
}

namespace {

using collectives::Collective;
using collectives::Operation;

// Checks memory before the plan is made. The judge keeps 4 bytes for each packet that a pair may
// have and a count for each pair.
void require_free_for_counts(const Counts& counts, const Site& site, std::uint32_t rounds) {
  const std::uint64_t nodes = counts.packets.size();
  const std::uint64_t most = *std::ranges::max_element(counts.packets);
  const std::uint64_t needed = nodes * nodes * (rounds * most * 4) + PacketCounts::memory_bytes(nodes);
  const std::uint64_t free = free_memory_bytes();
  if (needed <= free) return;
  throw UsageError(fmt::format("{} {}: up to {} packets a pair need at least {} MiB of memory, {} MiB are free; {}",
                               site.words, site.counts, rounds * most, needed >> 20, free >> 20, kWayToLessMemory));
}

// A payload must be a whole number of lanes of the type.
void require_lanes(const Parameters& request, collectives::Collective collective) {
  if (!request.payload_bits || !shape_of(collective).combined) return;
  const operators::Type type = operators::type_of(combining_of(request));
  const unsigned lane = operators::lane_width(type);
  const auto bits = whole_number<std::int64_t>(request.payload_bits->text()).value_or(0);
  if (bits >= 1 && bits <= 64 && bits % lane == 0) return;
  const bool other_type_fits = bits >= 8 && bits <= 64 && bits % 8 == 0;
  throw UsageError(fmt::format("--payload-bits {}: {} combines {}; must be {}{}", request.payload_bits->text(),
                               name_of(collective), operators::name(type),
                               lane == 64 ? "64" : fmt::format("{}..64, a multiple of {}", lane, lane),
                               combines_data(collective) && other_type_fits ? ", or take a narrower --type" : ""));
}

// The amounts of an operation, without its row.
Operation asked_of(const Parameters& request, const Wanted& wanted, const Site& site) {
  const std::uint32_t nodes = site.network.ends();
  const std::string at = " at " + site.words;
  Operation asked;
  asked.network = site.links();
  asked.combine_stages = request.stages();
  if (!request.link_wires) asked.link_latency = request.latency_of_links();
  asked.hop_cycles = request.router_cycles() + asked.combine_stages + asked.link_latency;
  asked.packets =
      static_cast<std::uint32_t>(request.packets.value_or(1).within("--packets", 1, most_packets(nodes), at));
  if (request.root) asked.root = Address(static_cast<std::uint32_t>(request.root->within("--root", 0, nodes - 1, at)));
  if (shape_of(wanted.collective).combined) {
    const std::uint32_t operation = asked_operation_of(request);
    asked.combining = operators::hardware_operation(operation);
    if (operators::is_composition(operation)) asked.composed = operation;
  }
  asked.redundant = request.redundant;
  return asked;
}

std::optional<Counts> counts_of(const Parameters& request, const Site& site, std::uint32_t rounds) {
  if (site.counts.empty()) return std::nullopt;
  require_tables(site, "with " + site.counts);
  Counts counts = counts_for(request, site.network, " at " + site.words, rounds);
  require_free_for_counts(counts, site, rounds);
  return counts;
}

void take_dead_links(const Parameters& request, const MeshSetting& setting, Site& site) {
  if (known_dead(setting.wires.broken).empty()) return;
  site.dead_links = "--fail " + request.fail.value_or("");
  require_tables(site, "with links that never work, by --fail");
  if (site.counts.empty()) return;
  throw UsageError(fmt::format("{}: nodes with counts have no way around links that never work; leave {} out",
                               site.dead_links, site.counts));
}

// Windows of port gates count cycles of a hop, and so do routing cycles, and one node for all.
void require_any_links(const LinkQuantity& quantity, const std::optional<Number>& typed, const Parameters& request,
                       const MeshSetting& setting, collectives::PortModel ports) {
  const char* const other = ports != collectives::PortModel::kAll    ? "--ports all"
                            : request.routing_cycles                 ? "runs without --routing-cycles"
                            : setting.engine == kSymmetricEngineName ? "engines that simulate every node"
                                                                     : nullptr;
  if (other == nullptr) return;
  throw NoPlan(fmt::format("{} {}: links that differ are for {}; give a number of {} for all links", quantity.option,
                           printable(typed_text(typed)), other, quantity.unit));
}

void take_links_that_differ(const Parameters& request, const Network& network, collectives::PortModel ports,
                            MeshSetting& setting) {
  if (std::shared_ptr<const LinkValues> latencies = request.latencies(network)) {
    require_any_links(latency_of(request), request.link_latency, request, setting, ports);
    setting.latencies = std::move(latencies);
  }
  std::shared_ptr<const LinkValues> widths = request.widths(network);
  if (!widths || !setting.links) return;
  require_any_links(kLinkWidth, request.link_wires, request, setting, ports);
  if (setting.links->check != hls::LinkCheck::kNone) {
    throw UsageError(
        fmt::format("--link-check {}: frames of links that differ in width have no checksum; leave it out, "
                    "or give a number of wires for all links",
                    name_of(setting.links->check)));
  }
  setting.links->wires = widths->most();
  setting.widths = std::move(widths);
}

// The nodes of an isotropic task all serve the same port: with counts, --ports is one if left out.
collectives::PortModel ports_of(const Parameters& request) {
  if (request.ports) return ports_named(*request.ports);
  return request.has_counts() ? collectives::PortModel::kOne : collectives::PortModel::kAll;
}

}  // namespace

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (const collectives::Collective collective : collectives::kCollectives) names.emplace_back(name_of(collective));
  return names;
}

collectives::Collective collective_named(const std::string& name) {
  for (const collectives::Collective collective : collectives::kCollectives) {
    if (name == name_of(collective)) return collective;
  }
  refuse_name("collective", name, collective_names());
}

collectives::PortModel ports_named(const std::string& name) {
  for (const collectives::PortModel ports : collectives::kPortModels) {
    if (name == name_of(ports)) return ports;
  }
  refuse_name("--ports", name, std::get<Names>(option_of("--ports", "run").range));
}

std::int64_t most_packets(std::uint32_t nodes) {
  return std::numeric_limits<std::uint32_t>::max() / nodes;
}

namespace {

Experiment resolved(const Parameters& request) {
  Wanted wanted{collective_named(request.collective.value_or("")), ports_of(request), request.algorithm};
  require_lanes(request, wanted.collective);
  Site site = site_of(request);
  MeshSetting setting = choose_engine(request, site.network.nodes());
  setting.link_latency = request.latency_of_links();
  take_links_that_differ(request, site.network, wanted.ports, setting);
  setting.stall_probability = stall_of(request);
  setting.latency = request.latency;
  setting.link_load = request.links;
  setting.seed = setting.wires.seed = seed_of(request);
  wanted.queue_depth = queue_depth_of(request);
  if (request.start_skew || request.repeat) wanted.starts = starts_of(request);
  const Operation asked = asked_of(request, wanted, site);
  const std::optional<Counts> counts = counts_of(request, site, asked.packets);
  setting.wires.broken = broken_links_of(request, asked.network);
  take_dead_links(request, setting, site);
  if (request.redundant) {
    if (const std::string named = wanted.algorithm.value_or("nesbt"); named != "nesbt") {
      throw UsageError(fmt::format("--redundant: is for --algorithm nesbt, not {}; leave it out", named));
    }
    wanted.algorithm = "nesbt";
  }
  Experiment experiment(choose_frames(request, wanted, site, asked, setting, counts), wanted.queue_depth);
  if (!is_combined(experiment.task())) return experiment;
  if (asked.d() > kMaxDim) {
    throw UsageError(
        fmt::format("{}: must have {} dimensions at most for {}", site.words, kMaxDim, name_of(wanted.collective)));
  }
  if (const std::optional<std::string> fault = find_fault(experiment.task())) throw UsageError(*fault);
  return experiment;
}

}  // namespace

Experiment resolve(const Parameters& request) {
  const GivenOptions given = given_of(request);
  refuse_clashes(given);
  require_options(given);
  Experiment experiment = resolved(request);
  if (experiment.setting().engine != kSymmetricEngineName) return experiment;
  if (const std::optional<std::string> reason = asymmetry_of(experiment)) {
    const Operation& operation = experiment.operation();
    const EngineLimits native = limits_of_engine("native").value_or(EngineLimits{});
    const std::optional<unsigned> dim = experiment.dim();
    const bool fits = dim ? *dim <= native.dimension : operation.network.nodes() <= native.nodes;
    const std::string smaller = dim ? fmt::format(" and --dim {} or less", native.dimension)
                                    : fmt::format(" and {} nodes or less", native.nodes);
    throw NoPlan(
        fmt::format("--engine symmetric: one node cannot stand for all in {} {} --ports {}: {}; use --engine "
                    "native{}",
                    name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                    *reason, fits ? "" : smaller));
  }
  return experiment;
}

std::string latency_words(const MeshSetting& setting) {
  if (setting.latencies) return setting.latencies->file();
  return setting.link_latency == 0 ? "" : std::to_string(setting.link_latency);
}

std::string router_options(const Operation& operation) {
  std::string text = operation.router_cycles() == 2 ? " --pipelined" : "";
  if (operation.combine_stages != 0) text += fmt::format(" --combine-stages {}", operation.combine_stages);
  return text;
}

std::size_t queue_depth_within(const Number& depth, std::string_view command, unsigned hop_cycles,
                               const std::string& where) {
  const auto least = static_cast<std::int64_t>(network::least_queue_depth(hop_cycles));
  const std::int64_t most = std::get<WholeRange>(option_of("--queue-depth", command).range).most;
  const std::int64_t value = whole_number<std::int64_t>(depth.text()).value_or(-1);
  if (value != 0 && (value < least || value > most || (value & (value - 1)) != 0)) {
    throw UsageError(fmt::format("--queue-depth {}: must be a power of two, {}..{}, or 0{}{}", depth.text(), least,
                                 most, where, depth.form()));
  }
  return static_cast<std::size_t>(value);
}

std::size_t queue_depth_of(const Parameters& request) {
  const unsigned stages = request.stages();
  const unsigned latency = request.link_wires ? 0 : request.latency_of_links();
  std::string with = stages != 0 ? fmt::format(", with --combine-stages {}", stages) : "";
  if (latency != 0) with += fmt::format(", with --link-latency {}", latency);
  return queue_depth_within(request.queue_depth, "run", request.router_cycles() + stages + 2 * latency, with);
}

Starts starts_of(const Parameters& request) {
  Starts starts;
  if (request.start_skew) starts.skew = static_cast<std::uint64_t>(number_of("--start-skew", *request.start_skew));
  if (request.repeat) starts.repeat = static_cast<std::uint32_t>(number_of("--repeat", *request.repeat));
  return starts;
}

double stall_of(const Parameters& request) {
  return decimal_of("--stall", request.stall, ", the probability of a stall");
}

std::uint64_t seed_of(const Parameters& request) {
  if (!request.seed) return 1;
  return static_cast<std::uint64_t>(number_of("--seed", *request.seed));
}

std::uint64_t seed_of_run(std::uint64_t first, std::uint64_t run) {
  return (first + run) & std::uint64_t{kLargestSeed};
}

}  // namespace testbench
