#pragma once

#include "rtl_sim/rtl_mesh.hpp"

namespace rtl_sim {

// Defined for Dimension kMinRtlDim .. kMaxRtlDim, each in a translation unit of its own.
template <unsigned Dimension>
std::unique_ptr<testbench::Mesh> make_rtl_mesh_of_dim(const testbench::MeshSetting& setting,
                                                      testbench::NodeMemory& memory);
template <unsigned Dimension>
std::unique_ptr<testbench::Mesh> make_cosimulation_mesh_of_dim(const testbench::MeshSetting& setting,
                                                               testbench::NodeMemory& memory);

}  // namespace rtl_sim
