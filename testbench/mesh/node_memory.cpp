// SPDX-License-Identifier: Apache-2.0
#include "testbench/mesh/node_memory.hpp"

#include <fmt/format.h>

#include <utility>

namespace testbench {

NodeMemory::NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send) : task_(task), layout_(task) {
  if (is_combined(task)) {
    combined_ = std::make_unique<CombinedChecker>(task, Contributions(task, std::move(send)));
    return;
  }
  send_ = std::move(send);
  receive_.resize(node_count(task));
  for (const Address node : network::addresses(static_cast<std::uint32_t>(receive_.size()))) {
    DeliveredMemory& memory = receive_[node.number()];
    memory.words.resize(layout_.receive_words(node.number()));
    memory.writes.resize(memory.words.size());
    if (memory.words.empty() || !is_sender(task, node.number())) continue;
    for (std::uint32_t m = 0; m < task_.packets; ++m) {
      memory.words[layout_.receive_index(node.number(), m)] = fetch(node, node, m);
    }
  }
}

NodeMemory::NodeMemory(const Task& task, PayloadHash payload, const NodeShare* share)
    : task_(task), share_(share), layout_(task) {
  if (is_combined(task)) {
    combined_ = std::make_unique<CombinedChecker>(task, Contributions(task, payload));
    if (share != nullptr && share->rank() != 0) combined_->keep_log();
  } else {
    computed_.emplace(Computed{payload, {task, payload, share}});
  }
}

NodeMemory NodeMemory::anew() const {
  if (computed_) return {task_, computed_->payload, share_};
  if (combined_ && combined_->contributions().are_computed()) {
    return {task_, combined_->contributions().payload(), share_};
  }
  if (combined_) return {task_, combined_->contributions().words()};
  return {task_, send_};
}

std::optional<std::string> NodeMemory::find_fault() const {
  std::optional<std::string> fault = computed_   ? computed_->checker.finish()
                                     : combined_ ? combined_->finish()
                                                 : check_memory(task_, send_, receive_);
  if (!fault && strays() != 0) {
    fault = fmt::format("{} packets were delivered to nodes that have no place for them", strays());
  }
  return fault;
}

std::uint64_t NodeMemory::bytes_kept(const Task& task) {
  const MemoryLayout layout(task);
  std::uint64_t bytes = is_combined(task) ? CombinedChecker::memory_bytes(task) : 0;
  for (std::uint64_t node = 0; node < node_count(task); ++node) {
    bytes = plus(bytes, times(layout.send_words(node), sizeof(std::uint64_t)));
    if (is_combined(task)) continue;
    bytes = plus(bytes, times(layout.receive_words(node), sizeof(std::uint64_t) + sizeof(std::uint8_t)));
  }
  return bytes;
}

}  // namespace testbench
