// SPDX-License-Identifier: Apache-2.0
// The engine of runs in which one node stands for all. A model of the store:
//
//     #include "testbench/engines/native/symmetric_engine.hpp"
//     CUBECAST_SYMMETRIC_MODEL(router::Node<testbench::AnyDepthConfig<20, router::PortModel::kGated>>)
//
// Nodes that combine packets are those of SymbolicConfig.
#pragma once

#include <memory>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/linked_node.hpp"
#include "testbench/engines/native/node_storage.hpp"
#include "testbench/engines/native/representative_node.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/judge/checker/relative_checker.hpp"

namespace testbench {

// Payloads are names (testbench/judge/checker/symbolic_payload.hpp), and every operation makes a new one.
struct SymbolicOperators {
  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return HostOperators::has(operation, payload_width);
  }
  template <unsigned W>
  static hls::Bits<W> combine(hls::Bits<8>, hls::Bits<W> left, hls::Bits<W> right) {
    return hls::Bits<W>(expressions->combine(left, right));
  }

  // They belong to the mesh that is clocked.
  inline static thread_local Expressions* expressions = nullptr;
};

template <unsigned Dimension, unsigned HopCycles, unsigned SequenceWidth = 32>
struct SymbolicConfig : CombiningConfig<Dimension, HopCycles, SequenceWidth, SymbolicOperators> {};

// A node with a link layer, whose links move the packets that they have received.
template <class Linked>
struct MovingConfig : Linked {
  static constexpr bool kMovesReceived = true;

  template <class Packet>
  static void move(unsigned port, Packet& packet) {
    if (port < network->ports()) move_to<MovingConfig>(*network, network->neighbour(Address(0), port), packet);
  }
  // The node that is stepped sets it.
  inline static thread_local const network::SomeNetwork* network = nullptr;
};

// A mesh of which only node 0 is there. Its registers are loaded and its links are seen; `judge`
// is its memory and must outlive it.
template <AnyNode NodeOf>
class SymmetricMesh final : public Mesh {
 public:
  SymmetricMesh(const MeshSetting& setting, RelativeChecker& judge) : node_(setting), judge_(judge) {}

  void write(Address, std::uint32_t address, std::uint32_t value) override { node_.write(address, value); }
  std::uint32_t read(Address, std::uint32_t address) override { return node_.read(address); }
  void write_far(node::Block block, unsigned port, std::uint32_t index, std::uint32_t value) override {
    node_.write_far(block, port, index, value);
  }

  void clock(bool start) override {
    SymbolicOperators::expressions = &judge_.expressions();
    node_.clock(start, Memory{judge_});
  }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
      const network::Link<Config>& link = node_.links()[port];
      if (link.valid) events.push_back(link_event(cycle, Address(0), port, link));
    }
  }
  std::uint32_t deepest_queue() const override { return node_.deepest_queue(); }
  void serialize(Archive& archive) override { node_.serialize(archive); }

 private:
  using Config = typename NodeOf::Config;

  struct Memory {
    RelativeChecker& judge;

    std::uint64_t fetch(const router::Fetch<Config>& fetch) const {
      const std::uint32_t sequence = fetch.header.sequence;
      if (fetch.asks_for_result()) return judge.fetch_result(sequence);
      return judge.fetch(Address(fetch.header.destination).number(), sequence);
    }
    void deliver(const network::Packet<Config>& packet) const {
      judge.deliver(Address(packet.header.source).number(), packet.header.sequence, packet.payload);
    }
  };

  RepresentativeNode<NodeOf> node_;
  RelativeChecker& judge_;
};

struct SymmetricEngine {
  std::unique_ptr<Mesh> (*make_mesh)(const MeshSetting&, RelativeChecker&);
};

template <AnyNode Node>
SymmetricEngine symmetric_engine_of() {
  return {[](const MeshSetting& setting, RelativeChecker& judge) -> std::unique_ptr<Mesh> {
    return std::make_unique<SymmetricMesh<Node>>(setting, judge);
  }};
}

// The function that a model of the store exports.
inline constexpr const char* kSymmetricEngine = "cubecast_symmetric_engine";
#define CUBECAST_SYMMETRIC_MODEL(...)                                 \
  extern "C" testbench::SymmetricEngine cubecast_symmetric_engine() { \
    return testbench::symmetric_engine_of<__VA_ARGS__>();             \
  }

}  // namespace testbench
