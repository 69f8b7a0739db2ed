// SPDX-License-Identifier: Apache-2.0
// Where packets lie in the memories of the nodes before and after a run. A word is the payload of
// one packet (W bits, up to 64, in the low bits); "block s at sM" is words sM .. sM + M-1:
//
//     collective   send memory of node s             receive memory of node n
//     broadcast    root: M                           M
//     scatter      root: N M, block v for node v     M
//     gather       M                                 root: N M, block s from node s; other nodes: none
//     allgather    M                                 N M, block s from node s
//     alltoall     N M, block v for node v           N M, block s from node s
//     reduce       M                                 root: M; other nodes: none
//     reduce-scatter  N M, block v for node v        M
//     allreduce, scan  V                             V
//     exscan       V                                 V; node 0: none
//     barrier      1                                 1
//
// Where results are combined apart (Task::apart) a packet for node v has its place in block v: its word
// is that of the vector where node s contributes to v, else the identity of the operation
// (Contributions).
//
// The receive memories of the last six hold combined packets and are empty at the start. In an
// allreduce in blocks (Task::blocks) the V words are blocks of V / N, block v for node v and block
// s from node s; where V is less than N, blocks of one word for the first V nodes. In an alltoall with counts M is their most, and a block begins with the packets
// that there are. A node's own block is never sent: its receive memory holds it from the start. N counts the nodes
// that send and receive. Switches have no memories.
#pragma once

#include "testbench/judge/checker/task.hpp"

namespace testbench {

// The task has no fault.
class MemoryLayout {
 public:
  explicit constexpr MemoryLayout(const Task& task)
      : root_(task.root),
        ends_(end_count(task)),
        only_root_sends_(meaning_of(task.collective).only_root_sends),
        only_root_receives_(meaning_of(task.collective).only_root_receives),
        first_receives_(meaning_of(task.collective).contributors != Contributors::kBelowOwn),
        send_stride_(is_by_receiver(task) || task.blocks ? sequences(task) : 0),
        receive_stride_(is_combined(task)  ? (task.blocks ? sequences(task) : 0)
                        : only_root_sends_ ? 0
                                           : task.packets),
        send_words_(send_stride_ != 0 && !task.apart && !task.blocks ? ends_ * send_stride_ : task.packets),
        receive_words_(receive_stride_ != 0 && !task.blocks ? ends_ * receive_stride_ : task.packets) {}

  // Words in the memories of a node.
  constexpr std::uint64_t send_words(std::uint64_t node) const {
    return node < ends_ && (!only_root_sends_ || node == root_) ? send_words_ : 0;
  }
  constexpr std::uint64_t receive_words(std::uint64_t node) const {
    return node < ends_ && (!only_root_receives_ || node == root_) && (first_receives_ || node != 0) ? receive_words_
                                                                                                     : 0;
  }

  // The word of a packet in the memory of its source, and in that of its receiver.
  constexpr std::uint64_t send_index(std::uint64_t destination, std::uint64_t sequence) const {
    return destination * send_stride_ + sequence;
  }
  constexpr std::uint64_t receive_index(std::uint64_t source, std::uint64_t sequence) const {
    return source * receive_stride_ + sequence;
  }
  // The source of the packet at a word of a receive memory.
  constexpr std::uint64_t source_at(std::uint64_t receive_index) const {
    return receive_stride_ != 0 ? receive_index / receive_stride_ : root_;
  }

 private:
  // Every packet needs these, so they are worked out once.
  std::uint64_t root_;
  std::uint64_t ends_;
  bool only_root_sends_;
  bool only_root_receives_;
  bool first_receives_;  // node 0 does
  std::uint64_t send_stride_;
  std::uint64_t receive_stride_;
  std::uint64_t send_words_;  // of a node that has any
  std::uint64_t receive_words_;
};

}  // namespace testbench
