// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "hls/operators/operation.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/memory_estimate.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/row_choice.hpp"
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

}  // namespace

std::string ReductionRequest::text() const {
  std::string given = function ? "--op " + *function : "";
  if (type) given += (given.empty() ? "--type " : " --type ") + *type;
  return given;
}

bool combines_data(collectives::Collective collective) {
  return shape_of(collective).combined && collective != collectives::Collective::kBarrier;
}

std::uint32_t combining_of(const ReductionRequest& request) {
  const operators::Function function =
      named("--op", request.function, operators::kFunctionNames, operators::function_named, operators::Function::kSum);
  const operators::Type type =
      named("--type", request.type, operators::kTypeNames, operators::type_named, operators::Type::kUint64);
  return operators::number(function, type);
}

std::string reduction_text(std::uint32_t combining) {
  return fmt::format("{} of {}", operators::name(operators::function_of(combining)),
                     operators::name(operators::type_of(combining)));
}

namespace {

using collectives::Collective;
using collectives::Operation;

// Checks memory before the plan is made. The judge keeps 4 bytes for each packet that a pair may
// have and a count for each pair.
void require_free_for_counts(const Counts& counts, const std::string& network, std::uint32_t rounds,
                             const std::string& text) {
  const std::uint64_t nodes = counts.packets.size();
  const std::uint64_t most = *std::ranges::max_element(counts.packets);
  const std::uint64_t needed = nodes * nodes * (rounds * most * 4) + PacketCounts::memory_bytes(nodes);
  const std::uint64_t free = free_memory_bytes();
  if (needed <= free) return;
  throw UsageError(
      fmt::format("--network {} {}: up to {} packets a pair need at least {} MiB of memory, {} MiB are free; use a "
                  "smaller network or "
                  "fewer packets",
                  network, text, rounds * most, needed >> 20, free >> 20));
}

// Sets the packets and the root on any network. `at`: the network in the user's words.
void take_amounts(const Request& request, const std::string& at, std::uint32_t nodes, Operation& operation) {
  operation.packets =
      static_cast<std::uint32_t>(request.packets.value_or(1).within("--packets", 1, most_packets(nodes), at));
  if (!request.root) return;
  operation.root = Address(static_cast<std::uint32_t>(request.root->within("--root", 0, nodes - 1, at)));
}

// A payload must be a whole number of lanes of the type.
void require_lanes(const Request& request, collectives::Collective collective) {
  if (!request.engine.payload_bits || !shape_of(collective).combined) return;
  const operators::Type type = operators::type_of(combining_of(request.reduction));
  const unsigned lane = operators::lane_width(type);
  const auto bits = whole_number<std::int64_t>(request.engine.payload_bits->text()).value_or(0);
  if (bits >= 1 && bits <= 64 && bits % lane == 0) return;
  const bool other_type_fits = bits >= 8 && bits <= 64 && bits % 8 == 0;
  throw UsageError(fmt::format("--payload-bits {}: {} combines {}; must be {}{}", request.engine.payload_bits->text(),
                               name_of(collective), operators::name(type),
                               lane == 64 ? "64" : fmt::format("{}..64, a multiple of {}", lane, lane),
                               combines_data(collective) && other_type_fits ? ", or take a narrower --type" : ""));
}

// The checked words that a cube and any other network share.
struct Choice {
  collectives::Collective collective;
  collectives::PortModel ports;
  EngineChoice engine;
  std::size_t queue_depth;
};

Experiment on_cube(const Request& request, const Choice& choice, unsigned dim) {
  Operation operation;
  operation.network = network::Cube(dim);
  operation.combine_stages = request.engine.stages();
  operation.hop_cycles = request.engine.router_cycles() + operation.combine_stages;
  take_amounts(request, fmt::format(" at --dim {}", dim), operation.network.nodes(), operation);
  const bool combined = shape_of(choice.collective).combined;
  if (combined) operation.combining = combining_of(request.reduction);
  if (auto planned = in_routing_cycles(request, choice.ports, choice.engine, operation)) {
    return Experiment(std::move(planned), choice.queue_depth);
  }
  EngineChoice engine = choice.engine;
  engine.simulation.wires.broken = broken_links_of(request.engine.links, operation.network);
  const std::vector<collectives::DeadLink> dead = known_dead(engine.simulation.wires.broken);
  operation.dead = {dead.data(), static_cast<std::uint32_t>(dead.size())};
  std::optional<std::string> algorithm = request.algorithm;
  if (request.redundant) {
    if (const std::string named = algorithm.value_or("nesbt"); named != "nesbt") {
      throw UsageError(fmt::format("--redundant: is for --algorithm nesbt, not {}; leave it out", named));
    }
    algorithm = "nesbt";
    operation.redundant = true;
  }
  std::shared_ptr<const NetworkOperation> planned;
  constexpr unsigned kMostPlannedDim = 16;  // of networks with 65,536 nodes
  if (!dead.empty() && dim > kMostPlannedDim) {
    throw UsageError(
        fmt::format("--dim {}: must be 1..{} with links that never work, by --fail", dim, kMostPlannedDim));
  }
  if (!dead.empty()) {
    planned = choose_around({choice.collective, choice.ports, algorithm}, request.engine.links.fail.value_or(""),
                            network_of(fmt::format("cube:{}", dim)), operation);
  } else {
    operation.row = &(algorithm ? row_named(choice.collective, choice.ports, *algorithm)
                                : best_known(choice.collective, choice.ports, operation));
  }
  const Experiment experiment =
      planned ? Experiment(planned, fmt::format("cube:{}", dim), std::nullopt, engine, choice.queue_depth)
              : Experiment(operation, engine, choice.queue_depth);
  if (!combined) return experiment;
  if (dim > kMaxDim) {
    throw UsageError(fmt::format("--dim {}: must be 1..{} for {}", dim, kMaxDim, name_of(choice.collective)));
  }
  if (const std::optional<std::string> fault = find_fault(experiment.task())) throw UsageError(*fault);
  return experiment;
}

Experiment on_network(const Request& request, const Choice& choice, const std::string& spec) {
  const Network network = network_for(request, spec);
  const std::string name = printable(spec);
  const std::string at = " at --network " + name;
  Operation amounts;
  take_amounts(request, at, network.nodes(), amounts);
  std::optional<Counts> counts;
  if (request.counts.is_given()) {
    counts = counts_for(request.counts, network, at, amounts.packets);
    require_free_for_counts(*counts, name, amounts.packets, request.counts.text());
  }
  EngineChoice engine = choice.engine;
  amounts.network = network::SomeNetwork(network.any());
  engine.simulation.wires.broken = broken_links_of(request.engine.links, amounts.network);
  const std::vector<collectives::DeadLink> dead = known_dead(engine.simulation.wires.broken);
  const PlannedChoice planned{choice.collective, choice.ports, request.algorithm};
  if (dead.empty()) {
    return {make_planned(network, name, planned, amounts.packets, amounts.root,
                         counts ? counts->packets : std::vector<std::uint32_t>()),
            spec, counts, engine, choice.queue_depth};
  }
  const std::string fail = request.engine.links.fail.value_or("");
  if (counts) {
    throw UsageError(fmt::format("--fail {}: nodes with counts have no way around links that never work; leave {} out",
                                 fail, request.counts.text()));
  }
  amounts.dead = {dead.data(), static_cast<std::uint32_t>(dead.size())};
  return {choose_around(planned, fail, network, amounts), spec, counts, engine, choice.queue_depth};
}

// "torus:4x6", or "cube:5" for --dim 5, as typed.
std::string network_spec(const Request& request) {
  return request.network.value_or(fmt::format("cube:{}", request.dim.value_or(0).text()));
}

EngineChoice engine_on(const Request& request) {
  if (const std::optional<Number> dimension = dimension_of(request)) return choose_engine(request.engine, *dimension);
  if (request.dim) choose_engine(request.engine, *request.dim);  // with counts a cube is a network like others
  const std::string spec = network_spec(request);
  return choose_engine(request.engine, printable(spec), network_for(request, spec));
}

EngineChoice engine_of(const Request& request) {
  EngineChoice engine = engine_on(request);
  engine.simulation.stall_probability = stall_of(request);
  engine.simulation.stall_seed = engine.simulation.wires.seed = seed_of(request);
  return engine;
}

// The nodes of an isotropic task all serve the same port: with counts, --ports is one if left out.
collectives::PortModel ports_of(const Request& request) {
  if (request.ports) return ports_named(*request.ports);
  return request.counts.is_given() ? collectives::PortModel::kOne : collectives::PortModel::kAll;
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

Experiment resolved(const Request& request) {
  const collectives::Collective collective = collective_named(request.collective.value_or(""));
  require_lanes(request, collective);
  const Choice choice{collective, ports_of(request), engine_of(request), queue_depth_of(request)};
  if (const std::optional<Number> dimension = dimension_of(request)) {
    return on_cube(request, choice, dimension_on(choice.engine.name, *dimension));
  }
  return on_network(request, choice, network_spec(request));
}

}  // namespace

Experiment resolve(const Request& request) {
  const GivenOptions given = given_of(request);
  refuse_clashes(given);
  require_options(given);
  Experiment experiment = resolved(request);
  if (experiment.engine().name != kSymmetricEngineName) return experiment;
  if (const std::optional<std::string> reason = asymmetry_of(experiment)) {
    const collectives::Row& row = *experiment.operation().row;
    const EngineLimits native = limits_of_engine("native").value_or(EngineLimits{});
    const collectives::Operation& operation = experiment.operation();
    const bool fits =
        operation.network.is_cube() ? operation.d() <= native.dimension : operation.network.nodes() <= native.nodes;
    throw NoPlan(
        fmt::format("--engine symmetric: one node cannot stand for all in {} {} --ports {}: {}; use --engine native{}",
                    name_of(row.collective), row.algorithm, name_of(row.ports), *reason,
                    fits                          ? ""
                    : operation.network.is_cube() ? fmt::format(" and --dim {} or less", native.dimension)
                                                  : fmt::format(" and {} nodes or less", native.nodes)));
  }
  return experiment;
}

std::optional<Number> dimension_of(const Request& request) {
  if (!request.network) return request.counts.is_given() ? std::nullopt : request.dim;
  constexpr std::string_view kCube = "cube:";
  if (!request.network->starts_with(kCube) || request.counts.is_given()) return std::nullopt;
  network_of(*request.network);
  return Number(request.network->substr(kCube.size()));
}

Network network_for(const Request& request, const std::string& spec) {
  if (request.engine.name == kSymmetricEngineName) return alike_network_of(spec);
  try {
    return network_of(spec);
  } catch (const NetworkError& refused) {
    try {
      alike_network_of(spec);
    } catch (const NetworkError&) {
      throw refused;
    }
    throw NetworkError(fmt::format("{}; run and measure take larger ones with --engine {} where all nodes do the same",
                                   refused.what(), kSymmetricEngineName));
  }
}

std::string option_of(const Experiment& experiment) {
  const Operation& operation = experiment.operation();
  return operation.network.is_cube() ? fmt::format("--dim {}", operation.d())
                                     : "--network " + printable(experiment.network());
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

std::size_t queue_depth_of(const Request& request) {
  const unsigned stages = request.engine.stages();
  return queue_depth_within(request.queue_depth, "run", request.engine.router_cycles() + stages,
                            stages != 0 ? fmt::format(", with --combine-stages {}", stages) : "");
}

double stall_of(const Request& request) {
  return decimal_of("--stall", request.stall, ", the probability of a stall");
}

std::uint64_t seed_of(const Request& request) {
  if (!request.seed) return 1;
  return static_cast<std::uint64_t>(number_of("--seed", *request.seed));
}

std::uint64_t seed_of_run(std::uint64_t first, std::uint64_t run) {
  return (first + run) & std::uint64_t{kLargestSeed};
}

}  // namespace testbench
