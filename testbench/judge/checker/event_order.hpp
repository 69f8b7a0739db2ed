// SPDX-License-Identifier: Apache-2.0
// The order of a run's events, and of the faults that are found in them: whoever judges a part of a
// run finds the first fault of that part, and the first of these is the fault of the run.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "testbench/judge/checker/link_event.hpp"

namespace testbench {

// The order of events in a run of one rank, and one for wrong events.
inline auto order_of(const LinkEvent& event) {
  return std::tuple(event.cycle, event.node, event.port, event.source, event.destination, event.sequence);
}

inline bool is_before(const LinkEvent& one, const LinkEvent& other) {
  if (one.cycle != other.cycle) return one.cycle < other.cycle;
  if (one.node != other.node) return one.node < other.node;
  return order_of(one) < order_of(other);
}

// The first fault of a run, or of a part of it, by its event, and by the kinds of faults within one.
struct FirstLinkFault {
  LinkEvent event;
  std::uint64_t copies;  // of the event that come before it
  unsigned kind;
  std::string text;
};

inline bool comes_before(const FirstLinkFault& one, const FirstLinkFault& other) {
  const auto place = [](const FirstLinkFault& fault) {
    return std::tuple(order_of(fault.event), fault.copies, fault.kind);
  };
  return place(one) < place(other);
}

}  // namespace testbench
