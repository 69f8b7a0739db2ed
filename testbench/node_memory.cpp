#include "testbench/node_memory.hpp"

#include <algorithm>
#include <utility>

namespace testbench {

NodeMemory::NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send)
    : send_(std::move(send)), packets_(task.packets) {
  const bool by_destination = task.collective == Collective::kScatter || task.collective == Collective::kAlltoall;
  const bool by_source = task.collective != Collective::kBroadcast && task.collective != Collective::kScatter;
  send_stride_ = by_destination ? task.packets : 0;
  receive_stride_ = by_source ? task.packets : 0;

  receive_.resize(node_count(task));
  for (std::uint32_t node = 0; node < receive_.size(); ++node) {
    DeliveredMemory& memory = receive_[node];
    const std::uint64_t words = receive_words(task, node);
    memory.words.resize(words);
    memory.writes.resize(words);
    const bool is_source = by_source || node == task.root;
    if (words == 0 || !is_source) continue;
    for (std::uint32_t m = 0; m < task.packets; ++m) {
      memory.words[node * receive_stride_ + m] = fetch(node, node, m);
    }
  }
}

}  // namespace testbench
