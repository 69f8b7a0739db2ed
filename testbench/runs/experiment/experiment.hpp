// SPDX-License-Identifier: Apache-2.0
// One run: the operation that the firmware loads, the judge's task, the network, the nodes and the
// engine. resolve() (testbench/tool/request) makes and checks it; the constructors here check nothing.
// From the command line to the result it is only read.
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

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/packet_counts.hpp"
#include "testbench/judge/checker/task.hpp"
#include "testbench/plans/collectives/planned_rows.hpp"
#include "testbench/plans/collectives/routing_cycles.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {

// A network with a table of its links, because a run asks for the neighbour behind a port for every
// packet. The judge knows the network by that table only. It works out the counts of an isotropic
// task from the table itself.
class WiredNetwork final : public network::AnyNetwork {
 public:
  explicit WiredNetwork(const Network& network);

  // Counts the packets of each node for each other, by relative address, `rounds` times.
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
  // Null for a task without counts.
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
  // Throws PlanError if the network has no such plan. `counts`: k_c by relative address. Each node
  // then has `packets` times k_c packets for the node that it sees as c, instead of `packets` for
  // each. Empty in rows that do not take counts.
  NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root,
                   const std::vector<std::uint32_t>& counts = {});

  // An operation on a network with dead links, by a row that goes around them. Nodes that combine
  // packets are those of a cube; others are those of any network.
  // Throws PlanError. The dead links are those of the experiment.
  NetworkOperation(const Network& network, const PlannedRow& row, const collectives::Operation& asked);

  // Refers to this object, which must outlive it.
  const collectives::Operation& operation() const { return operation_; }

 private:
  std::unique_ptr<const collectives::Plan> plan_;
  std::unique_ptr<WiredNetwork> wired_;
  collectives::Operation operation_;
};

struct EngineChoice {
  std::string name = "native";  // one of engine_names()
  Simulation simulation;        // with stalls the bounds do not apply

  bool has_rtl() const { return testbench::has_rtl(name, simulation); }
};

// An operation on a cube in routing cycles, with its plan.
class CycleOperation {
 public:
  // Messages of software: the most packets, 0: of a frame; and a start-up beside those of their frames.
  struct Messages {
    std::uint32_t packets = 0;
    std::uint64_t start_up = 0;
  };
  // `asked`: all but the row and the plan. `engine`: with links; they get release programs of the
  // depth that the plan needs.
  CycleOperation(const CycleRow& row, const collectives::Operation& asked, EngineChoice engine,
                 const Messages& messages);
  CycleOperation(const CycleRow& row, const collectives::Operation& asked, EngineChoice engine)
      : CycleOperation(row, asked, std::move(engine), {}) {}

  // Refers to this object, which must outlive it.
  const collectives::Operation& operation() const { return operation_; }
  const EngineChoice& engine() const { return engine_; }
  const CyclePlan& plan() const { return *plan_; }

 private:
  collectives::Operation operation_;
  EngineChoice engine_;
  std::unique_ptr<const CyclePlan> plan_;
};

// The links that never work, which the firmware knows.
std::vector<collectives::DeadLink> known_dead(const std::vector<BrokenLink>& broken);

// Makes the judge's task. Only names and numbers come from the operation. The judge decides for
// itself what the collective of that name must deliver.
Task task_of(const collectives::Operation& operation);

// The nodes that an operation needs, without depths and options of the user.
MeshSetting setting_of(const collectives::Operation& operation);

// The packets of an alltoall with different counts for different nodes.
struct Counts {
  std::optional<std::string> file;
  std::uint64_t seed = 0;              // of random ones
  std::uint32_t most = 0;              // upper limit of a random count
  std::vector<std::uint32_t> packets;  // by relative address; that of 0 is 0, some other is not
};

class Experiment {
 public:
  // An operation alone runs on the native engine. The referenced objects must outlive the
  // experiment. `queue_depth`: packets in a crosspoint queue; 0: so many that none can fill.
  Experiment(const collectives::Operation& operation, EngineChoice engine = {}, std::size_t queue_depth = 0);
  // An operation planned on a network, or around dead links. `network`: its name, like
  // "torus:4x6".
  Experiment(const std::shared_ptr<const NetworkOperation>& planned, std::string network, std::optional<Counts> counts,
             EngineChoice engine, std::size_t queue_depth);

  explicit Experiment(std::shared_ptr<const CycleOperation> planned, std::size_t queue_depth = 0);

  const collectives::Operation& operation() const { return operation_; }
  const Task& task() const { return task_; }
  const std::string& network() const { return network_; }  // "cube:5"
  const std::optional<Counts>& counts() const { return counts_; }
  const EngineChoice& engine() const { return engine_; }
  const Simulation& simulation() const { return engine_.simulation; }
  std::size_t queue_depth() const { return queue_depth_; }

  // The same with random packets and stalls of another seed.
  Experiment with_seed(std::uint64_t seed) const;

 private:
  std::shared_ptr<const void> planned_;  // that the operation refers to
  std::shared_ptr<const std::vector<collectives::DeadLink>> dead_;
  collectives::Operation operation_;
  Task task_;
  std::string network_;
  std::optional<Counts> counts_;
  EngineChoice engine_;
  std::size_t queue_depth_;
};

}  // namespace testbench
