#include "testbench/run/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "firmware/rules/labelled_rules.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/run/mesh_bus.hpp"

namespace testbench {
namespace {

bool are_alike(const collectives::Operation& operation) {
  return operation.row->programs == collectives::Programs::kAlike;
}

void require_operator(const collectives::Operation& operation, node::Driver& driver, Address node) {
  if (!operation.shape().combined) return;
  const operators::Type type = operators::type_of(operation.combining);
  if (driver.combines(static_cast<std::uint32_t>(type))) return;
  throw std::runtime_error(fmt::format("node {}: this router cannot combine packets of {} for {}", node.number(),
                                       operators::name(type), name_of(operation.row->collective)));
}

void require_support(const collectives::Operation& operation, Mesh& mesh, Address node) {
  MeshBus bus(mesh, node);
  node::Driver driver(bus);
  // Nodes of any network may have ports that theirs lacks.
  const unsigned ports = operation.network.is_cube() ? operation.network.ports() : driver.ports();
  require_operator(operation, driver, node);
  if (ports >= operation.network.ports() &&
      driver.supports(ports, operation.row->rule, collectives::needs_gate(operation), operation.hop_cycles)) {
    return;
  }
  throw std::runtime_error(fmt::format("node {}: this router cannot run {} {} with --ports {}, {} cycle{} a hop",
                                       node.number(), name_of(operation.row->collective), operation.row->algorithm,
                                       name_of(operation.row->ports), operation.hop_cycles,
                                       operation.hop_cycles == 1 ? "" : "s"));
}

}  // namespace

bool one_tells_all(const collectives::Operation& operation) {
  return are_alike(operation) || (operation.plan != nullptr && operation.plan->is_alike());
}

bool stores_words(const collectives::Operation& operation) {
  const std::uint32_t stored =
      operation.network.is_cube() ? rules::CombiningCubeRules::kStored : rules::LabelledRules::kStored;
  return (stored & node::rule_bit(operation.row->rule)) != 0;
}

node::RegisterImage register_image(const collectives::Operation& operation, Address node) {
  node::RegisterImage image;
  node::Driver driver(image);
  collectives::load(operation, node, driver);
  return image;
}

void for_each_image(const collectives::Operation& operation,
                    const std::function<void(Address, const node::RegisterImage&)>& visit) {
  for (const Address node : network::addresses(one_tells_all(operation) ? 1 : operation.network.nodes())) {
    visit(node, register_image(operation, node));
  }
}

LongestPrograms longest_programs(const collectives::Operation& operation) {
  LongestPrograms longest;
  for_each_image(operation, [&](Address, const node::RegisterImage& image) {
    const unsigned ejectors = operation.shape().combined ? operation.network.ports() : 0;
    for (unsigned stream = 0; stream < operation.network.ports() + ejectors; ++stream) {
      longest.entries = std::max(longest.entries, image.program(stream).entries.size());
    }
    longest.windows = std::max(longest.windows, image.windows().size());
  });
  return longest;
}

void load_mesh(const collectives::Operation& operation, Mesh& mesh, const std::function<void()>& between_nodes) {
  std::optional<node::RegisterImage> common;
  if (are_alike(operation)) common = register_image(operation, Address(0));
  bool copied = false;
  for (const Address node : network::addresses(operation.network.nodes())) {
    between_nodes();
    require_support(operation, mesh, node);
    MeshBus bus(mesh, node);
    node::Driver driver(bus);
    if (copied && !common) {
      operation.plan->load_addresses(node, driver);
    } else if (!copied && common) {
      for (const node::RegisterWrite& write : common->writes()) bus.write(write.address, write.value);
    } else if (!copied) {
      collectives::load(operation, node, driver);
    }
    mesh.write(node, node::address(node::Control::kAddress), node.number());
    if (one_tells_all(operation) && node == Address(0)) copied = mesh.copy_first_node();
  }
}

}  // namespace testbench
