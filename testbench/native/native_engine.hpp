// The native engine of nodes of one configuration (node_storage.hpp). The program has those of the
// configurations that the main job uses; all others are models of the store (native_mesh.cpp), each
// a translation unit:
//
//     #include "testbench/native/native_engine.hpp"
//     CUBECAST_NATIVE_MODEL(testbench::AnyDepthConfig<10, router::PortModel::kAllPort, 16>)
#pragma once

#include "testbench/native/dense_mesh.hpp"
#include "testbench/native/native_mesh.hpp"
#include "testbench/native/native_nodes.hpp"
#include "testbench/native/numbered_storage.hpp"
#include "testbench/native/representative_node.hpp"

namespace testbench {

struct NativeEngine {
  std::unique_ptr<Mesh> (*make_mesh)(const MeshSetting&, NodeMemory&);
  NativeSizes (*sizes)(const MeshSetting&);
  // Memory of one node's queues, where all nodes are alike; on cubes only.
  std::optional<std::uint64_t> (*queue_bytes)(const MeshSetting&, const node::RegisterImage&);
  // For meshes that take any nodes; not of NumberedStorage.
  std::unique_ptr<Nodes> (*make_nodes)(const MeshSetting&);
};

template <class Config>
inline constexpr bool kIsNumbered = std::is_same_v<typename Config::template Storage<network::Packet<Config>>,
                                                   NumberedStorage<network::Packet<Config>>>;

template <class Config>
NativeEngine native_engine_of() {
  NativeEngine engine{};
  engine.make_mesh = [](const MeshSetting& setting, NodeMemory& memory) -> std::unique_ptr<Mesh> {
    return std::make_unique<DenseMesh<Config>>(setting, memory);
  };
  engine.sizes = [](const MeshSetting& setting) { return DenseMesh<Config>::sizes(setting); };
  if constexpr (requires { Config::Network::kDimension; }) {
    engine.queue_bytes = [](const MeshSetting& setting, const node::RegisterImage& image) {
      constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 19;
      return RepresentativeNode<Config>(setting, image).queue_bytes(kMostCycles);
    };
  }
  if constexpr (!kIsNumbered<Config>) {
    engine.make_nodes = [](const MeshSetting& setting) -> std::unique_ptr<Nodes> {
      return std::make_unique<NativeNodes<Config>>(setting);
    };
  }
  return engine;
}

// The function of a model of the store.
inline constexpr const char* kNativeEngine = "cubecast_native_engine";
#define CUBECAST_NATIVE_MODEL(...)                              \
  extern "C" testbench::NativeEngine cubecast_native_engine() { \
    return testbench::native_engine_of<__VA_ARGS__>();          \
  }

}  // namespace testbench
