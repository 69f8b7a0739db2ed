// SPDX-License-Identifier: Apache-2.0
// The memories of the processors as the environment of the routers: the DMA between a node's memory and
// its router (firmware/image/memory_map.h), and the start of a group of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "testbench/engines/mesh/environment.hpp"

namespace testbench {

// Where a node's packets are in its memory. An index is the rank of a node in the group.
struct DmaSetting {
  std::uint32_t send = 0;
  std::uint32_t send_stride = 0;
  std::uint32_t receive = 0;
  std::uint32_t receive_stride = 0;
  std::uint32_t group = 0;
};

class Computers final : public Environment {
 public:
  struct Node {
    std::span<std::uint8_t> memory;
    DmaSetting dma;
    bool starts = false;  // with the next strobe
    std::uint64_t last_moved = 0;
    bool strayed = false;  // the DMA has met an address outside the memory
  };

  explicit Computers(std::uint32_t nodes) : nodes_(nodes) {}

  Node& node(std::uint32_t number) { return nodes_[number]; }
  // The number of the coming cycle.
  void set_cycle(std::uint64_t cycle) { cycle_ = cycle; }
  // The last cycle in which a packet has moved at the node, or at any node.
  std::uint64_t last_moved(std::uint32_t node) const { return nodes_[node].last_moved; }
  std::uint64_t last_moved() const { return last_moved_; }

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override;
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override;
  void observe(Address node, const NodeOutputs& out) override;

 private:
  // Null where there is no memory.
  static std::uint8_t* word(Node& node, std::uint32_t base, std::uint32_t stride, Address of, std::uint32_t sequence);

  std::vector<Node> nodes_;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_moved_ = 0;
};

}  // namespace testbench
