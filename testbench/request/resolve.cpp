// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "hls/operators/operation.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/request/request.hpp"
#include "testbench/request/row_choice.hpp"
#include "testbench/request/words.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/memory_estimate.hpp"

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

std::uint32_t combining_of(const ReductionRequest& request, collectives::Collective collective) {
  if (request.is_given() && !combines_data(collective)) {
    throw UsageError(fmt::format("{}: {} {}; leave it out", request.text(), name_of(collective),
                                 shape_of(collective).combined ? "has no data" : "does not combine"));
  }
  const operators::Function function =
      named("--op", request.function, operators::kFunctionNames, operators::function_named, operators::Function::kSum);
  const operators::Type type =
      named("--type", request.type, operators::kTypeNames, operators::type_named, operators::Type::kUint64);
  return operators::number(function, type);
}

void refuse_to_combine_on(const std::string& network, collectives::Collective collective) {
  if (!shape_of(collective).combined) return;
  throw UsageError(
      fmt::format("--network {}: {} combines packets, which nodes of cubes alone do; use --dim in its place", network,
                  name_of(collective)));
}

std::string reduction_text(std::uint32_t combining) {
  return fmt::format("{} of {}", operators::name(operators::function_of(combining)),
                     operators::name(operators::type_of(combining)));
}

