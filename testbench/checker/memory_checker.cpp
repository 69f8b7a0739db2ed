#include "testbench/checker/memory_checker.hpp"

#include <fmt/format.h>

namespace testbench {
namespace {

bool sends_by_destination(Collective collective) {
  return collective == Collective::kScatter || collective == Collective::kAlltoall;
}

bool only_root_sends(Collective collective) {
  return collective == Collective::kBroadcast || collective == Collective::kScatter;
}

// What the whole check has found so far.
struct Findings {
  std::string first;
  std::uint64_t missing = 0;
  std::uint64_t doubled = 0;
  std::uint64_t altered = 0;

  void note(std::uint64_t& kind, std::string&& words) {
    if (first.empty()) first = std::move(words);
    ++kind;
  }
};

}  // namespace

std::uint64_t send_words(const Task& task, std::uint32_t node) {
  if (only_root_sends(task.collective) && node != task.root) return 0;
  return task.packets * (sends_by_destination(task.collective) ? node_count(task) : 1);
}

std::uint64_t receive_words(const Task& task, std::uint32_t node) {
  if (only_root_sends(task.collective)) return task.packets;
  if (task.collective == Collective::kGather && node != task.root) return 0;
  return task.packets * node_count(task);
}

std::optional<std::string> check_memory(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                        std::span<const DeliveredMemory> receive) {
  if (auto fault = find_fault(task)) return fault;
  const std::uint64_t nodes = node_count(task);
  if (send.size() != nodes || receive.size() != nodes) {
    return fmt::format("memory of {} senders and {} receivers for {} nodes", send.size(), receive.size(), nodes);
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint64_t expected = receive_words(task, node);
    const std::uint64_t to_send = send_words(task, node);
    if (to_send != 0 && send[node].size() != to_send) {
      return fmt::format("node {} has {} words to send, not {}", node, send[node].size(), to_send);
    }
    if (receive[node].words.size() != expected || receive[node].writes.size() != expected) {
      return fmt::format("node {} has {} words of receive memory, not {}", node, receive[node].words.size(), expected);
    }
  }

  Findings findings;
  const bool one_source = only_root_sends(task.collective);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const DeliveredMemory& memory = receive[node];
    for (std::uint64_t index = 0; index < memory.words.size(); ++index) {
      const auto source = one_source ? task.root : static_cast<std::uint32_t>(index / task.packets);
      const std::uint64_t packet = index % task.packets;
      const std::uint64_t offset = sends_by_destination(task.collective) ? node * std::uint64_t{task.packets} : 0;
      const std::uint64_t sent = send[source][offset + packet];
      const unsigned writes = memory.writes[index];
      const unsigned due = source == node ? 0 : 1;
      if (writes < due) {
        findings.note(findings.missing, fmt::format("node {} lacks packet {} of node {}", node, packet, source));
      } else if (writes > due) {
        findings.note(findings.doubled,
                      fmt::format("node {} received packet {} of node {} {} times", node, packet, source, writes));
      } else if (memory.words[index] != sent) {
        findings.note(findings.altered, fmt::format("node {} holds {:#018x} as packet {} of node {}, which is {:#018x}",
                                                    node, memory.words[index], packet, source, sent));
      }
    }
  }
  if (findings.first.empty()) return std::nullopt;
  return fmt::format("{} (in all {} words missing, {} doubled, {} altered)", findings.first, findings.missing,
                     findings.doubled, findings.altered);
}

}  // namespace testbench
