// The native engine's cube of nodes that serve broadcast requests, stepped one after the other. The
// links' registers stand twice, as they are in this cycle and as they will be in the next, so that
// the order of nodes cannot matter.
//
// `Nodes`:
//
//     using Config = ...;
//     explicit Nodes(const BroadcastSetting& setting);
//     Registers& registers(Address node);               // what it drives but the links: fetches, ejects, full
//     void step(Address node, const broadcast::In<Config>& in, Links& links, Wires& wires);
//     std::uint32_t deepest_queue() const;
#pragma once

#include <utility>

#include "hls/broadcast/node.hpp"
#include "testbench/broadcast/server_surroundings.hpp"
#include "testbench/mesh/link_event_of.hpp"

namespace testbench {

template <class Nodes>
class MeshOfServers final : public BroadcastMesh {
 public:
  using Config = typename Nodes::Config;
  using In = broadcast::In<Config>;
  using Links = decltype(broadcast::Out<Config>::links);
  using Wires = decltype(broadcast::Out<Config>::wires);

  explicit MeshOfServers(const BroadcastSetting& setting)
      : surroundings_(setting, Config::kSequenceWidth), nodes_(setting) {
    for (auto& links : links_) links.assign(kNodes, router::open_links<Config>());
    for (auto& wires : wires_) wires.assign(kNodes, Wires{});
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    const In in = In::quiet({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
    nodes_.step(node, in, links_[present_][node.number()], wires_[present_][node.number()]);
    ++moment_.cycle;
  }
  bool shares_tables() const override { return true; }
  unsigned sequence_width() const override { return Config::kSequenceWidth; }

  void clock(bool start, const std::vector<Address>& requests) override {
    moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
    surroundings_.begin_cycle(requests);
    In in;
    for (const Address node : network::addresses(kNodes)) {
      take_links(node, in);
      surroundings_.show(node, moment_.cycle, nodes_.registers(node), in);
      surroundings_.take(node, nodes_.registers(node), in.eject_ready);
      in.start = hls::Bit(start);
      Links& links = links_[present_ ^ 1][node.number()];
      Wires& wires = wires_[present_ ^ 1][node.number()];
      nodes_.step(node, in, links, wires);
      surroundings_.observe(links, wires);
    }
    present_ ^= 1;
  }
  bool is_full(Address node) const override { return nodes_.registers(node).full; }
  std::uint64_t offered(Address node) const override { return surroundings_.offered(node); }

  const std::vector<BroadcastDelivery>& delivered() const override { return surroundings_.delivered(); }
  BroadcastTraffic traffic() const override { return surroundings_.traffic(); }
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

  void take_links(Address node, In& in) const {
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::uint32_t neighbour = cube::neighbour(node, port).number();
      network::connect(links_[present_][neighbour][port], in.links[port]);
      in.wires[port] = wires_[present_][neighbour][port];
    }
  }

  ServerSurroundings surroundings_;
  mutable Nodes nodes_;
  std::array<std::vector<Links>, 2> links_;
  std::array<std::vector<Wires>, 2> wires_;
  unsigned present_ = 0;  // of links_ and wires_: as they are in this cycle
  Moment moment_;
};

}  // namespace testbench
