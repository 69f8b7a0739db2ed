// SPDX-License-Identifier: Apache-2.0
// Test only: a network of the router as it is synthesised, with storage of fixed depth, and
// memories that may be slow. The evaluation order of the nodes is the test's choice.
//
//     TestMesh<Small> mesh;
//     node::Driver driver(mesh.bus(Address(0)));  // loads node 0 through its registers
//     mesh.clock(true);                           // the start strobe
//     mesh.clock(false, ready);                   // ready(node, port): the memory takes a packet in this cycle
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "firmware/node/driver.hpp"
#include "hls/router/node.hpp"

namespace router::test {

// The payload of a packet: a value that names it, so that a wrong or torn packet shows.
constexpr std::uint32_t payload_of(Address source, Address destination, std::uint32_t sequence) {
  return (source.number() * 0x9E3779B1u ^ destination.number() * 0x85EBCA77u ^ sequence * 0xC2B2AE3Du) | 1u;
}

template <class Config>
class TestMesh {
 public:
  static constexpr typename Config::Network kNetwork{};
  static constexpr unsigned kPorts = kNetwork.kPorts;
  static constexpr std::uint32_t kNodes = kNetwork.kNodes;
  static constexpr unsigned kHopCycles = hop_cycles<Config>() + wire_cycles<Config>();
  static constexpr unsigned kStages = fixed_stages<Config>();

  struct Delivery {
    std::uint64_t cycle;
    Address node;
    Packet<Config> packet;
  };
  // A node gets these beside links and memory in a cycle.
  struct Inputs {
    bool start = false;
    RegisterAccess access;
  };

  // `latency`: of the wires, at most that for which the nodes are made.
  explicit TestMesh(unsigned latency = wire_cycles<Config>())
      : states_(kNodes), ins_(kNodes), outs_(kNodes), order_(kNodes), wires_(kNodes * kPorts) {
    Link<Config> open;
    open.go = hls::Bit(1);
    for (auto& wire : wires_) wire.assign(latency, open);
    std::iota(order_.begin(), order_.end(), 0u);
    for (const Address node : network::addresses(kNodes)) buses_.push_back(std::make_unique<Bus>(*this, node));
  }

  node::Bus& bus(Address node) { return *buses_[node.number()]; }
  const Out<Config>& out(Address node) const { return outs_[node.number()]; }
  const std::vector<Delivery>& deliveries() const { return deliveries_; }
  // Clock cycles since the last strobe for all; 0 is the strobe itself.
  std::uint64_t cycle() const { return cycle_; }
  // The answers of the nodes' memories, in place of payload_of().
  void set_memory(std::function<Payload<Config>(Address, const Fetch<Config>&)> memory) { memory_ = std::move(memory); }
  template <class Random>
  void shuffle_nodes(Random& random) {
    std::shuffle(order_.begin(), order_.end(), random);
  }

  template <class Ready>
  void clock(bool start, Ready ready) {
    if (start) cycle_ = ~std::uint64_t{0};
    clock_each([start](Address) { return Inputs{start, {}}; }, ready);
  }
  // Each node has a strobe of its own: inputs(node).
  template <class InputsOf, class Ready>
  void clock_each(InputsOf inputs, Ready ready) {
    ++cycle_;
    for (const Address node : network::addresses(kNodes)) commit(node, inputs(node), ready);
    for (const std::uint32_t node : order_) Node<Config>::step(states_[node], ins_[node], outs_[node]);
  }
  void clock(bool start) {
    clock(start, [](Address, unsigned) { return true; });
  }

 private:
  struct Bus final : node::Bus {
    TestMesh& mesh;
    Address node;

    Bus(TestMesh& of, Address at) : mesh(of), node(at) {}
    void write(std::uint32_t address, std::uint32_t value) override { mesh.access(node, address, value, true); }
    std::uint32_t read(std::uint32_t address) override {
      mesh.access(node, address, 0, false);
      return mesh.out(node).answer;
    }
  };

  template <class Ready>
  void commit(Address node, const Inputs& inputs, Ready ready) {
    In<Config>& in = ins_[node.number()];
    in = In<Config>{};
    Ports eject_ready;
    for (unsigned stream = 0; stream < kStreams<Config>; ++stream) {
      if (out(node).fetches[stream].valid) in.payloads[stream] = memory_(node, out(node).fetches[stream]);
    }
    for (unsigned port = 0; port < kPorts; ++port) {
      const unsigned arrival = kNetwork.arrival_port(node, port);
      auto& wire = wires_[node.number() * kPorts + port];
      wire.push_back(out(kNetwork.neighbour(node, port)).links[arrival]);
      connect(wire.front(), in.links[port]);
      wire.pop_front();
      if (!ready(node, port)) continue;
      eject_ready.insert(port);
      const Flit<Config>& eject = out(node).ejects[port];
      if (eject.valid) deliveries_.push_back({cycle_, node, eject.packet});
    }
    in.eject_ready = PortSet<Config>(eject_ready);
    in.access = inputs.access;
    in.start = hls::Bit(inputs.start);
  }

  // Only while the network is at rest.
  void access(Address node, std::uint32_t address, std::uint32_t value, bool write) {
    const RegisterAccess access{hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(write), hls::Bit(!write)};
    Node<Config>::step(states_[node.number()], In<Config>::quiet(access), outs_[node.number()]);
  }

  std::vector<State<Config>> states_;
  std::vector<In<Config>> ins_;
  std::vector<Out<Config>> outs_;
  std::vector<std::uint32_t> order_;
  std::vector<std::deque<Link<Config>>> wires_;  // by link into a node: what is on them
  std::vector<std::unique_ptr<Bus>> buses_;
  std::vector<Delivery> deliveries_;
  std::function<Payload<Config>(Address, const Fetch<Config>&)> memory_ = [](Address, const Fetch<Config>& fetch) {
    const Header<Config>& header = fetch.header;
    return Payload<Config>(payload_of(header.source, header.destination, header.sequence));
  };
  std::uint64_t cycle_ = 0;
};

}  // namespace router::test
