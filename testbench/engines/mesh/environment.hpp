// SPDX-License-Identifier: Apache-2.0
// The environment of a mesh's nodes: their memories, which may be slow, and sources of requests
// (request_environment.hpp).
#pragma once

#include <cstdint>
#include <memory>

#include "hls/router/injector.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/judge/checker/split_mix.hpp"

namespace testbench {

// The interface for meshes of any nodes. The native engine, whose nodes have no wide words, calls
// the two kinds of environment directly.
class Environment {
 public:
  virtual ~Environment() = default;

  // Sets a node's inputs of the coming cycle, other than links, from the node's output registers.
  // May be called more than once.
  virtual void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) = 0;
  // Takes the packets of the node's ejectors whose ports are in `in`.eject_ready.
  virtual void take(Address node, const NodeOutputs& out, const NodeInputs& in) = 0;
  // Sees the outputs that the node drives from this cycle on.
  virtual void observe(Address, const NodeOutputs&) {}
};

// Random stalls of the nodes' memories: the ejectors from which a memory takes packets in a cycle.
// They depend on seed, cycle, node and port alone, so that every engine sees the same stalls.
class Stall {
 public:
  // The probability is at least 0 (never) and below 1.
  explicit Stall(const MeshSetting& setting)
      : threshold_(static_cast<std::uint64_t>(setting.stall_probability * 4294967296.0)),
        seed_(setting.seed),
        ends_(setting.network.ends()) {}

  // The ports from whose ejectors the memory of `node` takes a packet in this cycle, which counts
  // from the start strobe. A switch has no memory that could be busy.
  network::Ports ready(std::uint64_t cycle, Address node, unsigned ports) const {
    if (threshold_ == 0 || node.number() >= ends_) return network::Ports::first(ports);
    network::Ports taken;
    for (unsigned port = 0; port < ports; ++port) {
      const std::uint64_t random = split_mix(seed_ + split_mix((cycle << 24 | node.number() << 4) + port)) >> 32;
      taken.insert(port, random >= threshold_);
    }
    return taken;
  }

 private:
  std::uint64_t threshold_;
  std::uint64_t seed_;
  std::uint32_t ends_;
};

// The memory's answer to an injector: the node's contribution, or the result that it sends on.
template <class Config>
network::Payload<Config> fetched_payload(const NodeMemory& memory, Address node, const router::Fetch<Config>& fetch) {
  const network::Header<Config>& header = fetch.header;
  if (fetch.asks_for_result()) return network::Payload<Config>(memory.fetch_result(node, header.sequence));
  return network::Payload<Config>(memory.fetch(node, header.destination, header.sequence));
}

inline std::uint64_t answer_of(const NodeMemory& memory, Address node, const WideFetch& fetch) {
  if (fetch.asks_for_result) return memory.fetch_result(node, fetch.header.sequence);
  return memory.fetch(node, fetch.header.destination, fetch.header.sequence);
}

// The memories of routers: they answer injectors, and take from ejectors unless they are busy.
class MemoryEnvironment final : public Environment {
 public:
  // `memory` must outlive this object.
  MemoryEnvironment(const MeshSetting& setting, NodeMemory& memory) : memory_(memory), stall_(setting) {}

  NodeMemory& memory() const { return memory_; }
  const Stall& stall() const { return stall_; }

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override {
    for (std::size_t stream = 0; stream < out.fetches.size(); ++stream) {
      const WideFetch& fetch = out.fetches[stream];
      if (fetch.valid) in.payloads[stream] = answer_of(memory_, node, fetch);
    }
    in.eject_ready = stall_.ready(cycle, node, static_cast<unsigned>(out.ports.size()));
  }
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override {
    for (unsigned port = 0; port < out.ejects.size(); ++port) {
      if (!out.ejects[port].valid || !in.eject_ready.contains(port)) continue;
      const WidePacket& packet = out.ejects[port].packet;
      memory_.deliver(node, packet.header.source, packet.header.sequence, packet.payload, port);
    }
  }

 private:
  NodeMemory& memory_;
  const Stall stall_;
};

}  // namespace testbench
