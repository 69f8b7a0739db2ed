// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/wide_mesh.hpp"

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
  if (setting.prefix) {
    return setting.node_kind().routes_in_logic ? rules_to_all<rules::BroadcastRules>()
                                               : rules_to_all<rules::TreeBroadcastRules>();
  }
  if (!setting.node_kind().routes_in_logic) return rules_to_all<rules::CombiningLabelledRules>();
  const bool releases = setting.links && setting.links->release_depth != 0;
  return releases && !setting.combining ? rules_to_all<rules::ScheduledCubeRules>()
                                        : rules_to_all<rules::CombiningCubeRules>();
}

}  // namespace

unsigned ports_of_node(const MeshSetting& setting) {
  return network::ports_of_node(setting.node_kind(), setting.network.ports());
}

unsigned streams_of_node(const MeshSetting& setting) {
  const unsigned ports = ports_of_node(setting);
  if (!setting.combining) return ports;
  return ports + (setting.node_kind().routes_in_logic ? ports : setting.trees);
}

WideMesh::WideMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Environment> environment)
    : wiring_(setting.network, ports_of_node(setting)),
      to_all_rules_(to_all_rules(setting)),
      environment_(std::move(environment)),
      nodes_(std::move(nodes)),
      noise_(setting.wires, wiring_, setting.links ? setting.links->wires : 0),
      foreseen_(noise_),
      ins_(wiring_.nodes(), NodeInputs(ports_of_node(setting), streams_of_node(setting))),
      outs_(wiring_.nodes(), NodeOutputs(ports_of_node(setting), streams_of_node(setting))),
      latency_(setting.longest_wires()),
      latencies_(setting.latencies) {
  if (latency_ == 0) return;
  PortBundle idle;
  idle.link.go = hls::Bit(1);
  on_wires_.assign(std::size_t{wiring_.nodes()} * wiring_.ports() * (latency_ + 1), idle);
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
  NodeInputs& in = ins_[node.number()];
  in.be_quiet();
  in.access = access;
  ++moment_.cycle;
  if (nodes_->records(moment_)) nodes_->record(moment_, node, std::span(&in, 1));
  nodes_->step(node, in, outs_[node.number()]);
  drive(node);
  end_cycle();
}

bool WideMesh::copy_first_node() {
  if (!only_first_accessed_ || !nodes_->copy_first()) return false;
  for (const Address node : network::addresses(wiring_.nodes())) {
    outs_[node.number()] = outs_[0];
    drive(node);
  }
  return true;
}

void WideMesh::clock(bool start) {
  only_first_accessed_ = false;
  ++tick_;
  starts_ = start;
  moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
  if (nodes_->records(moment_)) {
    for (const Address node : network::addresses(wiring_.nodes())) take_inputs(node);
    nodes_->record(moment_, Address(0), ins_);
  }
  step_all();
  end_cycle();
}

const PortBundle& WideMesh::driven(Address node, unsigned port) const {
  return out(wiring_.neighbour(node, port)).ports[wiring_.arrival_port(node, port)];
}

const PortBundle& WideMesh::arriving(Address node, unsigned port) {
  const PortBundle& now = driven(node, port);
  if (latency_ == 0) return now;
  PortBundle* const ring = &on_wires_[link_from(wiring_, node, port) * (latency_ + 1)];
  ring[tick_ % (latency_ + 1)] = now;
  const std::size_t cycles = latency_of(wiring_.neighbour(node, port), wiring_.arrival_port(node, port));
  return ring[(tick_ + latency_ + 1 - cycles) % (latency_ + 1)];
}

void WideMesh::step_all() {
  for (const Address node : network::addresses(wiring_.nodes())) take_inputs(node);
  for (const Address node : network::addresses(wiring_.nodes())) step(node);
}

void WideMesh::take_inputs(Address node) {
  NodeInputs& in = ins_[node.number()];
  for (unsigned port = 0; port < wiring_.ports(); ++port) {
    connect(arriving(node, port), in.ports[port]);
    if (!noise_.any()) continue;
    const std::size_t link = link_into(wiring_, node, port);
    const std::size_t latency = latency_of(wiring_.neighbour(node, port), wiring_.arrival_port(node, port));
    noise_.pause(link, latency, link_from(wiring_, node, port), tick_, in.ports[port].phit);
    noise_.disturb(link, tick_, moment_.started, moment_.cycle, in.ports[port].phit);
  }
  in.access = {};
  in.start = starts_;
  environment_->show(node, moment_.cycle, out(node), in);
}

void WideMesh::step(Address node) {
  environment_->take(node, out(node), ins_[node.number()]);
  nodes_->step(node, ins_[node.number()], outs_[node.number()]);
  environment_->observe(node, out(node));
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

void WideMesh::append_wire_events(std::uint64_t cycle, WireEvents& events) {
  for (const Address node : network::addresses(wiring_.nodes())) {
    for (unsigned port = 0; port < wiring_.ports(); ++port) {
      const Address receiver = wiring_.neighbour(node, port);
      if (receiver == node) continue;
      const unsigned arrival = wiring_.arrival_port(node, port);
      WidePhit received = out(node).ports[port].phit;
      // The wires err in the same way when the word is at the other end.
      if (noise_.any()) {
        const std::uint64_t later = latency_of(node, port) + 1;
        const std::size_t link = link_into(wiring_, receiver, arrival);
        noise_.pause(link, 0, link, tick_ + 1, received);
        foreseen_.disturb(link, tick_ + later, moment_.started, moment_.cycle + later, received);
      }
      nodes_->append_wire_events(cycle, node, port, received, events);
      const bool goes = out(receiver).ports[arrival].link.go;
      stops_.observe(cycle, link_from(wiring_, node, port), node, port, goes, events);
    }
  }
}

}  // namespace testbench
