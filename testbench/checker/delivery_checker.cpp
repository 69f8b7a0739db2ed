#include "testbench/checker/delivery_checker.hpp"

#include <algorithm>

namespace testbench {
namespace {

constexpr std::uint64_t kBits = 64;  // of a word of seen_

// Words of seen_ for a node that receives.
std::uint64_t row_words(const Task& task) {
  const Meaning meaning = meaning_of(task.collective);
  const std::uint64_t words = times(meaning.only_root_sends ? 1 : node_count(task), task.packets);
  return words / kBits + (words % kBits != 0 ? 1 : 0);
}

std::uint64_t receivers(const Task& task) {
  return meaning_of(task.collective).only_root_receives ? 1 : node_count(task);
}

}  // namespace

DeliveryChecker::DeliveryChecker(const Task& task, PayloadHash payload)
    : task_(task),
      layout_(task),
      payload_(payload),
      one_receiver_(meaning_of(task.collective).only_root_receives),
      row_(row_words(task)),
      seen_(row_ * receivers(task), HugePages::memory()) {
}

std::uint64_t DeliveryChecker::memory_bytes(const Task& task) {
  return HugePages::bytes_for(times(times(row_words(task), receivers(task)), sizeof(std::uint64_t)));
}

void DeliveryChecker::note(const DeliveredWord& word) {
  const std::scoped_lock lock(*noting_);
  faults_.judge(word);
}

std::optional<std::string> DeliveryChecker::finish() const {
  DeliveryFaults faults = faults_;
  for (std::uint64_t node = 0; node < node_count(task_); ++node) {
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
  return faults.verdict();
}

}  // namespace testbench
