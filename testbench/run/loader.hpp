// SPDX-License-Identifier: Apache-2.0
// Loading a mesh: the firmware's register writes for every node, through each node's own bus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "firmware/collectives/operation.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/mesh/mesh.hpp"

namespace testbench {

// The registers of one node of a mesh, as the firmware's driver wants them.
class MeshBus final : public node::Bus {
 public:
  MeshBus(Mesh& mesh, Address node) : mesh_(mesh), node_(node) {}

  void write(std::uint32_t address, std::uint32_t value) override { mesh_.write(node_, address, value); }
  std::uint32_t read(std::uint32_t address) override { return mesh_.read(node_, address); }

 private:
  Mesh& mesh_;
  Address node_;
};

// What the firmware writes to the registers of one node.
node::RegisterImage register_image(const collectives::Operation& operation, Address node);

// Are the nodes told the same, each as it sees the network? Then node 0 tells what all are told:
// their images differ in the address alone, or, on other networks than cubes, in the addresses
// (collectives::Plan::is_alike).
bool one_tells_all(const collectives::Operation& operation);

// Do all nodes hold the same words of stored rules?
bool have_same_words(const collectives::Operation& operation);

// Calls visit(node, image) for every node, or, where one tells all, for node 0. Where all hold the
// same words the image of node 0 alone has them.
void for_each_image(const collectives::Operation& operation,
                    const std::function<void(Address, const node::RegisterImage&)>& visit);

// What the longest programs of the operation need, one of each kind at least.
struct LongestPrograms {
  std::size_t entries = 1;  // of the injection program of a port
  std::size_t windows = 1;  // of a port gate's program
};
LongestPrograms longest_programs(const collectives::Operation& operation);

// Does it load words of a stored rule?
bool stores_words(const collectives::Operation& operation);

// Writes every node's image; calls `between_nodes` before each. Throws std::runtime_error where the
// hardware cannot run the operation.
void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes);

}  // namespace testbench
