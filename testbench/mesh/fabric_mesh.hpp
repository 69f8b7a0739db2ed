// A fabric of nodes with their memories as a Mesh.
#pragma once

#include <functional>
#include <memory>

#include "testbench/mesh/fabric.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

using MakeFabric = std::function<std::unique_ptr<Fabric>(Surroundings&)>;

// `to_all_rules`: those of the nodes that send to all, a bit for each. `memory` must outlive the
// mesh.
std::unique_ptr<Mesh> make_fabric_mesh(const MeshSetting& setting, std::uint32_t to_all_rules, NodeMemory& memory,
                                       const MakeFabric& make_fabric);

}  // namespace testbench
