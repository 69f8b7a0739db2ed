// The nodes of a network as compiled C++, behind the interface that any nodes have
// (testbench/nodes).
#pragma once

#include <vector>

#include "testbench/native/node_registers.hpp"
#include "testbench/native/node_storage.hpp"
#include "testbench/nodes/node_kind.hpp"

namespace testbench {

// `Storage` attaches queues, programs and tables to the state of each node.
template <class Config, class Storage = NodeStorage<Config>>
class NativeNodes final : public Nodes {
 public:
  explicit NativeNodes(const MeshSetting& setting)
      : storage_(setting), nodes_(setting.network.nodes()), ins_(nodes_.size(), router::In<Config>::quiet()) {
    links_.assign(nodes_.size(), router::open_links<Config>());
    for (NodeRegisters<Config>& node : nodes_) storage_.attach(node.state);
  }

  void step(Address address, const NodeInputs& in, NodeOutputs& out) override {
    NodeRegisters<Config>& node = nodes_[address.number()];
    narrow(in, ins_[address.number()]);
    node.step_apart(ins_[address.number()], links_[address.number()]);
    widen(Driven{links_[address.number()], node.fetches, node.ejects, node.answer}, out);
  }

 private:
  // As in router::Out.
  struct Driven {
    const typename NodeRegisters<Config>::Links& links;
    const decltype(NodeRegisters<Config>::fetches)& fetches;
    const decltype(NodeRegisters<Config>::ejects)& ejects;
    std::uint32_t answer;
  };

  Storage storage_;
  std::vector<NodeRegisters<Config>> nodes_;  // by address, as those that follow
  std::vector<typename NodeRegisters<Config>::Links> links_;
  std::vector<router::In<Config>> ins_;
};

}  // namespace testbench
