// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/verdict/exchanged_events.hpp"

#include <algorithm>
#include <utility>

namespace testbench {

void put_in_order(LinkEvents& events) {
  if (!std::ranges::is_sorted(events, is_before)) std::ranges::sort(events, is_before);
}

LinkEvents exchanged(Ranks& ranks, const std::vector<Bytes>& to) {
  std::vector<LinkEvents> parts;
  for (const Bytes& of_rank : ranks.exchange(to)) {
    LinkEvents& part = parts.emplace_back(of_rank.size() / sizeof(LinkEvent));
    if (!part.empty()) std::memcpy(static_cast<void*>(part.data()), of_rank.data(), of_rank.size());
    put_in_order(part);
  }
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (std::size_t i = 0; 2 * i + 1 < parts.size(); ++i) {
      const LinkEvents& one = parts[2 * i];
      const LinkEvents& other = parts[2 * i + 1];
      LinkEvents both(one.size() + other.size());
      std::ranges::merge(one, other, both.begin(), is_before);
      parts[i] = std::move(both);
    }
    if (parts.size() % 2 == 1) parts[parts.size() / 2] = std::move(parts.back());
  }
  return std::move(parts.front());
}

std::optional<FirstLinkFault> first_of(Ranks& ranks, const std::optional<FirstLinkFault>& mine) {
  Bytes bytes;
  if (mine) {
    append(bytes, mine->event);
    append(bytes, mine->copies);
    append(bytes, mine->kind);
    append_text(bytes, mine->text);
  }
  std::optional<FirstLinkFault> first;
  for (const Bytes& of_rank : ranks.exchange(std::vector<Bytes>(ranks.count(), bytes))) {
    std::span<const std::byte> left = of_rank;
    if (left.empty()) continue;
    const auto event = take<LinkEvent>(left);
    const auto copies = take<std::uint64_t>(left);
    const auto kind = take<unsigned>(left);
    const FirstLinkFault found{event, copies, kind, text_of(left)};
    if (!first || comes_before(found, *first)) first = found;
  }
  return first;
}

}  // namespace testbench
