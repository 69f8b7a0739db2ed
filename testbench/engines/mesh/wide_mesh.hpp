// SPDX-License-Identifier: Apache-2.0
// Meshes of any nodes (testbench/engines/nodes): the part that all of them share, and the mesh whose nodes
// the host steps one after the other.
//
//     const auto mesh = make_host_mesh(setting, std::move(nodes), std::move(surroundings));
#pragma once

#include <memory>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/noisy_wires.hpp"
#include "testbench/engines/mesh/surroundings.hpp"

namespace testbench {

// The interface of a setting's nodes. Off the cube a node has at least two ports.
unsigned ports_of_node(const MeshSetting& setting);
unsigned streams_of_node(const MeshSetting& setting);

// The neighbour behind each port of each node. A node may have more ports than the network; these
// lead back to the node itself.
class WiringTable {
 public:
  struct End {
    Address node;
    unsigned port;
  };

  WiringTable(const network::SomeNetwork& network, unsigned ports_of_a_node);

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  const End& behind(Address node, unsigned port) const { return ends_[std::size_t{node.number()} * ports_ + port]; }

 private:
  std::uint32_t nodes_;
  unsigned ports_;
  std::vector<End> ends_;
};

// Nodes, the links between them, their surroundings, and the number of the cycle. A derived class
// stores each node's inputs and outputs, and has the clock.
class WideMesh : public Mesh {
 public:
  WideMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Surroundings> surroundings);

  void write(Address node, std::uint32_t address, std::uint32_t value) final;
  std::uint32_t read(Address node, std::uint32_t address) final;
  bool copy_first_node() final;
  void clock(bool start) final;
  void append_link_events(std::uint64_t cycle, LinkEvents& events) final;
  bool is_full(Address node) const final { return outs_[node.number()]->full; }
  std::uint32_t deepest_queue() const final { return nodes_->deepest_queue(); }

 protected:
  // Called in the order of addresses, once for each node; the objects must live as long as the
  // mesh.
  void add(NodeInputs& in, NodeOutputs& out);

  // Every node takes its inputs, for a waveform that shows them before the cycle.
  virtual void take_inputs(bool start) = 0;
  // Every node takes its inputs and steps.
  virtual void step_all(bool start) = 0;
  // The node's outputs have changed without a clock cycle.
  virtual void drive(Address) {}

  // The parts of a cycle for one node. show() sets its inputs other than links. In step() the
  // surroundings take packets, then the node steps, then the surroundings observe it.
  void show(Address node, bool start);
  // Adds errors to the phit that has come to the node's port.
  void disturb(Address node, unsigned port);
  void step(Address node);

  const WiringTable& wiring() const { return wiring_; }
  const Moment& moment() const { return moment_; }
  const NodeOutputs& out(Address node) const { return *outs_[node.number()]; }
  NodeInputs& in(Address node) { return *ins_[node.number()]; }

 private:
  void access(Address node, const router::RegisterAccess& access);
  void end_cycle();

  const WiringTable wiring_;
  std::uint32_t to_all_rules_;  // a bit for each of the nodes' rules that sends to all
  std::unique_ptr<Surroundings> surroundings_;
  std::unique_ptr<Nodes> nodes_;
  NoisyWires noise_;
  std::uint64_t tick_ = 0;        // since the mesh was made, without accesses to registers
  std::vector<NodeInputs*> ins_;  // by address
  std::vector<const NodeInputs*> recorded_;
  std::vector<NodeOutputs*> outs_;
  Moment moment_;
  bool only_first_accessed_ = true;
};

// Makes the mesh whose nodes the host steps.
std::unique_ptr<Mesh> make_host_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes,
                                     std::unique_ptr<Surroundings> surroundings);

}  // namespace testbench
