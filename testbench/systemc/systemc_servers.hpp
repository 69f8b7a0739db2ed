// The SystemC engine of nodes that serve broadcast requests.
#pragma once

#include <memory>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench {

inline constexpr unsigned kMaxSystemcServerDim = 6;

// Dimensions 1 .. kMaxSystemcServerDim. One at a time: SystemC has one simulation in a process, which ends with the mesh.
std::unique_ptr<BroadcastMesh> make_systemc_servers(const BroadcastSetting& setting);

// Defined for each of these, in a translation unit of its own.
template <unsigned Dimension>
struct SystemcServersOfDim {
  static std::unique_ptr<BroadcastMesh> make(const BroadcastSetting& setting);
};

}  // namespace testbench
