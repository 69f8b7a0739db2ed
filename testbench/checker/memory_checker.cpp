#include "testbench/checker/memory_checker.hpp"

#include <fmt/format.h>

namespace testbench {
namespace {

// What is wrong, counted over all nodes, and the first case in words.
struct Faults {
  std::uint64_t missing = 0;
  std::uint64_t doubled = 0;
  std::uint64_t altered = 0;
  std::uint64_t own = 0;
  std::string first;

  bool any() const { return missing + doubled + altered + own != 0; }
};

struct Word {
  std::uint64_t node;
  std::uint64_t source;
  std::uint64_t packet;
  std::uint64_t sent;
  std::uint64_t held;
  unsigned writes;
};

void judge(const Word& word, Faults& faults) {
  const bool is_own = word.node == word.source;
  const char* what = nullptr;
  if (is_own && (word.writes != 0 || word.held != word.sent)) {
    ++faults.own;
    what = "own word disturbed";
  } else if (!is_own && word.writes == 0) {
    ++faults.missing;
    what = "missing";
  } else if (!is_own && word.writes > 1) {
    ++faults.doubled;
    what = "written more than once";
  } else if (word.held != word.sent) {
    ++faults.altered;
    what = "altered";
  }
  if (what != nullptr && faults.first.empty()) {
    faults.first = fmt::format("node {}, packet {} of source {}: {} (holds {:#018x}, sent {:#018x}, writes {})",
                               word.node, word.packet, word.source, what, word.held, word.sent, word.writes);
  }
}

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
  Faults faults;
  for (std::uint64_t node = 0; node < receive.size(); ++node) {
    const DeliveredMemory& memory = receive[node];
    for (std::uint64_t i = 0; i < memory.words.size(); ++i) {
      const std::uint64_t packet = i % task.packets;
      const std::uint64_t source = layout.source_at(i);
      judge({node, source, packet, send[source][layout.send_index(node, packet)], memory.words[i], memory.writes[i]},
            faults);
    }
  }
  if (!faults.any()) return std::nullopt;
  return fmt::format("{}; in all {} missing, {} written more than once, {} altered, {} own words disturbed",
                     faults.first, faults.missing, faults.doubled, faults.altered, faults.own);
}

}  // namespace testbench
