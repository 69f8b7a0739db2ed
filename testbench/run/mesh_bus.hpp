// The registers of one node of a mesh, as the firmware's driver wants them.
#pragma once

#include <cstdint>

#include "firmware/node/driver.hpp"
#include "testbench/mesh/mesh.hpp"

namespace testbench {

class MeshBus final : public node::Bus {
 public:
  MeshBus(Mesh& mesh, Address node) : mesh_(mesh), node_(node) {}

  void write(std::uint32_t address, std::uint32_t value) override { mesh_.write(node_, address, value); }
  std::uint32_t read(std::uint32_t address) override { return mesh_.read(node_, address); }

 private:
  Mesh& mesh_;
  Address node_;
};

}  // namespace testbench
