// SPDX-License-Identifier: Apache-2.0
// The native engine of nodes of one kind and configuration (node_storage.hpp). The program contains
// the engines of the main job (scripts/run.sh with its default arguments): routers on cubes of 1 to
// 8 dimensions with one cycle a hop. All others are models of the store (native_mesh.cpp), each a
// translation unit:
//
//     #include "testbench/engines/native/native_engine.hpp"
//     CUBECAST_NATIVE_MODEL(router::Node<testbench::AnyDepthConfig<10, router::PortModel::kAllPort, 16>>)
#pragma once

#include "testbench/engines/native/dense_mesh.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/engines/native/node_registers.hpp"
#include "testbench/engines/native/numbered_storage.hpp"
#include "testbench/engines/native/representative_node.hpp"

namespace testbench {

struct NativeEngine {
  // `environment`: of the type that the kind of node needs.
  std::unique_ptr<Mesh> (*make_mesh)(const MeshSetting&, std::unique_ptr<Environment>);
  // Nodes for meshes that take any nodes; not available with NumberedStorage, nor of routers without
  // the port gate: one whose gate is open stands for them.
  std::unique_ptr<Nodes> (*make_nodes)(const MeshSetting&);
  // These two exist for routers only:
  NativeSizes (*sizes)(const MeshSetting&);
  // Memory of one node's queues, on cubes whose nodes are symmetric.
  std::optional<std::uint64_t> (*queue_bytes)(const MeshSetting&, const node::RegisterImage&);
};

template <class Config>
inline constexpr bool kIsNumbered = std::is_same_v<typename Config::template Storage<network::Packet<Config>>,
                                                   NumberedStorage<network::Packet<Config>>>;

template <class Node>
inline constexpr bool kIsUngatedRouter = false;
template <class Config>
inline constexpr bool kIsUngatedRouter<router::Node<Config>> = Config::kPortModel == router::PortModel::kAllPort;

template <AnyNode Node>
NativeEngine native_engine_of() {
  using Config = typename Node::Config;
  NativeEngine engine{};
  engine.make_mesh = [](const MeshSetting& setting, std::unique_ptr<Environment> environment) {
    return std::unique_ptr<Mesh>(std::make_unique<DenseMesh<Node>>(setting, std::move(environment)));
  };
  if constexpr (!kIsNumbered<Config> && !kIsUngatedRouter<Node>) {
    engine.make_nodes = [](const MeshSetting& setting) -> std::unique_ptr<Nodes> {
      return std::make_unique<NativeNodes<Node>>(setting);
    };
  }
  if constexpr (std::is_same_v<Node, router::Node<Config>>) {
    engine.sizes = [](const MeshSetting& setting) { return DenseMesh<Node>::sizes(setting); };
    if constexpr (requires { Config::Network::kDimension; }) {
      engine.queue_bytes = [](const MeshSetting& setting, const node::RegisterImage& image) {
        constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 19;
        RepresentativeNode<Node> node(setting);
        for (const node::RegisterWrite& write : image.writes()) node.write(write.address, write.value);
        return node.queue_bytes(kMostCycles);
      };
    }
  }
  return engine;
}

// The function that a model of the store exports.
inline constexpr const char* kNativeEngine = "cubecast_native_engine";
#define CUBECAST_NATIVE_MODEL(...)                              \
  extern "C" testbench::NativeEngine cubecast_native_engine() { \
    return testbench::native_engine_of<__VA_ARGS__>();          \
  }

struct BuiltInEngines {
  NativeEngine all_port;
  NativeEngine gated;
  NativeEngine combining;
};

// Each dimension has its definition in a translation unit of its own.
template <unsigned Dimension>
BuiltInEngines built_in_engines();

}  // namespace testbench
