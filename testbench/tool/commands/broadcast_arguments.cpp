// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/broadcast_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "testbench/judge/bounds/partial_broadcast_bound.hpp"
#include "testbench/plans/collectives/site.hpp"
#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// The largest cube whose nodes serve requests. They have more state than routers.
constexpr unsigned kMostServingDimension = 16;

PrefixSetting chosen_prefix(const Serving& serving) {
  using broadcast::PrefixChannel;
  PrefixSetting prefix;
  if (serving.prefix == "wires") {
    prefix.channel = serving.overlap ? PrefixChannel::kOverlap : PrefixChannel::kWires;
  } else if (serving.prefix == "tree") {
    prefix.channel = PrefixChannel::kTree;
  }
  if (serving.count_wires) {
    // The limit is that of the largest cube; chosen_dimension() checks again with the real
    // dimension.
    prefix.count_wires =
        static_cast<unsigned>(serving.count_wires->within("--count-wires", 1, kMostServingDimension + 1));
  }
  return prefix;
}

unsigned chosen_dimension(const Number& dim, const Serving& serving, const std::string& engine) {
  const unsigned dimension = dimension_on(engine, dim);
  if (serving.count_wires) {
    serving.count_wires->within("--count-wires", 1, dimension + 1, fmt::format(" for --dim {}", dimension));
  }
  return dimension;
}

// Queues of this depth never fill during a period, even with the packets that follow a stop.
// Requests that are served at once have no safe depth; this one is deep enough while they are
// stable.
constexpr std::size_t kDeepQueue = 1024;
std::size_t chosen_depth(const Number& depth, std::uint32_t nodes) {
  const std::size_t asked = queue_depth_within(depth, "pmnb", 1);
  return asked != 0 ? asked : std::max(4 * std::bit_ceil(std::size_t{nodes}), kDeepQueue);
}

// Every node has a word for each source, and the search for trees keeps as many.
BroadcastSetting setting_on_trees(const Site& site, const MeshSetting& asked) {
  constexpr std::uint64_t kBytesOfPair = 12;
  const std::uint64_t needed = std::uint64_t{site.network.nodes()} * site.network.nodes() * kBytesOfPair;
  if (needed > free_memory_bytes()) {
    throw UsageError(fmt::format("{}: needs about {} MiB of memory, {} MiB are free; use a smaller network", site.words,
                                 needed >> 20, free_memory_bytes() >> 20));
  }
  try {
    return {std::make_shared<const ServiceTrees>(site.network), broadcast::Scheme::kPmnb, asked};
  } catch (const PlanError& error) {
    throw UsageError(fmt::format("{}: {}", site.words, error.what()));
  }
}

// Returns the schemes of the network, by name or all of them.
std::vector<broadcast::SchemeName> schemes_at(const std::string& words, bool on_cube, bool (*takes)(broadcast::Scheme),
                                              const std::optional<std::string>& name) {
  std::vector<broadcast::SchemeName> known(broadcast::kSchemes.begin(), broadcast::kSchemes.end());
  if (!on_cube) known.assign(broadcast::kTreeSchemes.begin(), broadcast::kTreeSchemes.end());
  std::erase_if(known, [&](const broadcast::SchemeName& scheme) { return !takes(scheme.scheme); });
  std::vector<broadcast::SchemeName> chosen = chosen_schemes(name, known);
  if (!chosen.empty()) return chosen;
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const broadcast::SchemeName& scheme : known) names.emplace_back(scheme.name);
  throw UsageError(fmt::format("{}: has no scheme {}; take {}", words, name.value_or(""), either_of(names)));
}

// Refuses shallow queues, which make packets miss their windows.
void require_deep_queues(const BroadcastSetting& setting, const Parameters& parameters) {
  // A packet of the last window goes no further. Before it at most K/2 + d packets arrive over a
  // link (lemma 1).
  const std::size_t least = std::size_t{2} << setting.dimension();
  if (setting.queue_depth.chosen < least) {
    throw UsageError(
        fmt::format("--queue-depth {}: --overlap is for queues that cannot fill, {} for --dim {}; leave one "
                    "of them out",
                    parameters.queue_depth.text(), least, setting.dimension()));
  }
}

}  // namespace

std::vector<broadcast::SchemeName> chosen_schemes(const std::optional<std::string>& name,
                                                  const std::vector<broadcast::SchemeName>& known) {
  if (!name || *name == "all") return known;
  std::vector<broadcast::SchemeName> chosen = known;
  std::erase_if(chosen, [&](const broadcast::SchemeName& scheme) { return *name != scheme.name; });
  return chosen;
}

