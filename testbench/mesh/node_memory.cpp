#include "testbench/mesh/node_memory.hpp"

#include <utility>

namespace testbench {

NodeMemory::NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send)
    : layout_(task), packets_(task.packets), send_(std::move(send)), receive_(node_count(task)) {
  for (const Address node : network::addresses(static_cast<std::uint32_t>(receive_.size()))) {
    DeliveredMemory& memory = receive_[node.number()];
    memory.words.resize(layout_.receive_words(node.number()));
    memory.writes.resize(memory.words.size());
    if (memory.words.empty() || !is_sender(task, node.number())) continue;
    for (std::uint32_t m = 0; m < packets_; ++m) {
      memory.words[layout_.receive_index(node.number(), m)] = fetch(node, node, m);
    }
  }
}

}  // namespace testbench
