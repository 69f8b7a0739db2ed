// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "testbench/request/request.hpp"
#include "testbench/request/words.hpp"
#include "testbench/run/engines.hpp"

namespace testbench {
namespace {

// Names the option that needs RTL, for messages. Empty: none.
std::string rtl_option(const EngineRequest& request) {
  if (request.lockstep) return "--lockstep";
  if (request.rtl_nodes) return "--rtl-nodes " + *request.rtl_nodes;
  return request.wave ? "--wave " + *request.wave : "";
}

// Checks the name of the engine, and the options that go with it.
std::string engine_name(const EngineRequest& request) {
  const std::string option = rtl_option(request);
  const std::string name = request.name.value_or(request.lockstep ? "rtl" : "native");
  if (!limits_of_engine(name)) refuse_name("--engine", name, engine_names());
  if (request.rtl_nodes && name != "systemc") {
    throw UsageError(fmt::format("--rtl-nodes {}: is for --engine systemc; with --engine rtl every node is RTL",
                                 *request.rtl_nodes));
  }
  if (!option.empty() && !request.rtl_nodes && name != "rtl") {
    throw UsageError(fmt::format("{}: --engine {} has no RTL; use --engine rtl, or --engine systemc with --rtl-nodes",
                                 option, name));
  }
  if (request.payload_bits && name != "rtl" && !request.rtl_nodes) {
    throw UsageError(fmt::format(
        "--payload-bits {}: --engine {} has nodes of 64 bits; use --engine rtl, or --engine systemc with --rtl-nodes",
        request.payload_bits->text(), name));
  }
  if (request.threads && name != "native") refuse_alone("--threads", request.threads->text());
  return name;
}

EngineChoice choice_of(const EngineRequest& request, const std::string& name, std::uint32_t nodes) {
  EngineChoice choice{name, {}};
  choice.simulation.payload_bits = request.bits();
  choice.simulation.lockstep = request.lockstep;
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
  const std::string name = engine_name(request);
  request.stages();
  return choice_of(request, name, std::uint32_t{1} << dimension_on(name, dim));
}

EngineChoice choose_engine(const EngineRequest& request, const std::string& spec, const Network& network) {
  const std::string name = engine_name(request);
  if (request.pipelined) {
    throw UsageError(fmt::format("--pipelined: is for cubes, by --dim; leave it out with --network {}", spec));
  }
  if (request.stages() != 0) {
    throw UsageError(fmt::format("--combine-stages {}: is for cubes, by --dim; leave it out with --network {}",
                                 request.stages(), spec));
  }
  const EngineLimits most = limits_of_engine(name).value_or(EngineLimits{});
  if (network.nodes() > most.nodes || network.ports() > most.ports) {
    throw UsageError(fmt::format("--network {}: has {} nodes of {} ports; must be at most {} of {} for --engine {}",
                                 spec, network.nodes(), network.ports(), most.nodes, most.ports, name));
  }
  return choice_of(request, name, network.nodes());
}

}  // namespace testbench
