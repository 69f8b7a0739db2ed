// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/node_memory.hpp"

#include <fmt/format.h>

#include <utility>

namespace testbench {

NodeMemory::NodeMemory(const Task& task, std::vector<std::vector<std::uint64_t>> send, const NodeShare* share)
    : task_(task), share_(share), layout_(task) {
  if (is_combined(task)) {
    combined_ = std::make_unique<CombinedChecker>(task, Contributions(task, std::move(send)), share);
    return;
  }
  send_ = std::move(send);
  receive_.resize(end_count(task));
  for (const Address node : network::addresses(static_cast<std::uint32_t>(receive_.size()))) {
    if (!is_here(share, node.number())) continue;
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
    combined_ = std::make_unique<CombinedChecker>(task, Contributions(task, payload), share);
  } else {
    computed_.emplace(Computed{payload, {task, payload, share}});
  }
}

NodeMemory NodeMemory::anew() const {
  if (computed_) return {task_, computed_->payload, share_};
  if (combined_ && combined_->contributions().are_computed()) {
    return {task_, combined_->contributions().payload(), share_};
  }
  if (combined_) return {task_, combined_->contributions().words(), share_};
  return {task_, send_, share_};
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

void NodeMemory::gather(Division& division) {
  constexpr std::size_t kPortion = std::size_t{1} << 26;  // bytes of a message, or one node's
  const std::span<DeliveredMemory> memories = combined_ ? combined_->memories() : std::span(receive_);
  const auto nodes = static_cast<std::uint32_t>(memories.size());
  for (std::uint32_t first = 0; first < nodes;) {
    std::uint32_t end = first;
    for (std::size_t bytes = 0; end < nodes && bytes < kPortion; ++end) {
      bytes += layout_.receive_words(end) * sizeof(std::uint64_t);
    }
    std::vector<Bytes> to(division.ranks.count());
    for (std::uint32_t node = first; node < end; ++node) {
      if (division.share.has(node)) append_all(to[0], std::span<const std::uint64_t>(memories[node].words));
    }
    const std::vector<Bytes> from = division.ranks.exchange(to);
    if (division.ranks.rank() == 0) {
      std::vector<std::span<const std::byte>> left(from.begin(), from.end());
      for (std::uint32_t node = first; node < end; ++node) {
        std::vector<std::uint64_t>& words = memories[node].words;
        words.resize(layout_.receive_words(node));
        for (std::uint64_t& word : words) word = take<std::uint64_t>(left[division.share.rank_of(node)]);
      }
    }
    first = end;
  }
}

std::uint64_t NodeMemory::bytes_kept(const Task& task) {
  const MemoryLayout layout(task);
  std::uint64_t bytes = is_combined(task) ? CombinedChecker::memory_bytes(task) : 0;
  for (std::uint64_t node = 0; node < end_count(task); ++node) {
    bytes = plus(bytes, times(layout.send_words(node), sizeof(std::uint64_t)));
    if (is_combined(task)) continue;
    bytes = plus(bytes, times(layout.receive_words(node), sizeof(std::uint64_t) + sizeof(std::uint8_t)));
  }
  return bytes;
}

}  // namespace testbench
