// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/native_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/models/recipes.hpp"
#include "testbench/engines/native/native_engine.hpp"
#include "testbench/engines/native/symmetric_engine.hpp"

namespace testbench {
namespace {

// Packets with short sequences are a third smaller, which matters where the nodes do not fit the
// cache. Nodes that combine compare a count of packets, which must not wrap round.
constexpr unsigned kShort = 16;
constexpr unsigned kLeastShortDim = 9;
constexpr unsigned kLong = 32;

bool is_short(const MeshSetting& setting) {
  const std::uint64_t most = (std::uint64_t{1} << kShort) - (setting.combining ? 1 : 0);
  return setting.network.cube().dimension() >= kLeastShortDim && setting.packets <= most;
}

// Queues of packet numbers save memory in the largest cubes; in small ones they are for tests.
bool is_numbered(const MeshSetting& setting) {
  return setting.copies && setting.division == nullptr && setting.link_latency == 0 &&
         setting.network.cube().dimension() >= setting.least_numbered_dim &&
         setting.packets <= std::uint64_t{1} << kShort &&
         setting.packets <= kMostNumberedPackets / setting.network.nodes();
}

// The node that the engine is compiled for: its name, its header, and its C++ type. Routers with two hop
// cycles, on wires that take cycles, combining, or of other networks than cubes always have the port gate (node_storage.hpp): an
// open gate makes them all-port routers.
struct NativeNode {
  std::string name;
  std::string type;
  const char* header = "testbench/engines/native/native_engine.hpp";
};

const char* name_of(broadcast::PrefixChannel channel) {
  using broadcast::PrefixChannel;
  switch (channel) {
    case PrefixChannel::kLinks:
      return "kLinks";
    case PrefixChannel::kWires:
      return "kWires";
    case PrefixChannel::kOverlap:
      return "kOverlap";
    case PrefixChannel::kTree:
      return "kTree";
  }
  return "";
}

NativeNode serving_node(const MeshSetting& setting) {
  if (!setting.node_kind().routes_in_logic) {
    const unsigned ports = ports_of_node(setting);
    return {fmt::format("broadcast_p{}", ports),
            fmt::format("broadcast::Node<testbench::TreeServingConfig<{}>>", ports),
            "testbench/engines/native/serving_node.hpp"};
  }
  const PrefixSetting prefix = setting.prefix.value_or(PrefixSetting());
  const unsigned dimension = setting.network.cube().dimension();
  return {fmt::format("broadcast_d{}_{}", dimension, prefix.overlaps() ? "overlap" : prefix.name()),
          fmt::format("broadcast::Node<testbench::ServingConfig<{}, broadcast::PrefixChannel::{}>>", dimension,
                      name_of(prefix.channel)),
          "testbench/engines/native/serving_node.hpp"};
}

// A router of a network other than a cube, as a member of testbench.
std::string combining_of(bool combines, const std::string& router) {
  return combines ? fmt::format("Combining<testbench::{}>", router) : router;
}

// The widths of the node's packets are those of its RTL. `stands_for_all`: in symmetric_engine.hpp.
NativeNode linked_node(const MeshSetting& setting, bool stands_for_all = false) {
  const hls::NodeConfiguration node = rtl_configuration(setting);
  std::string router =
      !node.is_cube()
          ? combining_of(node.combines(), fmt::format("LinkedLabelledConfig<{}, {}, {}, {}, {}>", node.nodes,
                                                      node.ports, node.sequence_bits, node.trees, node.tree_numbers))
      : node.combines() ? fmt::format("{}<{}, {}, {}>", stands_for_all ? "SymbolicConfig" : "CombiningConfig", node.dim,
                                      node.hop_cycles, node.sequence_bits)
                        : fmt::format("AnyDepthConfig<{}, router::PortModel::kGated, {}, testbench::RingStorage, {}>",
                                      node.dim, node.sequence_bits, node.hop_cycles);
  static constexpr const char* kCheckNames[] = {"kNone", "kCrc16", "kCrc32"};
  const auto check = static_cast<unsigned>(node.link_check);
  std::string name = node.is_cube() ? fmt::format("d{}_r{}", node.dim, node.hop_cycles)
                                    : fmt::format("p{}_n{}", node.ports, node.nodes);
  if (node.trees != 1) name += fmt::format("_t{}", node.trees);
  if (node.tree_numbers != node.trees) name += fmt::format("_numbers{}", node.tree_numbers);
  name += fmt::format("{}_w{}_b{}_link{}_frame{}_{}{}", node.combines() ? "_combining" : "", node.payload_bits,
                      node.sequence_bits, node.link_wires, node.frame_packets, name_of(node.link_check),
                      node.cut_through ? "_cut" : "");
  if (node.closed_windows) {
    name += "_closed";
    router = fmt::format("ClosedWindows<testbench::{}>", router);
  }
  if (node.drop_copies) {
    name += "_once";
    router = fmt::format("DroppingCopies<testbench::{}>", router);
  }
  const std::string latency = node.link_latency == 0 ? "" : fmt::format(", {}", node.link_latency);
  if (node.link_latency != 0) name += fmt::format("_latency{}", node.link_latency);
  std::string linked = fmt::format("testbench::LinkedConfig<testbench::{}, {}, {}, {}, links::Check::{}, {}{}>", router,
                                   node.payload_bits, node.link_wires, node.frame_packets, kCheckNames[check],
                                   node.cut_through, latency);
  if (node.release_depth != 0) {
    // The depth changes no cycle. Runs with short programs share a model.
    const std::uint32_t depth = std::max<std::uint32_t>(node.release_depth, 512);
    name += fmt::format("_release{}", depth);
    linked = fmt::format("links::Scheduled<{}, {}>", linked, depth);
  }
  if (node.link_pauses) {
    name += "_pauses";
    linked = fmt::format("testbench::PausingLinks<{}>", linked);
  }
  if (stands_for_all) linked = fmt::format("testbench::MovingConfig<{}>", linked);
  if (node.epochs) {
    name += "_epochs";
    linked = fmt::format("testbench::Starting<{}>", linked);
  }
  return {name, fmt::format("links::Node<{}>", linked), "testbench/engines/native/linked_node.hpp"};
}

// Routers on links of any latency share a model.
NativeNode delayed(const MeshSetting& setting, NativeNode node) {
  if (setting.link_latency == 0 || setting.links) return node;
  return {node.name + "_delayed", fmt::format("testbench::Delayed<{}>", node.type), node.header};
}
NativeNode starting(const MeshSetting& setting, const NativeNode& node) {
  if (!setting.epochs) return node;
  return {node.name + "_epochs", fmt::format("testbench::Starting<{}>", node.type), node.header};
}
NativeNode router_of(const NativeNode& node) {
  return {node.name, fmt::format("router::Node<{}>", node.type), node.header};
}

// `node`: without the router.
NativeNode dropping_node(const MeshSetting& setting) {
  const unsigned d = setting.network.cube().dimension();
  return {fmt::format("d{}_r{}_once", d, setting.hop_cycles),
          fmt::format("testbench::DroppingCopies<testbench::AnyDepthConfig<{}, router::PortModel::kGated, "
                      "{}, testbench::RingStorage, {}>>",
                      d, kLong, setting.hop_cycles)};
}

NativeNode cube_router(const MeshSetting& setting) {
  const unsigned d = setting.network.cube().dimension();
  if (setting.combining) {
    const unsigned sequence = is_short(setting) ? kShort : kLong;
    NativeNode node{fmt::format("d{}_r{}_combining_b{}", d, setting.hop_cycles, sequence),
                    fmt::format("testbench::CombiningConfig<{}, {}, {}>", d, setting.hop_cycles, sequence)};
    if (setting.closed_windows) {
      node.name += "_closed";
      node.type = fmt::format("testbench::ClosedWindows<{}>", node.type);
    }
    return node;
  }
  if (setting.hop_cycles == 2 || setting.link_latency != 0) {
    return {fmt::format("d{}_gated_r{}", d, setting.hop_cycles),
            fmt::format("testbench::AnyDepthConfig<{}, router::PortModel::kGated, {}, testbench::RingStorage, {}>", d,
                        kLong, setting.hop_cycles)};
  }
  const bool numbered = is_numbered(setting);
  const unsigned sequence = numbered || is_short(setting) ? kShort : kLong;
  return {fmt::format("d{}_{}_b{}{}", d, setting.gated ? "gated" : "all", sequence, numbered ? "_numbered" : ""),
          fmt::format("testbench::AnyDepthConfig<{}, router::PortModel::{}, {}, testbench::{}>", d,
                      setting.gated ? "kGated" : "kAllPort", sequence, numbered ? "NumberedStorage" : "RingStorage")};
}

NativeNode router_node(const MeshSetting& setting) {
  NativeNode node;
  if (setting.node_kind().routes_in_logic) {
    node = cube_router(setting);
    if (setting.network.cube().dimension() >= setting.least_late_dim) {
      node.name += "_late";
      node.type = fmt::format("testbench::WithLateQueues<{}>", node.type);
    }
  } else {
    // Runs with any number of trees share a model.
    const unsigned count = ports_of_node(setting);
    const unsigned trees = setting.trees == 1 ? 1 : count;
    const bool has_numbers = setting.tree_numbers > setting.trees;
    node = {fmt::format("p{}{}{}{}", count, setting.combining ? "_combining" : "", trees == 1 ? "" : "_trees",
                        has_numbers ? "_numbers" : ""),
            "testbench::" + combining_of(setting.combining,
                                         fmt::format("LabelledConfig<{}, router::PortModel::kGated, {}, {}, {}>", count,
                                                     "network::kMaxNodes", trees, has_numbers ? count + 1 : trees))};
  }
  return node;
}

// Nodes with the port gate, whose payloads are names.
NativeNode symmetric_node(const MeshSetting& setting) {
  if (setting.links) return linked_node(setting, true);
  NativeNode node;
  if (!setting.node_kind().routes_in_logic) {
    const unsigned count = ports_of_node(setting);
    node = {fmt::format("p{}", count), fmt::format("testbench::LabelledConfig<{}, router::PortModel::kGated, {}>",
                                                   count, network::kMaxSymmetricNodes)};
  } else if (const unsigned d = setting.network.cube().dimension(); setting.combining) {
    node = {fmt::format("d{}_r{}_combining", d, setting.hop_cycles),
            fmt::format("testbench::SymbolicConfig<{}, {}>", d, setting.hop_cycles)};
  } else {
    node = {fmt::format("d{}_r{}", d, setting.hop_cycles),
            fmt::format("testbench::AnyDepthConfig<{}, router::PortModel::kGated, {}, testbench::RingStorage, {}>", d,
                        kLong, setting.hop_cycles)};
  }
  return router_of(delayed(setting, node));
}

template <std::size_t... Index>
std::array<BuiltInEngines, sizeof...(Index)> all_built_in(std::index_sequence<Index...>) {
  return {built_in_engines<Index + 1>()...};
}

const NativeEngine* built_in(const MeshSetting& setting) {
  if (setting.prefix || setting.links || setting.link_latency != 0 || setting.epochs || setting.drops_copies ||
      setting.closed_windows || !setting.node_kind().routes_in_logic ||
      setting.network.cube().dimension() > CUBECAST_MOST_BUILT_IN_DIM ||
      setting.network.cube().dimension() >= setting.least_late_dim)
    return nullptr;
  if (setting.hop_cycles != 1 || (!setting.combining && is_numbered(setting))) return nullptr;
  static const auto all = all_built_in(std::make_index_sequence<CUBECAST_MOST_BUILT_IN_DIM>());
  const BuiltInEngines& engines = all[setting.network.cube().dimension() - 1];
  return setting.combining ? &engines.combining : setting.gated ? &engines.gated : &engines.all_port;
}

NativeEngine engine_of(const MeshSetting& setting) {
  if (const NativeEngine* const engine = built_in(setting)) return *engine;
  const NativeNode node = setting.prefix         ? serving_node(setting)
                          : setting.links        ? linked_node(setting)
                          : setting.drops_copies ? router_of(delayed(setting, dropping_node(setting)))
                                                 : router_of(starting(setting, delayed(setting, router_node(setting))));
  using Function = NativeEngine();
  void* const function = compiled_model({.kind = "native",
                                         .name = node.name,
                                         .header = node.header,
                                         .source = fmt::format("CUBECAST_NATIVE_MODEL({})\n", node.type),
                                         .function = kNativeEngine});
  return reinterpret_cast<Function*>(function)();
}

}  // namespace

std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, std::unique_ptr<Environment> environment) {
  return engine_of(setting).make_mesh(setting, std::move(environment));
}

