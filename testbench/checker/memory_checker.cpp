#include "testbench/checker/memory_checker.hpp"

#include <fmt/format.h>

#include "testbench/checker/delivery_faults.hpp"

namespace testbench {
namespace {

std::optional<std::string> check_sizes(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                       std::span<const DeliveredMemory> receive) {
  const std::uint64_t nodes = node_count(task);
  const MemoryLayout layout(task);
  if (send.size() != nodes || receive.size() != nodes) {
    return fmt::format("memories of {} senders and {} receivers: must be {} each", send.size(), receive.size(), nodes);
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint64_t sends = layout.send_words(node);
    if (sends != 0 && send[node].size() != sends) {
      return fmt::format("node {}: send memory of {} words: must be {}", node, send[node].size(), sends);
    }
    const DeliveredMemory& memory = receive[node];
    const std::uint64_t receives = layout.receive_words(node);
    if (memory.words.size() != receives || memory.writes.size() != receives) {
      return fmt::format("node {}: receive memory of {} words and {} write counts: must be {}", node,
                         memory.words.size(), memory.writes.size(), receives);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_memory(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                        std::span<const DeliveredMemory> receive) {
  if (auto fault = find_fault(task)) return fault;
  if (auto fault = check_sizes(task, send, receive)) return fault;

  const MemoryLayout layout(task);
  DeliveryFaults faults;
  for (std::uint64_t node = 0; node < receive.size(); ++node) {
    const DeliveredMemory& memory = receive[node];
    for (std::uint64_t i = 0; i < memory.words.size(); ++i) {
      const std::uint64_t packet = i % task.packets;
      const std::uint64_t source = layout.source_at(i);
      const DeliveredWord word{
          node, source, packet, send[source][layout.send_index(node, packet)], memory.words[i], memory.writes[i]};
      if (node != source && packet >= packets_between(task, source, node)) {
        faults.judge_unused(word);
      } else {
        faults.judge(word);
      }
    }
  }
  return faults.verdict();
}

}  // namespace testbench
