// A cube of nodes on the host. Cycle: commit (every In takes what the neighbours' Out and the memory hold), then
// evaluate (every node steps in place). The order of nodes cannot matter, since In is a copy.
//
// `Nodes` holds the nodes, as C++ (native_nodes.hpp) or as RTL (rtl_sim/rtl_nodes.hpp):
//
//     using Config = ...;
//     explicit Nodes(const MeshSetting& setting);
//
//     // Whether a waveform wants the coming cycle; if so, record() is called before the steps.
//     bool records(const Moment&) const;
//
//     // The inputs of the nodes that step, from node `first` on.
//     void record(const Moment&, std::uint32_t first, std::span<const router::In<Config>> ins);
//
//     void step(std::uint32_t node, const router::In<Config>& in, router::Out<Config>& out);
//
//     // After the last node's step.
//     void end_cycle(const Moment&);
//
//     // A hint that the node will step soon.
//     void prefetch(std::uint32_t node) const;
#pragma once

#include <span>
#include <vector>

#include "hls/router/node.hpp"
#include "testbench/link_event_of.hpp"
#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"
#include "testbench/stall.hpp"

namespace testbench {

template <class Nodes>
class CubeOfNodes final : public Mesh {
 public:
  using Config = typename Nodes::Config;
  static constexpr unsigned d = Config::kDimension;

  CubeOfNodes(const MeshSetting& setting, NodeMemory& memory)
      : memory_(memory),
        stall_(setting.stall_probability, setting.stall_seed),
        nodes_(setting),
        ins_(Config::kNodes),
        outs_(Config::kNodes) {}

  void write(std::uint32_t node, std::uint32_t address, std::uint32_t value) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(std::uint32_t node, std::uint32_t address) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return outs_[node].answer;
  }

  void clock(bool start) override {
    if (start) {
      moment_ = {true, 0};
    } else {
      ++moment_.cycle;
    }
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) {
      prefetch_memory((node + kAhead) % Config::kNodes);
      commit(node, start);
    }
    if (nodes_.records(moment_)) nodes_.record(moment_, 0, ins_);
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) {
      nodes_.prefetch((node + kAhead) % Config::kNodes);
      nodes_.step(node, ins_[node], outs_[node]);
    }
    nodes_.end_cycle(moment_);
  }

  void append_link_events(std::uint64_t cycle, std::vector<LinkEvent>& events) const override {
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) {
      for (unsigned port = 0; port < d; ++port) {
        const router::Flit<Config>& link = outs_[node].links[port];
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }

 private:
  static constexpr std::uint32_t kAllPorts = cube::mask(d);

  // What the node's inputs show in the coming cycle; the packet of a link that carries none is not copied.
  void commit(std::uint32_t node, bool start) {
    router::In<Config>& in = ins_[node];
    const router::Out<Config>& own = outs_[node];
    const std::uint32_t ready = stall_.ready(moment_.cycle, node, d);
    std::uint32_t go = 0;
    for (unsigned port = 0; port < d; ++port) {
      const router::Out<Config>& neighbour = outs_[node ^ 1u << port];
      in.links[port].valid = neighbour.links[port].valid;
      if (neighbour.links[port].valid) in.links[port].packet = neighbour.links[port].packet;
      go |= neighbour.go & 1u << port;
      if (own.fetches[port].valid) {
        const router::Header<Config>& header = own.fetches[port].header;
        in.payloads[port] = hls::Bits<64>(memory_.fetch(node, header.destination, header.sequence));
      }
      if (own.ejects[port].valid && (ready >> port & 1u) != 0) {
        const router::Packet<Config>& packet = own.ejects[port].packet;
        memory_.deliver(node, packet.header.source, packet.header.sequence, packet.payload);
      }
    }
    in.go = hls::Bits<d>(go);
    in.eject_ready = hls::Bits<d>(ready);
    in.access = {};
    in.start = hls::Bit(start);
  }

  // A large cube spends most of its time waiting for main memory: hints for the node that comes kAhead later.
  static constexpr std::uint32_t kAhead = 3;
  void prefetch_memory(std::uint32_t node) const {
    for (unsigned port = 0; port < d; ++port) {
      const router::Fetch<Config>& fetch = outs_[node].fetches[port];
      const router::Flit<Config>& eject = outs_[node].ejects[port];
      if (fetch.valid) memory_.prefetch_fetch(node, fetch.header.destination, fetch.header.sequence);
      if (eject.valid) memory_.prefetch_delivery(node, eject.packet.header.source, eject.packet.header.sequence);
    }
  }
  // One cycle of one node with nothing on its links.
  void access(std::uint32_t node, const router::RegisterAccess& access) {
    router::In<Config> in;
    in.go = hls::Bits<d>(kAllPorts);
    in.eject_ready = hls::Bits<d>(kAllPorts);
    in.access = access;
    ++moment_.cycle;
    if (nodes_.records(moment_)) nodes_.record(moment_, node, std::span(&in, 1));
    nodes_.step(node, in, outs_[node]);
    nodes_.end_cycle(moment_);
  }

  NodeMemory& memory_;
  const Stall stall_;
  Nodes nodes_;
  std::vector<router::In<Config>> ins_;
  std::vector<router::Out<Config>> outs_;
  Moment moment_;
};

}  // namespace testbench
