// SPDX-License-Identifier: Apache-2.0
// The memories of the nodes (testbench/judge/checker/memory_layout.hpp): injectors fetch payloads there,
// and ejectors deliver them. The same model serves every mesh. Behind the ejectors of a switch there is nothing: what
// comes there is lost. Its injectors fetch the identity of the operation where packets are combined.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/address.hpp"
#include "testbench/engines/mesh/division.hpp"
#include "testbench/judge/checker/combined_checker.hpp"
#include "testbench/judge/checker/memory_checker.hpp"

namespace testbench {

using network::Address;

struct Deliveries {
  std::uint64_t all = 0;
  std::uint64_t strays = 0;  // of these, packets without a place in the memory
};

class NodeMemory {
 public:
  // Memories kept word for word. `send`: the send memory of every node. Receive memories begin with
  // zeros, and with each node's own block unless packets are combined. `share`: as below; other nodes have no receive
  // memory.
  NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send, const NodeShare* share = nullptr);
  // Payloads are computed and judged at once, with a bit for each word of the receive memories.
  // Only results of combined packets are kept.
  // `share`: the nodes whose memories these are, or null for all; it must outlive them.
  NodeMemory(const Task& task, PayloadHash payload, const NodeShare* share = nullptr);

  // A copy in the state before any delivery.
  NodeMemory anew() const;

  // Nodes number the packets of a part of the collective from 0 on. `first`: the first one in the whole.
  void begin_part(std::uint32_t first) { first_ = first; }

  // The payload of a packet of `node`. A fetch outside the memory (a wrong program) answers 0.
  std::uint64_t fetch(Address node, Address destination, std::uint32_t sequence) const {
    const std::uint64_t index = layout_.send_index(destination.number(), sequence + first_);
    if (computed_) return index < layout_.send_words(node.number()) ? computed_->payload(node.number(), index) : 0;
    if (combined_) return combined_->contributions().word(node.number(), index);
    if (is_switch(node)) return 0;
    const std::vector<std::uint64_t>& words = send_[node.number()];
    return index < words.size() ? words[index] : 0;
  }

  // The result that `node` has received and now sends on; 0 if there is none.
  std::uint64_t fetch_result(Address node, std::uint32_t sequence) const {
    if (!combined_ || is_switch(node)) return 0;
    const std::vector<std::uint64_t>& words = receive()[node.number()].words;
    const std::uint64_t index = layout_.receive_index(node.number(), sequence + first_);
    return index < words.size() ? words[index] : 0;
  }

  // A packet has arrived at `node`, through ejector `stream`. A packet without a place is counted
  // as stray.
  void deliver(Address node, Address source, std::uint32_t sequence, std::uint64_t payload, unsigned stream = 0) {
    Deliveries one;
    deliver(node, source, sequence, payload, one, stream);
    count(one);
  }
  // Delivers to different nodes from several threads, each with a count of its own.
  void deliver(Address node, Address source, std::uint32_t sequence, std::uint64_t payload, Deliveries& counted,
               unsigned stream = 0) {
    if (is_switch(node)) return;
    ++counted.all;
    sequence += first_;
    const std::uint64_t index = layout_.receive_index(source.number(), sequence);
    if (index >= layout_.receive_words(node.number()) ||
        sequence >= packets_between(task_, source.number(), node.number())) {
      ++counted.strays;
      return;
    }
    if (computed_) {
      computed_->checker.observe(node.number(), source.number(), sequence, payload);
      return;
    }
    if (combined_) return combined_->deliver(node.number(), stream, index, payload);
    DeliveredMemory& memory = receive_[node.number()];
    memory.words[index] = payload;
    if (memory.writes[index] != std::numeric_limits<std::uint8_t>::max()) ++memory.writes[index];
  }
  void count(const Deliveries& counted) {
    counted_.all += counted.all;
    counted_.strays += counted.strays;
  }

  // Hints that the packet will be fetched, or delivered, in the next cycle.
  void prefetch_fetch(Address node, Address destination, std::uint32_t sequence) const {
    if (computed_ || combined_ || is_switch(node)) return;
    const std::vector<std::uint64_t>& words = send_[node.number()];
    const std::uint64_t index = layout_.send_index(destination.number(), sequence + first_);
    if (index < words.size()) __builtin_prefetch(&words[index]);
  }
  void prefetch_delivery(Address node, Address source, std::uint32_t sequence) const {
    if (is_switch(node)) return;
    sequence += first_;
    if (computed_) return computed_->checker.prefetch(node.number(), source.number(), sequence);
    const DeliveredMemory& memory = receive()[node.number()];
    const std::uint64_t index = layout_.receive_index(source.number(), sequence);
    if (index >= memory.words.size()) return;
    __builtin_prefetch(&memory.words[index], 1);
    __builtin_prefetch(&memory.writes[index], 1);
  }

  std::uint64_t deliveries() const { return counted_.all; }
  std::uint64_t strays() const { return counted_.strays; }
  // Describes a fault in the nodes' memories, if there is one.
  std::optional<std::string> find_fault() const;

  // The faults in the memories of a share. Only where nothing is combined.
  DeliveryFaults delivery_faults() const {
    return computed_ ? computed_->checker.faults() : testbench::delivery_faults(task_, send_, receive_);
  }

  // The judge of combined packets, which must be told of the links; null if nothing is combined.
  CombinedChecker* combined() const { return combined_.get(); }

  // Only for memories that are kept:
  std::span<const std::vector<std::uint64_t>> send() const {
    return combined_ ? combined_->contributions().words() : send_;
  }
  std::span<const DeliveredMemory> receive() const {
    return combined_ ? std::as_const(*combined_).memories() : receive_;
  }
  // Rank 0 gets the words of all ranks, at the end.
  void gather(Division& division);

  // Serializes the deliveries.
  void serialize(Archive& archive) {
    archive.values(counted_, first_);
    if (computed_) computed_->checker.serialize(archive);
    if (combined_) combined_->serialize(archive);
    for (DeliveredMemory& memory : receive_) memory.serialize(archive);
  }

  // Bytes of either kind of memory, including its judge.
  static std::uint64_t bytes_kept(const Task& task);
  static std::uint64_t bytes_computed(const Task& task) {
    return is_combined(task) ? CombinedChecker::memory_bytes(task) : DeliveryChecker::memory_bytes(task);
  }

 private:
  struct Computed {
    PayloadHash payload;
    DeliveryChecker checker;
  };

  bool is_switch(Address node) const { return node.number() >= ends_; }

  Task task_;
  std::uint64_t ends_ = end_count(task_);
  const NodeShare* share_ = nullptr;
  MemoryLayout layout_;
  std::uint32_t first_ = 0;
  std::optional<Computed> computed_;           // for packets that are not combined
  std::unique_ptr<CombinedChecker> combined_;  // keeps the combined packets
  std::vector<std::vector<std::uint64_t>> send_;
  std::vector<DeliveredMemory> receive_;
  Deliveries counted_;
};

}  // namespace testbench
