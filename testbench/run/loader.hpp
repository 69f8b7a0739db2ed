// Loading a mesh: the firmware's register writes for every node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "firmware/collectives/collective.hpp"
#include "testbench/mesh.hpp"

namespace testbench {

struct RegisterWrite {
  std::uint32_t address;
  std::uint32_t value;
};

// What the firmware writes to the registers of one node.
std::vector<RegisterWrite> register_image(const collectives::Operation& operation, std::uint32_t node);

// Entries that the longest injection program of the operation needs.
std::size_t longest_program(const collectives::Operation& operation);

// Writes every node's image; calls `between_nodes` before each. Throws std::runtime_error where the hardware cannot run
// the operation.
void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes);

}  // namespace testbench
