#pragma once

#include "testbench/native/native_mesh.hpp"

namespace testbench {

// What the engine knows of one dimension. Defined for Dimension 1 .. kMaxNativeDim, each in a translation unit of its
// own, so that they compile side by side.
template <unsigned Dimension>
struct NativeMeshOfDim {
  static std::unique_ptr<Mesh> make(const MeshSetting& setting, NodeMemory& memory);
  static NativeSizes sizes(const MeshSetting& setting);
  static std::optional<std::uint64_t> queue_bytes(const MeshSetting& setting, const node::RegisterImage& image);
};

}  // namespace testbench
