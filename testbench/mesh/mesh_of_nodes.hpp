// A network of nodes on the host. A cycle: every In takes what the neighbours' Out and the memory hold, then every node
// steps in place. The order of nodes cannot matter, since In is a copy.
//
// `Nodes` holds the nodes, as RTL (rtl_sim/rtl_nodes.hpp) or as C++ (testbench/native/native_nodes.hpp). The native engine
// has a mesh of its own (testbench/native/dense_mesh.hpp).
//
//     using Config = ...;
//     explicit Nodes(const MeshSetting& setting);
//
//     // Whether a waveform wants the coming cycle; if so, record() is called before the steps.
//     bool records(const Moment&) const;
//
//     // The inputs of the nodes that step, from node `first` on.
//     void record(const Moment&, Address first, std::span<const router::In<Config>> ins);
//
//     void step(Address node, const router::In<Config>& in, router::Out<Config>& out);
//
//     // After the last node's step.
//     void end_cycle(const Moment&);
//
//     // Makes every node what node 0 is. False where they cannot.
//     bool copy_first();
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "hls/router/node.hpp"
#include "testbench/mesh/fetched_payload.hpp"
#include "testbench/mesh/link_event_of.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/mesh/stall.hpp"
#include "testbench/mesh/wiring.hpp"

namespace testbench {

template <class Nodes>
class MeshOfNodes final : public Mesh {
 public:
  using Config = typename Nodes::Config;
  using In = router::In<Config>;
  using Out = router::Out<Config>;

  MeshOfNodes(const MeshSetting& setting, NodeMemory& memory)
      : memory_(memory),
        stall_(setting.simulation),
        wiring_(setting.network),
        nodes_(setting),
        ins_(wiring_.nodes(), In::quiet()),
        outs_(wiring_.nodes()) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(Address node, std::uint32_t address) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return out_of(node).answer;
  }
  bool copy_first_node() override {
    if (!only_first_accessed_ || !nodes_.copy_first()) return false;
    std::fill(outs_.begin() + 1, outs_.end(), outs_[0]);
    return true;
  }

  void clock(bool start) override {
    only_first_accessed_ = false;
    if (start) {
      moment_ = {true, 0};
    } else {
      ++moment_.cycle;
    }
    for (const Address node : network::addresses(wiring_.nodes())) take_inputs(node, start);
    if (nodes_.records(moment_)) nodes_.record(moment_, Address(0), ins_);
    for (const Address node : network::addresses(wiring_.nodes())) {
      nodes_.step(node, ins_[node.number()], outs_[node.number()]);
    }
    nodes_.end_cycle(moment_);
  }

  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    for (const Address node : network::addresses(wiring_.nodes())) {
      for (unsigned port = 0; port < kPorts; ++port) {
        const network::Link<Config>& link = out_of(node).links[port];
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;

  const Out& out_of(Address node) const { return outs_[node.number()]; }

  // What the node's inputs show in the coming cycle; what its ejectors hold goes to the memory if that takes it.
  void take_inputs(Address node, bool start) {
    In& in = ins_[node.number()];
    const Out& own = out_of(node);
    const network::Ports ready = stall_.ready(moment_.cycle, node, kPorts);
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      const router::Fetch<Config>& fetch = own.fetches[stream];
      if (fetch.valid) in.payloads[stream] = fetched_payload<Config>(memory_, node, fetch);
    }
    for (unsigned port = 0; port < kPorts; ++port) {
      network::connect(out_of(wiring_.neighbour(node, port)).links[wiring_.arrival_port(node, port)], in.links[port]);
      if (own.ejects[port].valid && ready.contains(port)) {
        const network::Packet<Config>& packet = own.ejects[port].packet;
        memory_.deliver(node, packet.header.source, packet.header.sequence, packet.payload, port);
      }
    }
    in.eject_ready = network::PortSet<Config>(ready);
    in.access = {};
    in.start = hls::Bit(start);
  }

  // One cycle of one node with nothing on its links.
  void access(Address node, const router::RegisterAccess& access) {
    only_first_accessed_ = only_first_accessed_ && node == Address(0);
    const In in = In::quiet(access);
    ++moment_.cycle;
    if (nodes_.records(moment_)) nodes_.record(moment_, node, std::span(&in, 1));
    nodes_.step(node, in, outs_[node.number()]);
    nodes_.end_cycle(moment_);
  }

  NodeMemory& memory_;
  const Stall stall_;
  [[no_unique_address]] const Wiring<Config> wiring_;
  Nodes nodes_;
  std::vector<In> ins_;
  std::vector<Out> outs_;
  Moment moment_;
  bool only_first_accessed_ = true;
};

}  // namespace testbench