namespace {

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
void take_amounts(const Request& request, collectives::Collective collective, const std::string& at,
                  std::uint32_t nodes, Operation& operation) {
  operation.packets =
      static_cast<std::uint32_t>(request.packets.value_or(1).within("--packets", 1, most_packets(nodes), at));
  if (!request.root) return;
  operation.root = Address(static_cast<std::uint32_t>(request.root->within("--root", 0, nodes - 1, at)));
  if (has_root(collective)) return;
  throw UsageError(fmt::format("--root {}: {} has no root; leave it out", request.root->text(), name_of(collective)));
}

// A payload must be a whole number of lanes of the type.
void require_lanes(const Request& request, const Operation& operation) {
  const operators::Type type = operators::type_of(operation.combining);
  if (operators::lanes_fit(type, request.engine.bits())) return;
  const unsigned lane = operators::lane_width(type);
  const bool has_type = operation.row->collective != collectives::Collective::kBarrier;
  throw UsageError(fmt::format("--payload-bits {}: {} combines {}; must be {}{}", request.engine.bits(),
                               name_of(operation.row->collective), operators::name(type),
                               lane == 64 ? "64" : fmt::format("a multiple of {}", lane),
                               has_type ? ", or take another --type" : ""));
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
  take_amounts(request, choice.collective, fmt::format(" at --dim {}", dim), operation.network.nodes(), operation);
  operation.row = &(request.algorithm ? row_named(choice.collective, choice.ports, *request.algorithm)
                                      : best_known(choice.collective, choice.ports, operation));
  if (!operation.shape().combined) {
    if (operation.combine_stages == 0) return {operation, choice.engine, choice.queue_depth};
    throw UsageError(fmt::format("--combine-stages {}: {} combines no packets; leave it out", operation.combine_stages,
                                 name_of(choice.collective)));
  }
  operation.combining = combining_of(request.reduction, choice.collective);
  Experiment experiment(operation, choice.engine, choice.queue_depth);
  if (const std::optional<std::string> fault = find_fault(experiment.task())) throw UsageError(*fault);
  require_lanes(request, operation);
  return experiment;
}

Experiment on_network(const Request& request, const Choice& choice, const std::string& spec) {
  const Network network = network_of(spec);
  const std::string name = printable(spec);
  const std::string at = " at --network " + name;
  refuse_to_combine_on(name, choice.collective);
  Operation amounts;
  take_amounts(request, choice.collective, at, network.nodes(), amounts);
  std::optional<Counts> counts;
  if (request.counts.is_given()) {
    counts = counts_for(request.counts, network, at, amounts.packets);
    require_free_for_counts(*counts, name, amounts.packets, request.counts.text());
  }
  return {make_planned(network, name, {choice.collective, choice.ports, request.algorithm}, amounts.packets,
                       amounts.root, counts ? counts->packets : std::vector<std::uint32_t>()),
          spec, counts, choice.engine, choice.queue_depth};
}

// Isotropic tasks are for one-port nodes, which all serve the same port, so --ports defaults to
// one.
collectives::PortModel ports_with_counts(const Request& request, collectives::Collective collective) {
  if (collective != collectives::Collective::kAlltoall) {
    throw UsageError(fmt::format("{}: is for alltoall, in which every node has packets for each; leave it out with {}",
                                 request.counts.text(), name_of(collective)));
  }
  const collectives::PortModel ports = request.ports ? ports_named(*request.ports) : collectives::PortModel::kOne;
  if (ports == collectives::PortModel::kOne) return ports;
  throw UsageError(fmt::format("--ports {} {}: counts are for --ports one; use that, or leave the counts out",
                               name_of(ports), request.counts.text()));
}

// "torus:4x6", or "cube:5" for --dim 5, as typed. Empty if neither is given.
std::string network_spec(const Request& request) {
  if (request.network || !request.dim) return request.network.value_or("");
  return fmt::format("cube:{}", request.dim->text());
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
  if (name.empty()) refuse_name("collective ''", name, collective_names());
  refuse_name("collective", name, collective_names());
}

collectives::PortModel ports_named(const std::string& name) {
  for (const collectives::PortModel ports : collectives::kPortModels) {
    if (name == name_of(ports)) return ports;
  }
  throw UsageError(fmt::format("--ports {}: must be all, one or half", name));
}

std::int64_t most_packets(std::uint32_t nodes) {
  return std::numeric_limits<std::uint32_t>::max() / nodes;
}

Experiment resolve(const Request& request) {
  if (!request.collective) {
    throw UsageError(fmt::format("collective: none is given; must be one of {}", fmt::join(collective_names(), ", ")));
  }
  const collectives::Collective collective = collective_named(*request.collective);
  const collectives::PortModel ports = request.counts.is_given() ? ports_with_counts(request, collective)
                                       : request.ports           ? ports_named(*request.ports)
                                                                 : collectives::PortModel::kAll;
  combining_of(request.reduction, collective);
  const Choice choice{collective, ports, engine_of(request), queue_depth_of(request)};
  if (const std::optional<Number> dimension = dimension_of(request)) {
    return on_cube(request, choice, dimension_on(choice.engine.name, *dimension));
  }
  return on_network(request, choice, network_spec(request));
}

EngineChoice engine_of(const Request& request) {
  const auto chosen = [&] {
    if (const std::optional<Number> dimension = dimension_of(request)) return choose_engine(request.engine, *dimension);
    if (request.dim) choose_engine(request.engine, *request.dim);  // with counts a cube is a network like others
    const std::string spec = network_spec(request);
    if (!spec.empty()) return choose_engine(request.engine, printable(spec), network_of(spec));
    throw UsageError(fmt::format("--dim: is not given; must be {}; or give --network, like ring:12", known_dims()));
  };
  EngineChoice engine = chosen();
  engine.simulation.stall_probability = stall_of(request);
  engine.simulation.stall_seed = seed_of(request);
  return engine;
}

std::optional<Number> dimension_of(const Request& request) {
  if (!request.network) return request.counts.is_given() ? std::nullopt : request.dim;
  if (request.dim) {
    throw UsageError(fmt::format("--dim {} --network {}: a run has one of them; leave one out", request.dim->text(),
                                 printable(*request.network)));
  }
  constexpr std::string_view kCube = "cube:";
  if (!request.network->starts_with(kCube) || request.counts.is_given()) return std::nullopt;
  network_of(*request.network);
  return Number(request.network->substr(kCube.size()));
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

std::size_t queue_depth_of(const Request& request) {
  std::int64_t depth = -1;
  try {
    depth = number_of("--queue-depth", request.queue_depth);
  } catch (const UsageError&) {
    depth = -1;  // the message below tells more
  }
  const EngineRequest& engine = request.engine;
  const std::size_t least = network::least_queue_depth(engine.router_cycles() + engine.stages());
  if (depth != 0 && (depth < static_cast<std::int64_t>(least) || (depth & (depth - 1)) != 0)) {
    throw UsageError(fmt::format("--queue-depth {}: must be a power of two, {}..{}, or 0{}{}",
                                 request.queue_depth.text(), least, kMaxQueueDepth,
                                 engine.stages() != 0 ? fmt::format(", with --combine-stages {}", engine.stages()) : "",
                                 request.queue_depth.form()));
  }
  return static_cast<std::size_t>(depth);
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
