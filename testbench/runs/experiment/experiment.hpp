// SPDX-License-Identifier: Apache-2.0
// One run: the operation that the firmware loads, the judge's task, the network, the nodes and the
// engine. resolve() (testbench/tool/request) makes and checks it; the constructors here check nothing.
// From the command line to the result it is only read.
//
//     const Experiment experiment(operation, {.engine = "systemc"});
//     const RunReport report = Run(experiment, PayloadHash(seed)).execute({});
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/judge/checker/task.hpp"
#include "testbench/runs/experiment/prepared.hpp"

namespace testbench {

// Makes the judge's task. Only names and numbers come from the operation. The judge decides for
// itself what the collective of that name must deliver.
Task task_of(const collectives::Operation& operation);

// Adds to the setting the nodes that the operation needs. They have no depths yet.
MeshSetting setting_of(const collectives::Operation& operation, MeshSetting asked = {});

class Experiment {
 public:
  // An operation alone runs on the native engine. The referenced objects must outlive the
  // experiment. `queue_depth`: packets in a crosspoint queue; 0: so many that none can fill.
  Experiment(const collectives::Operation& operation, MeshSetting asked = {}, std::size_t queue_depth = 0);
  explicit Experiment(const std::shared_ptr<const Prepared>& prepared, std::size_t queue_depth = 0);

  const collectives::Operation& operation() const { return operation_; }
  const Task& task() const { return task_; }
  const std::string& network() const { return network_; }  // "cube:5"
  const std::string& words() const { return words_; }      // of its user: "--dim 5", "--network ring:5"
  std::string choice() const { return made_ ? made_->choice() : ""; }
  // The dimension of a cube; nothing for another network, and with counts of packets.
  std::optional<unsigned> dim() const { return dim_; }
  const std::optional<Counts>& counts() const { return counts_; }
  const MeshSetting& setting() const { return setting_; }
  TriedRuns& tried() const { return *tried_; }
  // The user's; 0: so many packets that no queue can fill.
  std::size_t queue_depth() const { return setting_.queue_depth.is_users ? setting_.queue_depth.chosen : 0; }

  // The same with random packets and stalls of another seed.
  Experiment with_seed(std::uint64_t seed) const;
  // The same on the native engine, with memories that are never busy, wires that do not err, and the packets of the seed that is
  // `more` above.
  Experiment alone(std::uint64_t more) const;
  // The same on nodes that start when they like.
  Experiment with_epochs() const;
  // The same on one thread of the native engine, for a run that only tells how another goes: threads of a small network wait for
  // one another.
  Experiment as_tried() const;
  // The same with crosspoint queues of the depth.
  Experiment with_queue_depth(std::size_t depth) const;
  // The same with packets in transit before a port's own.
  Experiment with_transit_first() const;
  // The same with other packets, and a program for them; nothing where none can be made.
  std::optional<Experiment> with_packets(std::uint32_t packets) const;
  // The same with other records in its report.
  Experiment with_records(bool latency, bool link_load) const;

 private:
  std::optional<Experiment> made_again(std::uint32_t packets, bool transit_first) const;
  // Where links differ.
  void take_links_that_differ();

  std::shared_ptr<const Prepared> made_;  // null for an operation alone
  std::shared_ptr<const void> prepared_;  // that the operation refers to
  collectives::Operation operation_;
  Task task_;
  std::string network_;
  std::string words_;
  std::optional<unsigned> dim_;
  std::optional<Counts> counts_;
  MeshSetting setting_;
  std::shared_ptr<const LinkValues> packet_cycles_;  // that the task refers to
  std::shared_ptr<TriedRuns> tried_;
};

}  // namespace testbench
