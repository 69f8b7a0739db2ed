#include "testbench/run/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "firmware/collectives/catalog.hpp"
#include "firmware/node/driver.hpp"
#include "testbench/run/mesh_bus.hpp"

namespace testbench {
namespace {

struct RecordingBus {
  std::vector<RegisterWrite> writes;
  void write(std::uint32_t address, std::uint32_t value) { writes.push_back({address, value}); }
  std::uint32_t read(std::uint32_t) { return 0; }
};

}  // namespace

std::vector<RegisterWrite> register_image(const collectives::Operation& operation, std::uint32_t node) {
  RecordingBus bus;
  node::Driver driver(bus);
  collectives::load(operation, node, driver);
  return std::move(bus.writes);
}

std::size_t longest_program(const collectives::Operation& operation) {
  // The root's is the longest, or all are alike, or they have an entry for every tree at most.
  std::size_t entries = operation.d;
  for (const RegisterWrite& write : register_image(operation, operation.root)) {
    if (node::block(write.address) == node::Block::kProgram) {
      entries = std::max<std::size_t>(entries, node::index(write.address) + 1);
    }
  }
  return entries;
}

void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes) {
  const bool alike = collectives::is_isotropic(operation);
  const std::vector<RegisterWrite> common = alike ? register_image(operation, 0) : std::vector<RegisterWrite>();
  for (std::uint32_t node = 0; node < cube::nodes(operation.d); ++node) {
    between_nodes();
    MeshBus bus{mesh, node};
    node::Driver driver(bus);
    if (!driver.supports(operation.d, collectives::rule_of(operation), collectives::needs_gate(operation))) {
      throw std::runtime_error(fmt::format("node {}: this router cannot run {} {} with --ports {}", node,
                                           name_of(operation.collective), name_of(operation.algorithm),
                                           name_of(operation.ports)));
    }
    for (const RegisterWrite& write : alike ? common : register_image(operation, node)) {
      mesh.write(node, write.address, write.value);
    }
    mesh.write(node, node::address(node::Control::kAddress), node);
  }
}

}  // namespace testbench
