// SPDX-License-Identifier: Apache-2.0
// One run, whole: the operation that the firmware loads, the judge's task, the network, the nodes
// and the engine. It is made and checked once, and then only read on the way from the command line
// to the result.
//
//     const Experiment experiment(operation, {"systemc"});
//     const RunReport report = Run(experiment, PayloadHash(seed)).execute({});
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/checker/edge_table.hpp"
#include "testbench/checker/packet_counts.hpp"
#include "testbench/checker/task.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/networks/link_table.hpp"
#include "testbench/plans/planned_rows.hpp"
#include "testbench/run/engines.hpp"

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

// An operation on any network, with everything that it refers to.
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

// The judge's task. Only names and numbers are taken over from the operation: the judge says for
// itself what a collective of that name asks for.
Task task_of(const collectives::Operation& operation);

// The nodes that an operation needs, but for depths and what the user wishes.
MeshSetting setting_of(const collectives::Operation& operation);

struct EngineChoice {
  std::string name = "native";  // one of engine_names()
  Simulation simulation;        // with stalls bounds do not apply

  bool has_rtl() const { return testbench::has_rtl(name, simulation); }
};

// The packets of an alltoall that has not as many for each.
struct Counts {
  std::optional<std::string> file;
  std::uint64_t seed = 0;              // of random ones
  std::uint32_t most = 0;              // that they may be
  std::vector<std::uint32_t> packets;  // by relative address; that of 0 is 0, some other is not
};

class Experiment {
 public:
  // An operation alone is an experiment on the native engine. What it refers to must outlive this.
  // `queue_depth`: packets in a crosspoint queue; 0: so many that none can fill.
  Experiment(const collectives::Operation& operation, EngineChoice engine = {}, std::size_t queue_depth = 0);
  // On a network of which the operation is planned. `network`: its name, like "torus:4x6".
  Experiment(std::shared_ptr<const NetworkOperation> planned, std::string network, std::optional<Counts> counts,
             EngineChoice engine, std::size_t queue_depth);

  const collectives::Operation& operation() const { return operation_; }
  const Task& task() const { return task_; }
  const std::string& network() const { return network_; }  // "cube:5"
  const std::optional<Counts>& counts() const { return counts_; }
  const EngineChoice& engine() const { return engine_; }
  const Simulation& simulation() const { return engine_.simulation; }
  std::size_t queue_depth() const { return queue_depth_; }

  // The same with random packets and stalls by another seed.
  Experiment with_seed(std::uint64_t seed) const;

 private:
  std::shared_ptr<const NetworkOperation> planned_;
  collectives::Operation operation_;
  Task task_;
  std::string network_;
  std::optional<Counts> counts_;
  EngineChoice engine_;
  std::size_t queue_depth_;
};

}  // namespace testbench
