// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/wide_mesh.hpp"

#include <algorithm>

#include "firmware/rules/broadcast_rules.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"

namespace testbench {
namespace {

template <class Rules>
constexpr std::uint32_t rules_to_all() {
  std::uint32_t mask = 0;
  Rules::for_each([&mask](auto rule, node::Rule number) {
    if (rule.kCast == rules::Cast::kAll) mask |= node::rule_bit(number);
  });
  return mask;
}

// Combining nodes have the other nodes' rules under the same numbers, and more behind them.
std::uint32_t to_all_rules(const MeshSetting& setting) {
  if (setting.prefix) return rules_to_all<rules::BroadcastRules>();
  if (!setting.network.is_cube()) return rules_to_all<rules::LabelledRules>();
  const bool releases = setting.simulation.links && setting.simulation.links->release_depth != 0;
  return releases && !setting.combining ? rules_to_all<rules::ScheduledCubeRules>()
                                        : rules_to_all<rules::CombiningCubeRules>();
}

class HostMesh final : public WideMesh {
 public:
  HostMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Surroundings> surroundings)
      : WideMesh(setting, std::move(nodes), std::move(surroundings)),
        ins_(wiring().nodes(), NodeInputs(ports_of_node(setting), streams_of_node(setting))),
        outs_(wiring().nodes(), NodeOutputs(ports_of_node(setting), streams_of_node(setting))) {
    for (std::size_t node = 0; node < ins_.size(); ++node) add(ins_[node], outs_[node]);
  }

 private:
  void take_inputs(bool start) override {
    for (const Address node : network::addresses(wiring().nodes())) {
      for (unsigned port = 0; port < wiring().ports(); ++port) {
        const WiringTable::End& end = wiring().behind(node, port);
        connect(outs_[end.node.number()].ports[end.port], ins_[node.number()].ports[port]);
        disturb(node, port);
      }
      show(node, start);
    }
  }
  void step_all(bool start) override {
    take_inputs(start);
    for (const Address node : network::addresses(wiring().nodes())) step(node);
  }

  std::vector<NodeInputs> ins_;
  std::vector<NodeOutputs> outs_;
};

}  // namespace

unsigned ports_of_node(const MeshSetting& setting) {
  const unsigned ports = setting.network.ports();
  return setting.network.is_cube() ? ports : std::max(2u, ports);
}

unsigned streams_of_node(const MeshSetting& setting) {
  return ports_of_node(setting) * (setting.combining ? 2 : 1);
}

WiringTable::WiringTable(const network::SomeNetwork& network, unsigned ports_of_a_node)
    : nodes_(network.nodes()), ports_(ports_of_a_node) {
  ends_.reserve(std::size_t{nodes_} * ports_);
  for (const Address node : network::addresses(nodes_)) {
    for (unsigned port = 0; port < ports_; ++port) {
      const bool has = port < network.ports();
      ends_.push_back(has ? End{network.neighbour(node, port), network.arrival_port(node, port)} : End{node, port});
    }
  }
}

WideMesh::WideMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Surroundings> surroundings)
    : wiring_(setting.network, ports_of_node(setting)),
      to_all_rules_(to_all_rules(setting)),
      surroundings_(std::move(surroundings)),
      nodes_(std::move(nodes)),
      noise_(setting.simulation.wires, std::size_t{wiring_.nodes()} * wiring_.ports(), wiring_.ports(),
             setting.simulation.links ? setting.simulation.links->wires : 0) {
}

void WideMesh::add(NodeInputs& in, NodeOutputs& out) {
  ins_.push_back(&in);
  recorded_.push_back(&in);
  outs_.push_back(&out);
}

void WideMesh::write(Address node, std::uint32_t address, std::uint32_t value) {
  access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
}

std::uint32_t WideMesh::read(Address node, std::uint32_t address) {
  access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
  return out(node).answer;
}

// Clocks one node with quiet links.
void WideMesh::access(Address node, const router::RegisterAccess& access) {
  only_first_accessed_ = only_first_accessed_ && node == Address(0);
  in(node).be_quiet();
  in(node).access = access;
  ++moment_.cycle;
  if (nodes_->records(moment_)) nodes_->record(moment_, node, std::span(&recorded_[node.number()], 1));
  nodes_->step(node, in(node), *outs_[node.number()]);
  drive(node);
  end_cycle();
}

bool WideMesh::copy_first_node() {
  if (!only_first_accessed_ || !nodes_->copy_first()) return false;
  for (const Address node : network::addresses(wiring_.nodes())) {
    *outs_[node.number()] = *outs_[0];
    drive(node);
  }
  return true;
}

void WideMesh::clock(bool start) {
  only_first_accessed_ = false;
  ++tick_;
  moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
  if (nodes_->records(moment_)) {
    take_inputs(start);
    nodes_->record(moment_, Address(0), recorded_);
  }
  step_all(start);
  end_cycle();
}

void WideMesh::disturb(Address node, unsigned port) {
  if (!noise_.any()) return;
  const WiringTable::End& end = wiring_.behind(node, port);
  noise_.disturb(std::size_t{end.node.number()} * wiring_.ports() + end.port, tick_, moment_.started, moment_.cycle,
                 in(node).ports[port].phit);
}

void WideMesh::show(Address node, bool start) {
  in(node).access = {};
  in(node).start = start;
  surroundings_->show(node, moment_.cycle, out(node), in(node));
}

void WideMesh::step(Address node) {
  surroundings_->take(node, out(node), in(node));
  nodes_->step(node, in(node), *outs_[node.number()]);
  surroundings_->observe(node, out(node));
}

void WideMesh::end_cycle() {
  const auto difference = nodes_->end_cycle(moment_);
  if (difference) throw Divergence({moment_.started, moment_.cycle + 1}, *difference);
}

void WideMesh::append_link_events(std::uint64_t cycle, LinkEvents& events) {
  for (const Address node : network::addresses(wiring_.nodes())) {
    const std::vector<PortBundle>& ports = out(node).ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      const WideLink& link = ports[port].link;
      if (!link.valid) continue;
      const bool is_to_all = (to_all_rules_ >> link.packet.header.rule.number() & 1u) != 0;
      events.push_back(link_event(cycle, node, port, link, is_to_all));
    }
  }
}

std::unique_ptr<Mesh> make_host_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes,
                                     std::unique_ptr<Surroundings> surroundings) {
  return std::make_unique<HostMesh>(setting, std::move(nodes), std::move(surroundings));
}

}  // namespace testbench
