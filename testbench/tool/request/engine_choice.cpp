// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// The engine of that name, or the one that the other options take.
std::string engine_name(const EngineRequest& request) {
  const std::string name = request.name.value_or(request.lockstep ? "rtl" : "native");
  if (!limits_of_engine(name)) refuse_name("--engine", name, run_engine_names());
  return name;
}

EngineChoice choice_of(const EngineRequest& request, const std::string& name, std::uint32_t nodes) {
  EngineChoice choice{name, {}};
  choice.simulation.payload_bits = request.bits();
  choice.simulation.lockstep = request.lockstep;
  choice.simulation.links = link_setting_of(request.links);
  choice.simulation.wires = wire_faults_of(request.links);
  if (request.rtl_nodes) choice.simulation.rtl_nodes = node_list("--rtl-nodes", *request.rtl_nodes, nodes);
  if (request.threads) {
    choice.simulation.threads = static_cast<unsigned>(number_of("--threads", *request.threads));
  }
  return choice;
}

}  // namespace

unsigned dimension_on(const std::string& engine, const Number& dim) {
  const unsigned most = limits_of_engine(engine).value_or(EngineLimits{}).dimension;
  return static_cast<unsigned>(dim.within("--dim", 1, most, fmt::format(" for --engine {}", engine)));
}

EngineChoice choose_engine(const EngineRequest& request, const Number& dim) {
  refuse_clashes(given_of(request));
  const std::string name = engine_name(request);
  request.stages();
  return choice_of(request, name, std::uint32_t{1} << dimension_on(name, dim));
}

EngineChoice choose_engine(const EngineRequest& request, const std::string& spec, const Network& network) {
  GivenOptions given = given_of(request);
  given.add("--network", spec);
  refuse_clashes(given);
  const std::string name = engine_name(request);
  request.stages();
  const EngineLimits most = limits_of_engine(name).value_or(EngineLimits{});
  if (network.nodes() > most.nodes || network.ports() > most.ports) {
    throw UsageError(fmt::format("--network {}: has {} nodes of {} ports; must be at most {} of {} for --engine {}",
                                 spec, network.nodes(), network.ports(), most.nodes, most.ports, name));
  }
  return choice_of(request, name, network.nodes());
}

}  // namespace testbench
