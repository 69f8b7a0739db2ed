// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace testbench {
namespace {

constexpr std::uint32_t kComplete = ~std::uint32_t{0};  // in place of an entry

std::uint64_t bit_of(std::uint32_t node) {
  return std::uint64_t{1} << node % 64;
}

}  // namespace

Verification::Verification(std::uint32_t nodes)
    : nodes_(nodes), words_((std::size_t{nodes} + 63) / 64), sources_(nodes) {
  if (nodes < 2) throw std::invalid_argument(fmt::format("a broadcast among {} nodes: must be at least 2", nodes));
}

void Verification::begin(std::uint32_t source, std::uint64_t number, std::uint64_t arrived) {
  const auto fail = [&](const std::string& why) {
    throw VerificationError(fmt::format("source {}, request {}, cycle {}: {}", source, number, arrived, why));
  };
  if (source >= nodes_) fail(fmt::format("there is no such node, nodes are 0..{}", nodes_ - 1));
  Source& requests = sources_[source];
  if (number != requests.next) fail(fmt::format("arrives out of turn, request {} is next", requests.next));
  if (requests.next - requests.first == kMostOfSource) {
    const std::uint32_t entry = requests.entry_of(requests.first);
    fail(fmt::format("request {} of cycle {} is open still: lost? Nodes that lack it: {}, the first is {}",
                     requests.first, entries_[entry].arrived, entries_[entry].missing, first_missing(entry, source)));
  }
  make_room(requests);
  const std::uint32_t entry = free_entry();
  entries_[entry] = {arrived, nodes_ - 1};
  std::fill_n(delivered_.begin() + static_cast<std::ptrdiff_t>(entry * words_), words_, 0);
  requests.entry_of(number) = entry;
  ++requests.next;
  ++begun_;
}

std::uint32_t Verification::free_entry() {
  if (free_.empty()) {
    entries_.emplace_back();
    delivered_.resize(delivered_.size() + words_);
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  const std::uint32_t entry = free_.back();
  free_.pop_back();
  return entry;
}

void Verification::make_room(Source& source) const {
  const std::size_t places = source.entries.size();
  if (source.next - source.first < places) return;
  Source larger{source.first, source.next, std::vector<std::uint32_t>(std::max<std::size_t>(1, 2 * places))};
  for (std::uint64_t number = source.first; number < source.next; ++number) {
    larger.entry_of(number) = source.entry_of(number);
  }
  source = std::move(larger);
}

// Throws for a wrong delivery, before anything changes.
void Verification::require_deliverable(std::uint32_t node, std::uint32_t source, std::uint64_t number, bool payload_ok,
                                       std::uint64_t cycle) const {
  const auto fail = [&](const std::string& why) {
    throw VerificationError(
        fmt::format("node {}, source {}, request {}, cycle {}: {}", node, source, number, cycle, why));
  };
  if (node >= nodes_ || source >= nodes_) fail(fmt::format("there is no such node, nodes are 0..{}", nodes_ - 1));
  const Source& requests = sources_[source];
  if (number >= requests.next) fail("delivered, but no such request has arrived");
  if (number < requests.first || requests.entry_of(number) == kComplete) {
    fail("delivered again, after all nodes had it");
  }
  if (node == source) fail("delivered to its own source");
  const std::uint32_t entry = requests.entry_of(number);
  if ((delivered_[entry * words_ + node / 64] & bit_of(node)) != 0) fail("delivered twice");
  if (cycle < entries_[entry].arrived) {
    fail(fmt::format("delivered before its arrival in cycle {}", entries_[entry].arrived));
  }
  if (!payload_ok) fail("wrong payload");
}

std::optional<std::uint64_t> Verification::deliver(std::uint32_t node, std::uint32_t source, std::uint64_t number,
                                                   bool payload_ok, std::uint64_t cycle) {
  require_deliverable(node, source, number, payload_ok, cycle);
  Source& requests = sources_[source];
  const std::uint32_t entry = requests.entry_of(number);
  delivered_[entry * words_ + node / 64] |= bit_of(node);
  ++deliveries_;
  if (--entries_[entry].missing > 0) return std::nullopt;
  free_.push_back(entry);
  requests.entry_of(number) = kComplete;
  while (requests.first < requests.next && requests.entry_of(requests.first) == kComplete) ++requests.first;
  ++completed_;
  return cycle - entries_[entry].arrived;
}

std::uint32_t Verification::first_missing(std::uint32_t entry, std::uint32_t source) const {
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    if (node != source && (delivered_[entry * words_ + node / 64] & bit_of(node)) == 0) return node;
  }
  return nodes_;
}

std::optional<OpenRequest> Verification::oldest() const {
  std::optional<OpenRequest> oldest;
  std::uint32_t entry_of_oldest = 0;
  for (std::uint32_t source = 0; source < nodes_; ++source) {
    const Source& requests = sources_[source];
    if (requests.first == requests.next) continue;
    const std::uint32_t entry = requests.entry_of(requests.first);
    if (oldest && oldest->arrived <= entries_[entry].arrived) continue;
    oldest = OpenRequest{source, requests.first, entries_[entry].arrived, entries_[entry].missing, 0};
    entry_of_oldest = entry;
  }
  if (oldest) oldest->first_missing = first_missing(entry_of_oldest, oldest->source);
  return oldest;
}

void Verification::finish() const {
  const std::optional<OpenRequest> lost = oldest();
  if (!lost) return;
  throw VerificationError(fmt::format(
      "node {}, source {}, request {}, cycle {}: never delivered; nodes that lack it: {}; requests that are open: {}",
      lost->first_missing, lost->source, lost->number, lost->arrived, lost->missing, open()));
}

std::uint64_t Verification::memory_bytes() const {
  std::uint64_t bytes = sources_.capacity() * sizeof(Source) + entries_.capacity() * sizeof(Entry) +
                        delivered_.capacity() * sizeof(std::uint64_t) + free_.capacity() * sizeof(std::uint32_t);
  for (const Source& source : sources_) bytes += source.entries.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace testbench