ServiceRuns service_runs(const Parameters& parameters, const Serving& serving, bool (*takes)(broadcast::Scheme)) {
  const std::string engine_name = parameters.engine.value_or(parameters.lockstep ? "rtl" : "native");
  std::optional<Site> site;
  if (parameters.network) site = site_of(parameters);
  if (site && site->network.has_switches()) {
    throw UsageError(
        fmt::format("{}: has switches, and every node serves requests; take a network without", site->words));
  }
  const bool on_cube = !site || site->cube;
  const Number dim = site && on_cube ? Number(site->cube->dimension()) : parameters.dim.value_or(0);
  std::uint32_t nodes = 0;  // an unknown engine is refused below
  if (const std::optional<EngineLimits> most = limits_of_engine(engine_name)) {
    nodes = !on_cube
                ? site->network.nodes()
                : cube::nodes(static_cast<unsigned>(dim.within(
                      "--dim", 1, std::min(most->dimension, kMostServingDimension), " for --engine " + engine_name)));
  }
  const MeshSetting asked = choose_engine(parameters, nodes);
  ServiceRuns runs;
  const PrefixSetting prefix = chosen_prefix(serving);
  if (on_cube) {
    runs.setting = BroadcastSetting(chosen_dimension(dim, serving, asked.engine), broadcast::Scheme::kPmnb1, asked);
    runs.cut = runs.setting.dimension();
    runs.words = fmt::format("--dim {}", runs.setting.dimension());
  } else {
    runs.network = parameters.network.value_or("");
    runs.words = site->words;
    runs.setting = setting_on_trees(*site, asked);
  }
  runs.schemes = schemes_at(runs.words, on_cube, takes, serving.scheme);
  runs.setting.prefix = prefix;
  runs.setting.queue_depth.is_users = parameters.queue_depth.text() != "0";
  runs.setting.queue_depth.chosen = chosen_depth(parameters.queue_depth, nodes);
  runs.setting.stall_probability = decimal_of("--stall", parameters.stall, "", "pmnb");
  if (serving.overlap) require_deep_queues(runs.setting, parameters);
  const auto seed = static_cast<std::uint64_t>(parameters.seed ? number_of("--seed", *parameters.seed) : 1);
  runs.setting.seed = runs.setting.payload_seed = seed;
  try {
    if (runs.setting.has_rtl()) rtl_configuration(runs.setting);
  } catch (const hls::ConfigurationError& error) {
    throw UsageError(fmt::format("{}: {}", runs.words, error.what()));
  }
  if (!on_cube) {
    const PartialBroadcastBound bound(runs.setting.trees->edges());
    runs.cut = {static_cast<double>(bound.cut().amount), static_cast<double>(bound.cut().capacity)};
    if (nodes <= kMostMeasuredNodes) runs.period = measure_time(runs.setting);
  }
  return runs;
}

std::vector<PmnbTime> ServiceRuns::times_of(const broadcast::SchemeName& scheme) const {
  // The theorem does not treat exchanges that overlap with packets. Its bounds without overlap hold
  // all the more.
  const unsigned d = setting.dimension();
  const unsigned step = setting.prefix.value_or(PrefixSetting()).step_cycles(d);
  switch (scheme.scheme) {
    case broadcast::Scheme::kPmnb1:
      return {pmnb_time(PmnbAlgorithm::kI, d, step)};
    case broadcast::Scheme::kPmnb2:
      return {pmnb_time(PmnbAlgorithm::kII, d, step)};
    case broadcast::Scheme::kPmnb3:
      return {pmnb_time(PmnbAlgorithm::kIII, d, step)};
    case broadcast::Scheme::kPmnb:
      return period ? period->times : std::vector<PmnbTime>();
    default:
      return {};
  }
}

void ServiceRuns::add_network(Json& json) const {
  if (setting.trees) {
    json["network"] = network;
  } else {
    json["dim"] = setting.dimension();
  }
  json["nodes"] = setting.nodes();
}

void ServiceRuns::add_period(Json& json, const std::optional<PmnbTime>& time) const {
  if (!setting.trees) return;
  json["period"] = nullptr;
  if (!time || !period) return;
  json["period"] = {{"message", time->message},
                    {"reservation", time->reservation},
                    {"proved", setting.trees->most_cycles(std::vector<bool>(setting.nodes(), true)) + 1},
                    {"sets", period->sets}};
}

void add_setting(nlohmann::ordered_json& json, const BroadcastSetting& setting) {
  const PrefixSetting prefix = setting.prefix.value_or(PrefixSetting());
  json["prefix"] = setting.trees ? "tree" : prefix.name();
  if (prefix.has_wires()) {
    json["count_wires"] = prefix.wires_of(setting.dimension());
    json["overlap"] = prefix.overlaps();
  }
  json["payload_bits"] = setting.payload_bits;
  json["stall"] = setting.stall_probability;
  json["queue_depth"] = setting.queue_depth.chosen;
  json["seed"] = setting.payload_seed;
  add_program(json);
  json["command"] = command_as_typed();
}

std::vector<Address> active_nodes(const ActiveNodes& request, const ServiceRuns& runs) {
  const std::uint32_t nodes = runs.setting.nodes();
  const std::uint64_t seed = runs.setting.payload_seed;
  const std::string where = " for " + runs.words;
  std::vector<bool> active(nodes, !request.count);
  boost::random::mt19937_64 random(seed);
  if (request.count) {
    // Floyd's algorithm: the last `count` nodes of a random order.
    const std::int64_t count = request.count->within("--active", 0, nodes, where);
    for (std::uint32_t last = nodes - static_cast<std::uint32_t>(count); last < nodes; ++last) {
      const std::uint32_t node = boost::random::uniform_int_distribution<std::uint32_t>(0, last)(random);
      active[active[node] ? last : node] = true;
    }
  } else if (request.nodes) {
    active =
        request.nodes->empty() ? std::vector<bool>(nodes, false) : node_list("--active-nodes", *request.nodes, nodes);
  } else if (request.share) {
    boost::random::bernoulli_distribution<double> is_active(decimal_of("--active-share", *request.share, "", "pmnb"));
    for (std::uint32_t node = 0; node < nodes; ++node) active[node] = is_active(random);
  }
  std::vector<Address> chosen;
  for (const Address node : network::addresses(nodes)) {
    if (active[node.number()]) chosen.push_back(node);
  }
  return chosen;
}

}  // namespace testbench
