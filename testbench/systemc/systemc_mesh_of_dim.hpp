#pragma once

#include "testbench/systemc/systemc_mesh.hpp"

namespace testbench {

// Defined for Dimension 1 .. kMaxSystemcDim, each in a translation unit of its own.
template <unsigned Dimension>
std::unique_ptr<Mesh> make_systemc_mesh_of_dim(const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
