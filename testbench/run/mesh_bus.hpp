// The registers of one node of a mesh, as the firmware's driver wants them.
#pragma once

#include <cstdint>

#include "testbench/mesh.hpp"

namespace testbench {

struct MeshBus {
  Mesh& mesh;
  std::uint32_t node;

  void write(std::uint32_t address, std::uint32_t value) { mesh.write(node, address, value); }
  std::uint32_t read(std::uint32_t address) { return mesh.read(node, address); }
};

}  // namespace testbench
