// SPDX-License-Identifier: Apache-2.0
// The mesh of any nodes (testbench/engines/nodes). The host steps them one after the other, or a derived
// class has the clock.
//
//     const auto mesh = std::make_unique<WideMesh>(setting, std::move(nodes), std::move(environment));
#pragma once

#include <memory>
#include <vector>

#include "testbench/engines/mesh/environment.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/nodes/noisy_wires.hpp"
#include "testbench/engines/nodes/wire_tap.hpp"
#include "testbench/engines/nodes/wiring.hpp"

namespace testbench {

// The interface of a setting's nodes. Off the cube a node has at least two ports.
unsigned ports_of_node(const MeshSetting& setting);
unsigned streams_of_node(const MeshSetting& setting);

// Nodes, the links between them, their environment, and the number of the cycle.
class WideMesh : public Mesh {
 public:
  WideMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Environment> environment);

  void write(Address node, std::uint32_t address, std::uint32_t value) final;
  std::uint32_t read(Address node, std::uint32_t address) final;
  bool copy_first_node() final;
  void clock(bool start) final;
  void append_link_events(std::uint64_t cycle, LinkEvents& events) final;
  void append_wire_events(std::uint64_t cycle, WireEvents& events) final;
  bool is_full(Address node) const final { return outs_[node.number()].full; }
  std::uint32_t deepest_queue() const final { return nodes_->deepest_queue(); }

 protected:
  // The output that the neighbour behind the port has driven.
  virtual const PortBundle& driven(Address node, unsigned port) const;
  // Every node takes its inputs and steps.
  virtual void step_all();
  // The node's outputs have changed without a clock cycle.
  virtual void drive(Address) {}

  void take_inputs(Address node);
  // The environment takes packets, then the node steps, then the environment observes it.
  void step(Address node);

  const Wiring<network::SomeNetwork>& wiring() const { return wiring_; }
  const NodeOutputs& out(Address node) const { return outs_[node.number()]; }

 private:
  void access(Address node, const router::RegisterAccess& access);
  void end_cycle();
  // Delays what a neighbour has driven by the cycles of the wires. Asked again in a cycle, the answer is the same.
  const PortBundle& arriving(Address node, unsigned port);
  // The cycles of the link that leaves the node there.
  std::size_t latency_of(Address node, unsigned port) const {
    return latencies_ ? latencies_->of(node.number(), port) : latency_;
  }

  const Wiring<network::SomeNetwork> wiring_;
  std::uint32_t to_all_rules_;  // a bit for each of the nodes' rules that sends to all
  std::unique_ptr<Environment> environment_;
  std::unique_ptr<Nodes> nodes_;
  NoisyWires noise_;
  NoisyWires foreseen_;          // for a trace, which sees a word at the other end when it is sent
  StopTaps stops_;               // of a trace
  std::uint64_t tick_ = 0;       // since the mesh was made, without accesses to registers
  std::vector<NodeInputs> ins_;  // by address
  std::vector<NodeOutputs> outs_;
  std::size_t latency_;
  std::shared_ptr<const LinkValues> latencies_;  // null: it is that of all links
  std::vector<PortBundle> on_wires_;  // by link into a node: what has been driven, in a ring of `latency_` + 1 cycles
  Moment moment_;
  bool starts_ = false;  // in this cycle
  bool only_first_accessed_ = true;
};

}  // namespace testbench
