// SPDX-License-Identifier: Apache-2.0
// The nodes of a network as compiled C++, behind the common interface of nodes (testbench/nodes).
#pragma once

#include <vector>

#include "testbench/native/node_registers.hpp"
#include "testbench/nodes/any_node.hpp"

namespace testbench {

// `Storage` attaches queues, programs and tables to the state of each node.
template <AnyNode Node, class Storage = typename NodeRegisters<Node>::Storage>
class NativeNodes final : public Nodes {
 public:
  explicit NativeNodes(const MeshSetting& setting)
      : storage_(setting), nodes_(setting.network.nodes()), ins_(nodes_.size(), Node::In::quiet()) {
    links_.assign(nodes_.size(), Registers::open_links());
    for (Registers& node : nodes_) storage_.attach(node.state);
  }

  void step(Address address, const NodeInputs& in, NodeOutputs& out) override {
    Registers& node = nodes_[address.number()];
    narrow(in, ins_[address.number()]);
    node.step_apart(ins_[address.number()], links_[address.number()]);
    widen(node.driven(links_[address.number()]), out);
  }
  std::uint32_t deepest_queue() const override { return deepest_queue_of(nodes_); }

 private:
  using Registers = NodeRegisters<Node>;

  Storage storage_;
  std::vector<Registers> nodes_;  // by address, like the following members
  std::vector<typename Registers::Links> links_;
  std::vector<typename Node::In> ins_;
};

}  // namespace testbench
