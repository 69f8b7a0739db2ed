// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/engines.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "firmware/networks/cube_addresses.hpp"
#include "firmware/networks/network.hpp"
#include "testbench/engines/mesh/mixed_nodes.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/models/recipes.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/engines/systemc/systemc_engine.hpp"
#include "testbench/runs/experiment/divided_run.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"

namespace testbench {
namespace {

// Returns the first registered engine that has RTL nodes for the meshes of others.
const Engine& rtl_engine() {
  for (const Engine& engine : registered_engines()) {
    if (engine.make_nodes != nullptr) return engine;
  }
  throw std::runtime_error("no RTL engine is linked with this program");
}

// Some of the nodes may be RTL. The others then have its configuration, with payloads as narrow.
std::unique_ptr<Mesh> make_systemc(const MeshSetting& setting, std::unique_ptr<Environment> environment) {
  auto nodes = setting.rtl_nodes.empty() ? make_native_nodes(setting) : rtl_engine().make_nodes(setting);
  return make_systemc_mesh(setting, std::move(nodes), std::move(environment));
}

// The native nodes, whose queues take what is in them alone, and RTL in place of some.
std::unique_ptr<Nodes> make_mixed_nodes(const MeshSetting& setting) {
  const std::vector<bool>& is_rtl = setting.rtl_nodes;
  std::unique_ptr<Nodes> native = make_native_nodes(setting);
  if (is_rtl.empty()) return native;
  return std::make_unique<MixedNodes>(std::move(native), rtl_engine().make_nodes(setting), is_rtl);
}

constexpr unsigned dimension_of(std::uint32_t nodes) {
  return static_cast<unsigned>(std::bit_width(nodes)) - 1;
}

const std::vector<Engine>& engines() {
  static const std::vector<Engine> all = [] {
    std::vector<Engine> known{
        {.name = "native",
         .limits = {cube::kMaxWholeDimension, network::kMaxNodes, network::kMaxPorts},
         .make = make_native_mesh,
         .make_systems = make_native_systems},
        {.name = "systemc",
         .limits = {dimension_of(kMaxSystemcNodes), kMaxSystemcNodes, network::kMaxPorts},
         .make = make_systemc,
         .make_core = make_systemc_core,
         .make_systems = make_systemc_systems},
    };
    known.insert(known.end(), registered_engines().begin(), registered_engines().end());
    known.push_back({kMpiEngineName, known.front().limits, nullptr});
    known.push_back(
        {kSymmetricEngineName, {kMaxSymmetricDim, network::kMaxSymmetricNodes, network::kMaxPorts}, nullptr});
    return known;
  }();
  return all;
}

const Engine* find(std::string_view name) {
  const auto found =
      std::find_if(engines().begin(), engines().end(), [&](const Engine& engine) { return engine.name == name; });
  return found != engines().end() ? &*found : nullptr;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines()) {
    if (engine.make != nullptr) names.emplace_back(engine.name);
  }
  return names;
}

std::vector<std::string> run_engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines()) names.emplace_back(engine.name);
  return names;
}

std::string known_dims() {
  std::string dims;
  for (const Engine& engine : engines()) {
    if (!dims.empty()) dims.append(", ").append(engine.name).append(" ");
    dims += "1.." + std::to_string(engine.limits.dimension);
  }
  return dims;
}

std::optional<EngineLimits> limits_of_engine(std::string_view engine) {
  const Engine* const found = find(engine);
  return found != nullptr ? std::optional(found->limits) : std::nullopt;
}

const Engine& engine_of_name(std::string_view name) {
  return *find(name);
}

std::unique_ptr<Mesh> make_mesh(const MeshSetting& setting, NodeMemory& memory) {
  return engine_of_name(setting.engine).make(setting, std::make_unique<MemoryEnvironment>(setting, memory));
}

std::unique_ptr<Mesh> make_mesh(const MeshSetting& setting, std::unique_ptr<Environment> environment) {
  if (setting.engine == "native")
    return std::make_unique<WideMesh>(setting, make_mixed_nodes(setting), std::move(environment));
  return engine_of_name(setting.engine).make(setting, std::move(environment));
}

std::unique_ptr<CoreModel> make_core_model(std::string_view engine) {
  const auto make = engine_of_name(engine).make_core;
  return make != nullptr ? make() : nullptr;
}

std::vector<std::string> system_engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines()) {
    if (engine.make_systems != nullptr) names.emplace_back(engine.name);
  }
  return names;
}

std::unique_ptr<SocCube> make_systems(std::string_view engine, const hls::NodeConfiguration& configuration,
                                      const std::vector<bool>& rtl_nodes) {
  return engine_of_name(engine).make_systems(configuration, rtl_nodes);
}

void build_rtl(const hls::NodeConfiguration& configuration) {
  rtl_engine().build(configuration);
}

}  // namespace testbench
