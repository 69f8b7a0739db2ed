// Nodes that are stepped one after the other by the host.
#include <algorithm>

#include "testbench/mesh/fabric.hpp"

namespace testbench {
namespace {

class HostFabric final : public Fabric {
 public:
  HostFabric(const FabricSetting& setting, std::unique_ptr<Nodes> nodes, Surroundings& surroundings)
      : wiring_(setting.network, setting.ports),
        surroundings_(surroundings),
        nodes_(std::move(nodes)),
        ins_(wiring_.nodes(), NodeInputs(setting.ports, setting.streams)),
        outs_(wiring_.nodes(), NodeOutputs(setting.ports, setting.streams)) {
    for (const NodeInputs& in : ins_) all_ins_.push_back(&in);
  }

  // One cycle of one node with nothing on its links.
  void access(Address node, const router::RegisterAccess& access) override {
    only_first_accessed_ = only_first_accessed_ && node == Address(0);
    NodeInputs& in = ins_[node.number()];
    in.be_quiet();
    in.access = access;
    ++moment_.cycle;
    if (nodes_->records(moment_)) nodes_->record(moment_, node, std::span(&all_ins_[node.number()], 1));
    nodes_->step(node, in, outs_[node.number()]);
    end_cycle();
  }
  bool copy_first() override {
    if (!only_first_accessed_ || !nodes_->copy_first()) return false;
    std::fill(outs_.begin() + 1, outs_.end(), outs_[0]);
    return true;
  }

  void clock(bool start) override {
    only_first_accessed_ = false;
    moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
    for (const Address node : network::addresses(wiring_.nodes())) take_inputs(node, start);
    if (nodes_->records(moment_)) nodes_->record(moment_, Address(0), all_ins_);
    for (const Address node : network::addresses(wiring_.nodes())) {
      nodes_->step(node, ins_[node.number()], outs_[node.number()]);
      surroundings_.observe(node, outs_[node.number()]);
    }
    end_cycle();
  }

  const NodeOutputs& out(Address node) const override { return outs_[node.number()]; }

 private:
  void take_inputs(Address node, bool start) {
    NodeInputs& in = ins_[node.number()];
    for (unsigned port = 0; port < wiring_.ports(); ++port) {
      const WiringTable::End& end = wiring_.behind(node, port);
      const NodeOutputs& neighbour = outs_[end.node.number()];
      network::connect(neighbour.links[end.port], in.links[port]);
      in.counts[port] = neighbour.counts[end.port];
    }
    in.access = {};
    in.start = start;
    surroundings_.show(node, moment_.cycle, outs_[node.number()], in);
    surroundings_.take(node, outs_[node.number()], in);
  }

  void end_cycle() {
    const auto difference = nodes_->end_cycle(moment_);
    if (difference) throw Divergence({moment_.started, moment_.cycle + 1}, *difference);
  }

  const WiringTable wiring_;
  Surroundings& surroundings_;
  std::unique_ptr<Nodes> nodes_;
  std::vector<NodeInputs> ins_;
  std::vector<const NodeInputs*> all_ins_;
  std::vector<NodeOutputs> outs_;
  Moment moment_;
  bool only_first_accessed_ = true;
};

}  // namespace

std::unique_ptr<Fabric> make_host_fabric(const FabricSetting& setting, std::unique_ptr<Nodes> nodes,
                                         Surroundings& surroundings) {
  return std::make_unique<HostFabric>(setting, std::move(nodes), surroundings);
}

}  // namespace testbench
