// An operation on any network, with everything that it refers to.
//
//     const NetworkOperation made(network, row, packets, root);
//     Run(made.operation(), PayloadHash(seed)).execute({});
#pragma once

#include <memory>

#include "testbench/checker/edge_table.hpp"
#include "testbench/networks/link_table.hpp"
#include "testbench/plans/planned_rows.hpp"

namespace testbench {

// A network looked up once: whoever runs on it asks for every packet what is behind a port. What the judge knows of it is
// the table of its links.
class WiredNetwork final : public network::AnyNetwork {
 public:
  explicit WiredNetwork(const Network& network);

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

 private:
  Network network_;
  LinkTable links_;
  EdgeTable edges_;
};

class NetworkOperation {
 public:
  // Throws PlanError where the network has no such plan.
  NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root);

  // Refers to this, which must outlive it.
  const collectives::Operation& operation() const { return operation_; }

 private:
  std::unique_ptr<const WiredNetwork> wired_;
  std::unique_ptr<const collectives::Plan> plan_;
  collectives::Operation operation_;
};

// Of an operation that was made here.
const EdgeTable& edges_of(const collectives::Operation& operation);

}  // namespace testbench
