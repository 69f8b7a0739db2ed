// SPDX-License-Identifier: Apache-2.0
// Loads a mesh: the firmware's register writes for every node, through each node's own bus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "firmware/collectives/operation.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/engines/mesh/mesh.hpp"

namespace testbench {

// Gives the registers of one mesh node to the firmware's driver.
class MeshBus final : public node::Bus {
 public:
  MeshBus(Mesh& mesh, Address node) : mesh_(mesh), node_(node) {}

  void write(std::uint32_t address, std::uint32_t value) override { mesh_.write(node_, address, value); }
  std::uint32_t read(std::uint32_t address) override { return mesh_.read(node_, address); }
  void write_far(node::Block block, unsigned port, std::uint32_t index, std::uint32_t value) override {
    mesh_.write_far(block, port, index, value);
  }

 private:
  Mesh& mesh_;
  Address node_;
};

// Returns the register writes of the firmware for one node.
node::RegisterImage register_image(const collectives::Operation& operation, Address node);

// True if all nodes run the same program, each from its own view of the network. Then node 0's
// program gives those of all nodes. On cubes their images differ in the address only, on other
// networks in the addresses (collectives::Plan::is_symmetric).
bool one_tells_all(const collectives::Operation& operation);

// True if all nodes hold the same words of stored rules.
bool have_same_words(const collectives::Operation& operation);

// Calls visit(node, image) for every node, or for node 0 alone if one gives all. If all nodes hold
// the same words, only the image of node 0 has them.
void for_each_image(const collectives::Operation& operation,
                    const std::function<void(Address, const node::RegisterImage&)>& visit);

// The longest programs of the operation: at least one entry of each kind.
struct LongestPrograms {
  std::size_t entries = 1;  // of the injection program of a port
  std::size_t windows = 1;  // of a port gate's program
};
LongestPrograms longest_programs(const collectives::Operation& operation);

// True if the operation loads words of a stored rule.
bool stores_words(const collectives::Operation& operation);

// Writes the registers of node 0 alone. Calls `now_and_then` between writes. Throws like load_mesh.
void load_first_node(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& now_and_then);

// Writes every node's image. Calls `between_nodes` before each node. Throws std::runtime_error if
// the hardware cannot run the operation.
void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes);

}  // namespace testbench
