// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/parts.hpp"

#include <utility>
#include <vector>

#include "firmware/networks/node_kind.hpp"
#include "testbench/ground/host/breadth_first.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench {

std::uint32_t packets_of_unit(const collectives::Operation& operation) {
  return operation.row->by_blocks ? operation.network.ends() : 1;
}

std::uint32_t units_of(const collectives::Operation& operation) {
  return operation.row->by_blocks ? collectives::block_of(operation) : operation.packets;
}

Parts::Parts(const Experiment& whole, std::uint32_t units, Experiment part, std::optional<Experiment> rest)
    : all_units_(units_of(whole.operation())),
      units_(units),
      count_(static_cast<std::uint32_t>(collectives::divide_up(all_units_, units))),
      part_(std::move(part)),
      rest_(std::move(rest)) {
}

std::uint64_t Parts::due(std::uint64_t whole) const {
  if (is_last()) return whole;
  return whole / all_units_ * (first() + units_);
}

std::optional<PartsTotals> Parts::totals() const {
  const bool transit_first = part_.operation().transit_first;
  if (count_ == 1 && !transit_first && !is_tried) return std::nullopt;
  return PartsTotals{packets(), count_, transit_first, is_tried};
}

std::uint64_t load_again(const Parts& parts, Mesh& mesh) {
  const collectives::Operation& operation = parts.now().operation();
  std::uint64_t most = 0;
  for (const Address node : network::addresses(operation.network.nodes())) {
    if (!mesh.is_here(node)) continue;
    const std::vector<node::RegisterWrite> writes =
        register_image(parts.before().operation(), node).writes_to(register_image(operation, node));
    MeshBus bus(mesh, node);
    for (const node::RegisterWrite& write : writes) bus.write(write.address, write.value);
    most = std::max<std::uint64_t>(most, writes.size());
  }
  if (mesh.division() != nullptr) mesh.division()->ranks.most({&most, 1});
  return most;
}

unsigned barrier_hops(const network::SomeNetwork& network) {
  if (network::kind_of(network).routes_in_logic) return network.cube().dimension();
  const BreadthFirst search(network.nodes(), 0, [&](std::uint32_t node, auto reach) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      reach(network.neighbour(network::Address(node), port).number());
    }
  });
  return 2 * search.farthest();
}

}  // namespace testbench
