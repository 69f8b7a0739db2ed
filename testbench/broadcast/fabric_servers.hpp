// A fabric of nodes that serve broadcast requests, with their sources and memories, as a
// BroadcastMesh.
#pragma once

#include <functional>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/mesh/fabric.hpp"

namespace testbench {

// Makes a fabric of the nodes: make_host_fabric, make_systemc_fabric.
using MakeFabricOf =
    std::function<std::unique_ptr<Fabric>(const FabricSetting&, std::unique_ptr<Nodes>, Surroundings&)>;

// `sequence_width`: bits of a packet's sequence in the nodes.
std::unique_ptr<BroadcastMesh> make_fabric_servers(const BroadcastSetting& setting, unsigned sequence_width,
                                                   std::unique_ptr<Nodes> nodes, const MakeFabricOf& make_fabric);

}  // namespace testbench