std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory) {
  return make_native_mesh(setting, std::make_unique<MemoryEnvironment>(setting, memory));
}

std::unique_ptr<Mesh> make_symmetric_mesh(const MeshSetting& setting, RelativeChecker& judge) {
  const NativeNode node = symmetric_node(setting);
  using Function = SymmetricEngine();
  void* const function = compiled_model({.kind = "symmetric",
                                         .name = node.name,
                                         .header = "testbench/engines/native/symmetric_engine.hpp",
                                         .source = fmt::format("CUBECAST_SYMMETRIC_MODEL({})\n", node.type),
                                         .function = kSymmetricEngine});
  return reinterpret_cast<Function*>(function)().make_mesh(setting, judge);
}

std::unique_ptr<SocCube> make_native_systems(const hls::NodeConfiguration& configuration,
                                             const std::vector<bool>& rtl_nodes) {
  void* const make = compiled_model({.kind = "native",
                                     .name = hls::name_of(configuration),
                                     .header = "testbench/engines/nodes/soc_mesh.hpp",
                                     .source = hls::config_source_of(configuration) + "\nCUBECAST_NATIVE_SOC\n",
                                     .function = kMakeSocCube});
  return std::unique_ptr<SocCube>(reinterpret_cast<MakeSocCube*>(make)(rtl_nodes));
}

std::unique_ptr<Nodes> make_native_nodes(const MeshSetting& setting) {
  MeshSetting any = setting;
  any.gated = true;  // an open gate makes it an all-port node
  any.copies = false;
  return engine_of(any).make_nodes(any);
}

NativeSizes native_sizes(const MeshSetting& setting) {
  return engine_of(setting).sizes(setting);
}

std::optional<std::uint64_t> native_queue_bytes(const MeshSetting& setting, const node::RegisterImage& image) {
  return engine_of(setting).queue_bytes(setting, image);
}

}  // namespace testbench
