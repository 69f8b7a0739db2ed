// SPDX-License-Identifier: Apache-2.0
// The packets on the links, as events for the judge.
#pragma once

#include <memory>
#include <vector>

#include "hls/network/link.hpp"
#include "testbench/judge/checker/link_event.hpp"

namespace testbench {

// The event of a flit on the link that leaves `node` through the port.
template <class Config>
LinkEvent link_event(std::uint64_t cycle, network::Address node, unsigned port, const network::Flit<Config>& flit,
                     bool is_to_all) {
  const network::Header<Config>& header = flit.packet.header;
  const network::Address destination = header.destination;
  return {cycle,
          node.number(),
          port,
          network::Address(header.source).number(),
          is_to_all ? kAllNodes : static_cast<std::int32_t>(destination.number()),
          header.tree,
          header.sequence};
}

template <class Config>
LinkEvent link_event(std::uint64_t cycle, network::Address node, unsigned port, const network::Flit<Config>& flit) {
  return link_event(cycle, node, port, flit, Config::Rules::is_to_all(flit.packet.header.rule));
}

template <class T>
struct Unfilled : std::allocator<T> {
  // Leaves elements that vector::resize adds uninitialized.
  template <class U>
  void construct(U* object) {
    ::new (static_cast<void*>(object)) U;
  }
};

// The events of some cycles. New elements stay uninitialized: the caller of resize() fills them, in
// several threads if need be.
using LinkEvents = std::vector<LinkEvent, Unfilled<LinkEvent>>;

}  // namespace testbench
