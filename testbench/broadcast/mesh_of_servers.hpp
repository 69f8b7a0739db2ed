// A cube of nodes that serve broadcast requests, stepped one after the other. The links' registers stand twice, as they are
// in this cycle and as they will be in the next, so that the order of nodes cannot matter.
//
// `Nodes`:
//
//     using Config = ...;
//     explicit Nodes(const BroadcastSetting& setting);
//     Registers& registers(Address node);               // what it drives but the links: fetches, ejects, full
//     void step(Address node, const broadcast::In<Config>& in, Links& links, Wires& wires);
//     void end_cycle(const Moment& moment);             // all nodes have stepped
//     std::uint32_t deepest_queue() const;
//     static constexpr bool kSharesTables = ...;
#pragma once

#include <utility>

#include "hls/broadcast/node.hpp"
#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/mesh/link_event_of.hpp"
#include "testbench/mesh/stall.hpp"

namespace testbench {

template <class Nodes>
class MeshOfServers final : public BroadcastMesh {
 public:
  using Config = typename Nodes::Config;
  using In = broadcast::In<Config>;
  using Links = decltype(broadcast::Out<Config>::links);
  using Wires = decltype(broadcast::Out<Config>::wires);

  explicit MeshOfServers(const BroadcastSetting& setting)
      : payloads_(setting), stall_(setting.simulation), nodes_(setting) {
    for (auto& links : links_) links.assign(kNodes, router::open_links<Config>());
    for (auto& wires : wires_) wires.assign(kNodes, Wires{});
    comes_.assign(kNodes, 0);
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    const In in = In::quiet({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
    nodes_.step(node, in, links_[present_][node.number()], wires_[present_][node.number()]);
    ++moment_.cycle;
    nodes_.end_cycle(moment_);
  }
  bool shares_tables() const override { return Nodes::kSharesTables; }
  unsigned sequence_width() const override { return Config::kSequenceWidth; }

  void clock(bool start, const std::vector<Address>& requests) override {
    moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
    delivered_.clear();
    traffic_ = {};
    for (const Address node : requests) comes_[node.number()] = 1;
    In in;
    for (const Address node : network::addresses(kNodes)) {
      take_inputs(node, in);
      in.start = hls::Bit(start);
      Links& links = links_[present_ ^ 1][node.number()];
      Wires& wires = wires_[present_ ^ 1][node.number()];
      nodes_.step(node, in, links, wires);
      count(links);
      for (const auto& told : wires) traffic_.counts += told.valid;
    }
    for (const Address node : requests) comes_[node.number()] = 0;
    present_ ^= 1;
    nodes_.end_cycle(moment_);
  }
  bool is_full(Address node) const override { return nodes_.registers(node).full; }

  const std::vector<BroadcastDelivery>& delivered() const override { return delivered_; }
  BroadcastTraffic traffic() const override { return traffic_; }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    for (const Address node : network::addresses(kNodes)) {
      for (unsigned port = 0; port < kPorts; ++port) {
        const auto& link = links_[present_][node.number()][port];
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }
  std::uint32_t deepest_queue() const override { return nodes_.deepest_queue(); }

 private:
  static constexpr unsigned kPorts = broadcast::kDimension<Config>;
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;

  // What the node's inputs show in the coming cycle; what its ejectors hold is delivered if the memory takes it.
  void take_inputs(Address node, In& in) {
    const auto& registers = nodes_.registers(node);
    const network::Ports ready = stall_.ready(moment_.cycle, node, kPorts);
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::uint32_t neighbour = cube::neighbour(node, port).number();
      network::connect(links_[present_][neighbour][port], in.links[port]);
      in.wires[port] = wires_[present_][neighbour][port];
      const auto& fetch = registers.fetches[port];
      if (fetch.valid && fetch.header.source.number() == node.number()) {
        in.payloads[port] = network::Payload<Config>(payloads_(node, fetch.header.sequence, fetch.header.tree));
      }
      const auto& eject = registers.ejects[port];
      if (eject.valid && ready.contains(port)) {
        const auto& header = eject.packet.header;
        delivered_.push_back({node, header.source, header.sequence, header.tree, eject.packet.payload});
      }
    }
    in.eject_ready = network::PortSet<Config>(ready);
    in.request = hls::Bit(comes_[node.number()]);
  }

  void count(const Links& links) {
    for (const auto& link : links) {
      if (!link.valid) continue;
      const std::uint32_t rule = link.packet.header.rule.number();
      if (rule == number_of<rules::Aside>()) {
        ++traffic_.counts;
      } else if (rule == number_of<rules::Ascending>()) {
        ++traffic_.packing;
      } else {
        ++traffic_.broadcast;
      }
    }
  }
  template <class Rule>
  static constexpr std::uint32_t number_of() {
    return static_cast<std::uint32_t>(Config::Rules::template number_of<Rule>());
  }

  const BroadcastPayloads payloads_;
  const Stall stall_;
  mutable Nodes nodes_;
  std::array<std::vector<Links>, 2> links_;
  std::array<std::vector<Wires>, 2> wires_;
  unsigned present_ = 0;             // of links_ and wires_: as they are in this cycle
  std::vector<std::uint8_t> comes_;  // by node: a request comes in this cycle
  std::vector<BroadcastDelivery> delivered_;
  BroadcastTraffic traffic_;
  Moment moment_;
};

}  // namespace testbench
