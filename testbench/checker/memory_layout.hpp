// Where packets lie in the memories of the nodes before and after a run. A word is the payload of one packet (W bits,
// up to 64, in the low bits); "block s at sM" is words sM .. sM + M-1:
//
//     collective   send memory of node s             receive memory of node n
//     broadcast    root: M                           M
//     scatter      root: N M, block v for node v     M
//     gather       M                                 root: N M, block s from node s; other nodes: none
//     allgather    M                                 N M, block s from node s
//     alltoall     N M, block v for node v           N M, block s from node s
//
// A node's own block is never sent: its receive memory holds it from the start.
#pragma once

#include "testbench/checker/task.hpp"

namespace testbench {

// Of a task without fault.
class MemoryLayout {
 public:
  explicit constexpr MemoryLayout(const Task& task)
      : task_(task),
        send_stride_(meaning_of(task.collective).block_for_each ? task.packets : 0),
        receive_stride_(meaning_of(task.collective).only_root_sends ? 0 : task.packets) {}

  // Words in the memories of a node.
  constexpr std::uint64_t send_words(std::uint64_t node) const {
    if (!is_sender(task_, node)) return 0;
    return send_stride_ != 0 ? node_count(task_) * task_.packets : task_.packets;
  }
  constexpr std::uint64_t receive_words(std::uint64_t node) const {
    if (!is_receiver(task_, node)) return 0;
    return receive_stride_ != 0 ? node_count(task_) * task_.packets : task_.packets;
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
    return receive_stride_ != 0 ? receive_index / receive_stride_ : task_.root;
  }

 private:
  Task task_;
  std::uint64_t send_stride_;
  std::uint64_t receive_stride_;
};

}  // namespace testbench
