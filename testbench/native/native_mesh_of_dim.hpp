#pragma once

#include "testbench/native/native_mesh.hpp"

namespace testbench {

// Defined for Dimension 1 .. kMaxNativeDim, each in a translation unit of its own.
template <unsigned Dimension>
std::unique_ptr<Mesh> make_native_mesh_of_dim(const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
