// SPDX-License-Identifier: Apache-2.0
// The network of a request, and the simulator of its nodes.
#include <fmt/format.h>

#include <string>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// The engine of that name, or the one that the other options take.
std::string engine_name(const Parameters& request) {
  const std::string name = request.engine.value_or(request.lockstep ? "rtl" : "native");
  if (!limits_of_engine(name)) refuse_name("--engine", name, run_engine_names());
  return name;
}

EngineLimits limits_of(const std::string& engine) {
  return limits_of_engine(engine).value_or(EngineLimits{});
}

// Larger where one node is simulated for all.
Network network_for(const std::string& engine, const std::string& spec, Weights weights) {
  if (engine == kSymmetricEngineName && weights == Weights::kTaken) {
    throw UsageError(
        "--link-latency or --link-wires weights: links that differ are for engines that simulate every node; give a "
        "number for all links");
  }
  if (engine == kSymmetricEngineName) return symmetric_network_of(spec);
  try {
    return network_of(spec, weights);
  } catch (const NetworkError& refused) {
    try {
      symmetric_network_of(spec);
    } catch (const NetworkError&) {
      throw refused;
    }
    throw NetworkError(fmt::format("{}; run and measure take larger ones with --engine {} where all nodes do the same",
                                   refused.what(), kSymmetricEngineName));
  }
}

// The error of a factor, such as "ring:2: must be", comes behind the whole network.
Network network_named(const std::string& engine, const std::string& spec, const std::string& words, Weights weights) {
  try {
    return network_for(engine, spec, weights);
  } catch (const NetworkError& error) {
    const std::string text = error.what();
    throw UsageError(text.starts_with(printable(spec)) ? "--network " + text : fmt::format("{}: {}", words, text));
  }
}

// D of "cube:D". Nothing for another network.
std::optional<unsigned> dimension_of(const std::string& engine, const std::string& spec) {
  constexpr std::string_view kCube = "cube:";
  if (!spec.starts_with(kCube)) return std::nullopt;
  const std::string typed = spec.substr(kCube.size());
  const unsigned most = limits_of(engine).dimension;
  const std::optional<std::uint32_t> dim = number_in(typed, {1, most});
  if (dim) return dim;
  throw UsageError(fmt::format("--network {}: must be cube:D with D from 1 to {} for --engine {}{}", printable(spec),
                               most, engine, form_of_whole_number(typed)));
}

Site without_counts(const Parameters& request, const std::string& engine) {
  if (!request.network) {
    const unsigned dim = dimension_on(engine, request.dim.value_or(0));
    return Site(network::Cube(dim), fmt::format("--dim {}", dim));
  }
  const std::string& spec = *request.network;
  const std::string words = "--network " + printable(spec);
  if (const std::optional<unsigned> dim = dimension_of(engine, spec)) return Site(network::Cube(*dim), words);
  Site site(network_named(engine, spec, words, request.takes_weights() ? Weights::kTaken : Weights::kAlike), spec,
            words);
  const EngineLimits most = limits_of(engine);
  if (site.network.nodes() > most.nodes || site.network.ports() > most.ports) {
    throw UsageError(fmt::format("{}: has {} nodes of {} ports; must be at most {} of {} for --engine {}", words,
                                 site.network.nodes(), site.network.ports(), most.nodes, most.ports, engine));
  }
  return site;
}

}  // namespace

unsigned dimension_on(const std::string& engine, const Number& dim) {
  return static_cast<unsigned>(dim.within("--dim", 1, limits_of(engine).dimension, " for --engine " + engine));
}

Site site_of(const Parameters& request) {
  Site site = without_counts(request, engine_name(request));
  site.counts = request.counts_words();
  return site;
}

void require_tables(const Site& site, const std::string& because) {
  constexpr std::uint32_t kMost = network::Hypercube::kLimits.most;
  if (!site.cube || site.cube->dimension() <= kMost) return;
  throw UsageError(fmt::format("{}: must have {} dimensions at most {}", site.words, kMost, because));
}

MeshSetting choose_engine(const Parameters& request, std::uint32_t nodes) {
  request.stages();
  MeshSetting choice{.engine = engine_name(request)};
  choice.payload_bits = request.bits();
  choice.lockstep = request.lockstep;
  choice.links = link_setting_of(request, true);
  choice.wires = wire_faults_of(request);
  if (request.rtl_nodes) choice.rtl_nodes = node_list("--rtl-nodes", *request.rtl_nodes, nodes);
  if (request.threads) {
    choice.threads = static_cast<unsigned>(number_of("--threads", *request.threads));
  }
  return choice;
}

}  // namespace testbench
