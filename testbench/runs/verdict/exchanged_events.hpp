// SPDX-License-Identifier: Apache-2.0
// Link events, and the faults that are found in them, on their way between the ranks of a divided run.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "testbench/engines/mesh/division.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/judge/checker/event_order.hpp"

namespace testbench {

void put_in_order(LinkEvents& events);

// The events that the ranks have for this one, in order. `to`: by rank.
LinkEvents exchanged(Ranks& ranks, const std::vector<Bytes>& to);

// The first fault of all ranks, if any has one.
std::optional<FirstLinkFault> first_of(Ranks& ranks, const std::optional<FirstLinkFault>& mine);

// The sum of the values of all ranks. `add` adds one to it.
template <class T, class Add>
T sum_of(Ranks& ranks, const T& mine, Add add) {
  Bytes bytes;
  append(bytes, mine);
  T all;
  for (const Bytes& of_rank : ranks.exchange(std::vector<Bytes>(ranks.count(), bytes))) {
    std::span<const std::byte> left = of_rank;
    add(all, take<T>(left));
  }
  return all;
}

}  // namespace testbench
