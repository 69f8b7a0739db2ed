#include "testbench/run/engines.hpp"

#include <algorithm>
#include <bit>

#include "firmware/networks/network.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/mesh/fabric_mesh.hpp"
#include "testbench/models/rtl_models.hpp"
#include "testbench/native/native_mesh.hpp"
#include "testbench/systemc/make_systemc_fabric.hpp"

namespace testbench {
namespace {

using hls::NodeConfiguration;

// Nodes of any configuration that a fabric clocks.
FabricSetting fabric_setting(const MeshSetting& setting) {
  FabricSetting fabric;
  fabric.network = setting.network;
  fabric.ports = setting.network.is_cube() ? setting.network.ports() : std::max(2u, setting.network.ports());
  fabric.streams = fabric.ports * (setting.combining ? 2 : 1);
  return fabric;
}

template <class Rules>
constexpr std::uint32_t rules_to_all() {
  std::uint32_t mask = 0;
  Rules::for_each([&mask](auto rule, node::Rule number) {
    if (rule.kCast == rules::Cast::kAll) mask |= node::rule_bit(number);
  });
  return mask;
}

// Combining nodes have the rules of others with their numbers, and more behind them.
std::uint32_t to_all_rules(const network::SomeNetwork& network) {
  return network.is_cube() ? rules_to_all<rules::CombiningCubeRules>() : rules_to_all<rules::LabelledRules>();
}

std::unique_ptr<Nodes> make_rtl_nodes(const MeshSetting& setting) {
  RtlRequest request;
  request.nodes = setting.network.nodes();
  request.is_rtl = setting.simulation.rtl_nodes;
  request.lockstep = setting.simulation.lockstep;
  request.wave = setting.wave;
  RtlModelOptions options;
  options.waves = setting.wave.has_value();
  if (!setting.simulation.sv.empty()) options.sv = setting.simulation.sv;
  return std::unique_ptr<Nodes>(rtl_nodes(rtl_configuration(setting), options)(request));
}

std::unique_ptr<Mesh> make_rtl_mesh(const MeshSetting& setting, NodeMemory& memory) {
  MeshSetting all = setting;
  all.simulation.rtl_nodes.assign(setting.network.nodes(), true);
  return make_host_mesh(all, make_rtl_nodes(all), memory);
}

// Some of the nodes are RTL, or none.
std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, NodeMemory& memory) {
  return make_fabric_mesh(setting, to_all_rules(setting.network), memory, [&](Surroundings& surroundings) {
    auto nodes = setting.simulation.rtl_nodes.empty() ? make_native_nodes(setting) : make_rtl_nodes(setting);
    return make_systemc_fabric(fabric_setting(setting), std::move(nodes), surroundings);
  });
}

struct Engine {
  std::string_view name;
  EngineLimits limits;
  std::unique_ptr<Mesh> (*make)(const MeshSetting&, NodeMemory&);
};

constexpr unsigned dimension_of(std::uint32_t nodes) {
  return static_cast<unsigned>(std::bit_width(nodes)) - 1;
}

constexpr Engine kEngines[] = {
    {"native", {kMaxNativeDim, network::kMaxNodes, network::kMaxPorts}, make_native_mesh},
    {"systemc", {dimension_of(kMaxSystemcNodes), kMaxSystemcNodes, network::kMaxPorts}, make_systemc_mesh},
    {"rtl", {kMaxNativeDim, network::kMaxNodes, network::kMaxPorts}, make_rtl_mesh},
};

const Engine* find(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kEngines), std::end(kEngines), [&](const Engine& engine) { return engine.name == name; });
  return found != std::end(kEngines) ? found : nullptr;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : kEngines) names.emplace_back(engine.name);
  return names;
}

std::string known_dims() {
  std::string dims;
  for (const Engine& engine : kEngines) {
    if (!dims.empty()) dims.append(", ").append(engine.name).append(" ");
    dims += "1.." + std::to_string(engine.limits.dimension);
  }
  return dims;
}

std::optional<EngineLimits> limits_of_engine(std::string_view engine) {
  const Engine* const found = find(engine);
  return found != nullptr ? std::optional(found->limits) : std::nullopt;
}

NodeConfiguration rtl_configuration(const MeshSetting& setting) {
  hls::ConfigurationDraft draft{{"kind", "node"}, {"port_model", "gated"}, {"statistics", "on"}};
  if (setting.network.is_cube()) {
    draft["dim"] = std::to_string(setting.network.cube().dimension());
  } else {
    constexpr std::uint32_t kUsualNodes = 32;
    draft["ports"] = std::to_string(fabric_setting(setting).ports);
    draft["nodes"] = std::to_string(std::max(kUsualNodes, std::bit_ceil(setting.network.nodes())));
  }
  draft["payload_bits"] = std::to_string(setting.simulation.payload_bits);
  draft["hop_cycles"] = std::to_string(setting.hop_cycles);
  if (setting.combining) {
    const bool floats = operators::is_float(operators::type_of(setting.operation));
    draft["operators"] = floats ? "floats" : "integers";
    draft["combine_stages"] = std::to_string(setting.combine_stages);
  }
  // Members for which the user, or the run, needs more than the default.
  const NodeConfiguration usual = hls::configuration_of(draft);
  const auto at_least = [&](const char* key, std::uint64_t usual_value, std::uint64_t needed) {
    if (needed > usual_value) draft[key] = std::to_string(std::bit_ceil(needed));
  };
  at_least("program_depth", usual.program_depth, setting.program_depth);
  if (!setting.network.is_cube()) at_least("window_depth", usual.window_depth, setting.window_depth);
  at_least("queue_depth", usual.queue_depth, setting.queue_depth.least);
  if (setting.queue_depth.is_users) draft["queue_depth"] = std::to_string(setting.queue_depth.chosen);
  const unsigned sequence_bits = static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(1, setting.packets) - 1));
  if (setting.packets <= std::uint64_t{1} << 32 && sequence_bits > usual.sequence_bits) {
    draft["sequence_bits"] = std::to_string(sequence_bits);
  }
  return hls::configuration_of(draft);
}

std::size_t usual_rtl_queue_depth(const MeshSetting& setting) {
  MeshSetting usual = setting;
  usual.queue_depth = {};
  return rtl_configuration(usual).queue_depth;
}

std::uint64_t rtl_bytes(const NodeConfiguration& node, std::uint32_t nodes, bool lockstep) {
  // A model has its memories in words of 32 bits, and beside them registers, inputs and signals of
  // its parts.
  constexpr std::uint64_t kRegisters = 4096;
  const std::uint64_t ports = node.ports;
  const std::uint64_t packet = (std::uint64_t{node.payload_bits} + node.sequence_bits + 40 + 31) / 32 * 4;
  const std::uint64_t crosspoints = ports * ports * (node.combines() ? 2 : 1);
  const std::uint64_t words = node.is_cube() ? std::uint64_t{node.nodes} : std::uint64_t{node.nodes} * 2;
  const std::uint64_t one = crosspoints * (node.queue_depth * packet + kRegisters / 8) +
                            ports * node.program_depth * 16 + words * 8 + ports * kRegisters;
  return nodes * one * (lockstep ? 3 : 1);
}

std::unique_ptr<Mesh> make_host_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, NodeMemory& memory) {
  return make_fabric_mesh(setting, to_all_rules(setting.network), memory, [&](Surroundings& surroundings) {
    return make_host_fabric(fabric_setting(setting), std::move(nodes), surroundings);
  });
}

std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory) {
  return find(engine)->make(setting, memory);
}

}  // namespace testbench
