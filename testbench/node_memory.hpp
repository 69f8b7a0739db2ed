// The memories of the nodes: where injectors fetch payloads and ejectors deliver them. The same model serves every
// mesh.
//
// Layout in words of one packet's payload (testbench/checker/memory_checker.hpp gives the table by collective): a send
// memory is addressed by (destination, sequence) where packets differ by destination, else by sequence; a receive
// memory by (source, sequence) where several nodes send, else by sequence.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "testbench/checker/memory_checker.hpp"
#include "testbench/task.hpp"

namespace testbench {

class NodeMemory {
 public:
  // `send`: the send memory of every node, by the table. Receive memories are made, zero but for each node's own block.
  NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send);

  // The payload of a packet of `node`. A fetch outside the memory (a wrong program) answers 0.
  std::uint64_t fetch(std::uint32_t node, std::uint32_t destination, std::uint32_t sequence) const {
    const std::vector<std::uint64_t>& words = send_[node];
    const std::uint64_t index = destination * send_stride_ + sequence;
    return index < words.size() ? words[index] : 0;
  }

  // Writes a packet that has arrived at `node`. One that has no place there is counted as stray.
  void deliver(std::uint32_t node, std::uint32_t source, std::uint32_t sequence, std::uint64_t payload) {
    ++deliveries_;
    DeliveredMemory& memory = receive_[node];
    const std::uint64_t index = source * receive_stride_ + sequence;
    if (sequence >= packets_ || index >= memory.words.size()) {
      ++strays_;
      return;
    }
    memory.words[index] = payload;
    if (memory.writes[index] != std::numeric_limits<std::uint8_t>::max()) ++memory.writes[index];
  }

  // Hints that the packet will be fetched, or delivered, in the next cycle.
  void prefetch_fetch(std::uint32_t node, std::uint32_t destination, std::uint32_t sequence) const {
    const std::uint64_t index = destination * send_stride_ + sequence;
    if (index < send_[node].size()) __builtin_prefetch(&send_[node][index]);
  }
  void prefetch_delivery(std::uint32_t node, std::uint32_t source, std::uint32_t sequence) const {
    const std::uint64_t index = source * receive_stride_ + sequence;
    if (index >= receive_[node].words.size()) return;
    __builtin_prefetch(&receive_[node].words[index], 1);
    __builtin_prefetch(&receive_[node].writes[index], 1);
  }

  std::uint64_t deliveries() const { return deliveries_; }
  std::uint64_t strays() const { return strays_; }
  std::span<const std::vector<std::uint64_t>> send() const { return send_; }
  std::span<const DeliveredMemory> receive() const { return receive_; }

 private:
  std::vector<std::vector<std::uint64_t>> send_;
  std::vector<DeliveredMemory> receive_;
  std::uint64_t send_stride_ = 0;
  std::uint64_t receive_stride_ = 0;
  std::uint32_t packets_ = 0;
  std::uint64_t deliveries_ = 0;
  std::uint64_t strays_ = 0;
};

}  // namespace testbench
