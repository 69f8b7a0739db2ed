// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "firmware/networks/node_kind.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/plans/collectives/routing.hpp"

namespace testbench {
namespace {

// True if node 0 is loaded with something that all nodes have.
bool tells_others(const collectives::Operation& operation) {
  return one_tells_all(operation) || have_same_words(operation);
}
// The rest of the operation that must be loaded into the other nodes.
collectives::Operation behind_first(const collectives::Operation& operation) {
  collectives::Operation left = operation;
  left.words_are_loaded = have_same_words(operation);
  return left;
}

void require_operator(const collectives::Operation& operation, node::Driver& driver, Address node) {
  if (!operation.shape().combined) return;
  const operators::Type type = operators::type_of(operation.combining);
  const bool multiplies = operators::function_of(operation.combining) == operators::Function::kProduct;
  const auto bit = static_cast<std::uint32_t>(type);
  if (multiplies ? driver.multiplies(bit) : driver.combines(bit)) return;
  throw std::runtime_error(fmt::format("node {}: this router cannot {} packets of {} for {}", node.number(),
                                       multiplies ? "multiply" : "combine", operators::name(type),
                                       name_of(operation.row->collective)));
}

void require_support(const collectives::Operation& operation, Mesh& mesh, Address node) {
  MeshBus bus(mesh, node);
  node::Driver driver(bus);
  // Nodes of any network may have more ports than this network.
  const unsigned ports =
      network::kind_of(operation.network).has_spare_ports ? driver.ports() : operation.network.ports();
  require_operator(operation, driver, node);
  if (ports >= operation.network.ports() &&
      driver.supports(ports, operation.row->rule, collectives::needs_gate(operation),
                      operation.hop_cycles - operation.link_latency, operation.combine_stages)) {
    return;
  }
  throw std::runtime_error(fmt::format("node {}: this router cannot run {} {} with --ports {}, {} cycle{} a hop",
                                       node.number(), name_of(operation.row->collective), operation.row->algorithm,
                                       name_of(operation.row->ports), operation.hop_cycles,
                                       operation.hop_cycles == 1 ? "" : "s"));
}

// The room that nodes' programs need. It counts writes and keeps none, because the programs of large
// cubes are long.
class ProgramRoom final : public node::Bus {
 public:
  void write(std::uint32_t address, std::uint32_t) override { see(node::block(address), node::index(address)); }
  void write_far(node::Block block, unsigned, std::uint32_t index, std::uint32_t) override { see(block, index); }
  std::uint32_t read(std::uint32_t) override { return 0; }

  const LongestPrograms& longest() const { return longest_; }

 private:
  void see(node::Block block, std::uint32_t index) {
    const std::size_t end = std::size_t{index} + 1;
    if (block == node::Block::kProgram) longest_.entries = std::max(longest_.entries, end);
    if (block == node::Block::kWindow) longest_.windows = std::max(longest_.windows, end);
  }

  LongestPrograms longest_;
};

// Calls back every few thousand writes.
class AttentiveBus final : public node::Bus {
 public:
  AttentiveBus(node::Bus& bus, const std::function<void()>& now_and_then) : bus_(bus), now_and_then_(now_and_then) {}

  void write(std::uint32_t address, std::uint32_t value) override {
    poll();
    bus_.write(address, value);
  }
  void write_far(node::Block block, unsigned port, std::uint32_t index, std::uint32_t value) override {
    poll();
    bus_.write_far(block, port, index, value);
  }
  std::uint32_t read(std::uint32_t address) override { return bus_.read(address); }

 private:
  void poll() {
    if (++writes_ % 4096 == 0) now_and_then_();
  }

  node::Bus& bus_;
  const std::function<void()>& now_and_then_;
  std::uint64_t writes_ = 0;
};

}  // namespace

bool one_tells_all(const collectives::Operation& operation) {
  return collectives::are_symmetric(operation) || (operation.plan != nullptr && operation.plan->is_symmetric());
}

bool have_same_words(const collectives::Operation& operation) {
  return operation.plan == nullptr && operation.row->programs != collectives::Programs::kOfNodes;
}

bool stores_words(const collectives::Operation& operation) {
  return Routing::of(operation).is_stored(operation.row->rule);
}

node::RegisterImage register_image(const collectives::Operation& operation, Address node) {
  node::RegisterImage image;
  node::Driver driver(image);
  collectives::load(operation, node, driver);
  return image;
}

void for_each_image(const collectives::Operation& operation,
                    const std::function<void(Address, const node::RegisterImage&)>& visit) {
  visit(Address(0), register_image(operation, Address(0)));
  if (one_tells_all(operation)) return;
  const collectives::Operation of_others = behind_first(operation);
  for (const Address node : network::other_addresses(operation.network.nodes())) {
    visit(node, register_image(of_others, node));
  }
}

LongestPrograms longest_programs(const collectives::Operation& operation) {
  ProgramRoom room;
  node::Driver driver(room);
  collectives::load(operation, Address(0), driver);
  if (one_tells_all(operation)) return room.longest();
  const collectives::Operation of_others = behind_first(operation);
  for (const Address node : network::other_addresses(operation.network.nodes())) {
    collectives::load(of_others, node, driver);
  }
  return room.longest();
}

void load_first_node(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& now_and_then) {
  require_support(operation, mesh, Address(0));
  MeshBus bus(mesh, Address(0));
  AttentiveBus attentive(bus, now_and_then);
  node::Driver driver(attentive);
  collectives::load(operation, Address(0), driver);
  mesh.write(Address(0), node::address(node::Control::kAddress), 0);
}

void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes) {
  std::optional<node::RegisterImage> common;
  if (collectives::are_symmetric(operation)) common = register_image(operation, Address(0));
  bool copied = false;
  for (const Address node : network::addresses(operation.network.nodes())) {
    if (node != Address(0) && !mesh.is_here(node)) continue;
    between_nodes();
    require_support(operation, mesh, node);
    MeshBus bus(mesh, node);
    if (common) {
      for (const node::RegisterWrite& write : common->writes()) {
        if (!copied) bus.write(write.address, write.value);
      }
    } else {
      node::Driver driver(bus);
      if (copied && one_tells_all(operation)) {
        operation.plan->load_addresses(node, driver);
      } else {
        collectives::load(copied ? behind_first(operation) : operation, node, driver);
      }
    }
    mesh.write(node, node::address(node::Control::kAddress), node.number());
    if (tells_others(operation) && node == Address(0)) copied = mesh.copy_first_node();
  }
}

}  // namespace testbench
