// An operation on any network, with everything that it refers to.
//
//     const NetworkOperation made(network, row, packets, root);
//     Run(made.operation(), PayloadHash(seed)).execute({});
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "testbench/checker/edge_table.hpp"
#include "testbench/checker/packet_counts.hpp"
#include "testbench/networks/link_table.hpp"
#include "testbench/plans/planned_rows.hpp"

namespace testbench {

// A network looked up once: whoever runs on it asks for every packet what is behind a port. What
// the judge knows of it is the table of its links, and what it knows of an isotropic task are
// counts that it has worked out from that table itself.
class WiredNetwork final : public network::AnyNetwork {
 public:
  explicit WiredNetwork(const Network& network);

  // How many packets each node has for each, by relative address, so many times.
  void count(const std::vector<std::uint32_t>& seen, std::uint32_t rounds) { counts_.emplace(edges_, seen, rounds); }

  std::uint32_t nodes() const override { return links_.nodes(); }
  unsigned ports() const override { return links_.ports(); }
  Address neighbour(Address node, unsigned port) const override {
    return Address(links_.neighbour(node.number(), port));
  }
  unsigned arrival_port(Address node, unsigned port) const override { return links_.arrival_port(node.number(), port); }
  bool is_cayley() const override { return network_.is_cayley(); }
  Address relative(Address node, Address origin) const override { return network_.relative(node, origin); }
  Address absolute(Address seen, Address origin) const override { return network_.absolute(seen, origin); }

  const EdgeTable& edges() const { return edges_; }
  // Null where they are not told.
  const PacketCounts* counts() const { return counts_ ? &*counts_ : nullptr; }

 private:
  Network network_;
  LinkTable links_;
  EdgeTable edges_;
  std::optional<PacketCounts> counts_;
};

class NetworkOperation {
 public:
  // Throws PlanError where the network has no such plan. `counts`: k_c by relative address where
  // `packets` packets are not for each pair, but `packets` times these; empty in rows that do not
  // take them.
  NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root,
                   const std::vector<std::uint32_t>& counts = {});

  // Refers to this, which must outlive it.
  const collectives::Operation& operation() const { return operation_; }

 private:
  std::unique_ptr<const collectives::Plan> plan_;
  std::unique_ptr<WiredNetwork> wired_;
  collectives::Operation operation_;
};

// Of an operation that was made here.
const EdgeTable& edges_of(const collectives::Operation& operation);
const PacketCounts* counts_of(const collectives::Operation& operation);

}  // namespace testbench
