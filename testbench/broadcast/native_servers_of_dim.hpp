#pragma once

#include <memory>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench {

// Defined for Dimension 1 .. kMaxNativeDim, each in a translation unit of its own.
template <unsigned Dimension>
struct NativeServersOfDim {
  static std::unique_ptr<BroadcastMesh> make(const BroadcastSetting& setting);
};

}  // namespace testbench
