// SPDX-License-Identifier: Apache-2.0
// The events of links and their ends besides a packet that a router hands to a link (LinkEvent): for traces, which ask for
// them, and their judge (wire_checker.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/checker/link_event.hpp"

namespace testbench {

enum class WireEventKind : std::uint8_t {
  kSent,      // a router hands the packet to the link: the LinkEvent itself
  kCarried,   // the wires carry the packet
  kRepeated,  // the wires carry it once more, after a timeout
  kAnswer,    // the wires carry a frame without packets
  kDamaged,   // a frame has come with wrong bits, and is refused
  kLost,      // a frame has not come, because the link has failed
  kArrived,   // the other end has the packet
  kTimeOut,   // the sender has had no answer, and sends again
  kDropped,   // a dead link has given packets up: `sequence` of them
  kDead,      // the sender has given the link up
  kStopped,   // a queue behind the link is full: it takes nothing
};

inline constexpr const char* kWireEventNames[] = {"sent",    "carried", "repeated", "answer", "damaged", "lost",
                                                  "arrived", "timeout", "dropped",  "dead",   "stopped"};
inline const char* name_of(WireEventKind kind) {
  return kWireEventNames[static_cast<unsigned>(kind)];
}
// Whether the fields of `packet` besides cycle, node and port are those of a packet.
inline bool has_packet(WireEventKind kind) {
  return kind <= WireEventKind::kRepeated || kind == WireEventKind::kArrived;
}

struct WireEvent {
  WireEventKind kind;
  std::uint64_t first;  // cycles, both included
  std::uint64_t last;
  std::uint32_t frame;  // its number on the link, from 1; 0: none
  LinkEvent packet;     // cycle: `last`; node and port: of the sender
};

using WireEvents = std::vector<WireEvent>;

}  // namespace testbench
