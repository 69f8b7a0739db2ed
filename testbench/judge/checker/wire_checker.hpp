// SPDX-License-Identifier: Apache-2.0
// The judge of what links with a link layer tell (wire_event.hpp). It knows neither frames nor ends of links; on each link
//   1. the wires carry packets in the order in which routers have handed them over, each first once, and again
//      only after a timeout; one packet, or one frame without packets, at a time;
//   2. a packet arrives once, in that order, from the first frame that has it and is neither damaged nor lost: what was in
//      a damaged frame arrives only if it is repeated;
//   3. only a dead link drops packets.
//
//     WireChecker checker(ports);
//     checker.observe(sent, wires);   // of some cycles, as often as you like
//     if (auto fault = checker.finish(all_needed)) ...
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

class WireChecker {
 public:
  explicit WireChecker(unsigned ports) : ports_(ports) {}

  void observe(std::span<const LinkEvent> sent, std::span<const WireEvent> wires);
  // The first fault. `all_needed`: the run is right, and had to deliver every packet that a link was handed.
  std::optional<std::string> finish(bool all_needed) const;

 private:
  struct Link {
    std::vector<LinkEvent> handed;
    std::size_t carried = 0;  // of these
    std::size_t arrived = 0;
    std::uint64_t busy = 0;   // until this cycle
    std::uint32_t frame = 0;  // on the wires, or the last there
    bool is_bad = false;      // the frame
    std::vector<std::size_t> in_frame;
    std::uint64_t time_outs = 0;
    std::uint64_t dropped = 0;
    bool is_dead = false;
  };

  Link& link_of(const LinkEvent& event);
  // The fault of the event, or null.
  static const char* judge(Link& link, const WireEvent& event);

  unsigned ports_;
  std::vector<Link> links_;  // by node, then by port
  std::optional<std::string> fault_;
};

}  // namespace testbench
