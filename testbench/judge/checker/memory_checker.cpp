// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/memory_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace testbench {

void DeliveryFaults::judge(const DeliveredWord& word) {
  const bool is_own = word.node == word.source;
  std::optional<What> what;
  if (is_own && (word.writes != 0 || word.held != word.sent)) {
    ++own_;
    what = What::kOwn;
  } else if (!is_own && word.writes == 0) {
    ++missing_;
    what = What::kMissing;
  } else if (!is_own && word.writes > 1) {
    ++doubled_;
    what = What::kDoubled;
  } else if (word.held != word.sent) {
    ++altered_;
    what = What::kAltered;
  }
  if (what) name(word, *what);
}

void DeliveryFaults::judge_unused(const DeliveredWord& word) {
  if (word.writes == 0) return;
  ++doubled_;
  name(word, What::kUnused);
}

void DeliveryFaults::add(const DeliveryFaults& others) {
  missing_ += others.missing_;
  doubled_ += others.doubled_;
  altered_ += others.altered_;
  own_ += others.own_;
  if (others.first_) name(others.first_->word, others.first_->what);
}

void DeliveryFaults::name(const DeliveredWord& word, What what) {
  if (!first_ || word.place() < first_->word.place()) first_ = {word, what};
}

std::optional<std::string> DeliveryFaults::verdict() const {
  if (!first_) return std::nullopt;
  static constexpr const char* kWhat[] = {"own word disturbed", "missing", "written more than once", "altered",
                                          "was never sent"};
  const DeliveredWord& word = first_->word;
  return fmt::format(
      "node {}, packet {} of source {}: {} (holds {:#018x}, sent {:#018x}, writes {}); in all {} missing, {} written "
      "more than once, {} altered, {} own words disturbed",
      word.node, word.packet, word.source, kWhat[static_cast<std::size_t>(first_->what)], word.held, word.sent,
      word.writes, missing_, doubled_, altered_, own_);
}

namespace {

std::optional<std::string> check_sizes(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                       std::span<const DeliveredMemory> receive) {
  const std::uint64_t nodes = end_count(task);
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
  return delivery_faults(task, send, receive).verdict();
}

DeliveryFaults delivery_faults(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                               std::span<const DeliveredMemory> receive) {
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
  return faults;
}

namespace {

constexpr std::uint64_t kBits = 64;  // of a word of seen_

// Words of seen_ for a node that receives.
std::uint64_t row_words(const Task& task) {
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t words = times(meaning.only_root_sends ? 1 : end_count(task), task.packets);
  return words / kBits + (words % kBits != 0 ? 1 : 0);
}

std::uint64_t receivers(const Task& task) {
  return meaning_of(task.collective).only_root_receives ? 1 : end_count(task);
}

}  // namespace

DeliveryChecker::DeliveryChecker(const Task& task, PayloadHash payload, const NodeShare* share)
    : task_(task),
      layout_(task),
      payload_(payload),
      share_(share),
      one_receiver_(meaning_of(task.collective).only_root_receives),
      row_(row_words(task)),
      seen_(row_ * (one_receiver_ ? 1 : nodes_here(share, end_count(task))), HugePages::memory()) {
}

std::uint64_t DeliveryChecker::memory_bytes(const Task& task) {
  return HugePages::bytes_for(times(times(row_words(task), receivers(task)), sizeof(std::uint64_t)));
}

void DeliveryChecker::note(const DeliveredWord& word) {
  const std::scoped_lock lock(*noting_);
  faults_.judge(word);
}

DeliveryFaults DeliveryChecker::faults() const {
  DeliveryFaults faults = faults_;
  for (std::uint32_t node = 0; node < end_count(task_); ++node) {
    if (!is_here(share_, node)) continue;
    const std::uint64_t words = layout_.receive_words(node);
    for (std::uint64_t first = 0; first < words; first += kBits) {
      const std::uint64_t seen = seen_[row_of(node) + first / kBits];
      if (~seen == 0) continue;
      for (std::uint64_t i = first; i < std::min(first + kBits, words); ++i) {
        const std::uint64_t source = layout_.source_at(i);
        if (source == node || (seen >> i % kBits & 1) != 0) continue;
        const std::uint64_t packet = i % task_.packets;
        if (packet >= packets_between(task_, source, node)) continue;
        faults.judge({node, source, packet, sent(node, source, packet), 0, 0});
      }
    }
  }
  return faults;
}

}  // namespace testbench
