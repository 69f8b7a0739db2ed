// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/divided_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "firmware/networks/node_kind.hpp"

namespace testbench {
namespace {

// The same at all ranks, because rank 0 works it out.
std::vector<std::uint16_t> partition_of(const network::SomeNetwork& network, Ranks& ranks) {
  Bytes bytes;
  if (ranks.rank() == 0) {
    std::vector<std::int32_t> first{0};
    std::vector<std::int32_t> neighbours;
    for (const Address node : network::addresses(network.nodes())) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        const Address neighbour = network.neighbour(node, port);
        if (neighbour != node) neighbours.push_back(static_cast<std::int32_t>(neighbour.number()));
      }
      first.push_back(static_cast<std::int32_t>(neighbours.size()));
    }
    for (const std::uint16_t rank : ranks.partition(first, neighbours)) append(bytes, rank);
  }
  const std::vector<Bytes> from = ranks.exchange(std::vector<Bytes>(ranks.count(), bytes));
  std::span<const std::byte> left = from[0];
  std::vector<std::uint16_t> rank_of;
  while (!left.empty()) rank_of.push_back(take<std::uint16_t>(left));
  for (unsigned rank = 0; rank < ranks.count(); ++rank) {
    if (std::ranges::find(rank_of, rank) == rank_of.end()) return ranks_by_address(network.nodes(), ranks.count());
  }
  return rank_of;
}

}  // namespace

Division divide(const Experiment& experiment, Ranks& ranks) {
  const network::SomeNetwork& network = experiment.operation().network;
  const std::uint32_t most = std::min<std::uint32_t>(network.nodes(), 1u << 16);
  if (ranks.count() > most) {
    throw std::runtime_error(fmt::format("--engine mpi: {} ranks for {} nodes; must be at most {}, by mpirun -np",
                                         ranks.count(), network.nodes(), most));
  }
  return {ranks,
          NodeShare(network::kind_of(network).splits_by_address ? ranks_by_address(network.nodes(), ranks.count())
                                                                : partition_of(network, ranks),
                    ranks.rank())};
}

}  // namespace testbench
