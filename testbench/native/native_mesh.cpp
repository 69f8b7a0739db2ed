#include "testbench/native/native_mesh.hpp"

#include <array>
#include <utility>

#include "testbench/native/native_mesh_of_dim.hpp"

namespace testbench {
namespace {

using Maker = std::unique_ptr<Mesh> (*)(const MeshSetting&, NodeMemory&);

template <std::size_t... Index>
constexpr std::array<Maker, sizeof...(Index)> makers(std::index_sequence<Index...>) {
  return {&make_native_mesh_of_dim<Index + 1>...};
}

}  // namespace

std::unique_ptr<Mesh> make_native_mesh(const MeshSetting& setting, NodeMemory& memory) {
  static constexpr auto kMakers = makers(std::make_index_sequence<kMaxNativeDim>());
  return kMakers.at(setting.dim - 1)(setting, memory);
}

}  // namespace testbench
