// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/wire_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace testbench {
namespace {

bool is_same(const LinkEvent& one, const LinkEvent& other) {
  const auto packet = [](const LinkEvent& of) { return std::tuple(of.source, of.destination, of.tree, of.sequence); };
  return packet(one) == packet(other);
}

}  // namespace

WireChecker::Link& WireChecker::link_of(const LinkEvent& event) {
  const std::size_t link = std::size_t{event.node} * ports_ + event.port;
  if (link >= links_.size()) links_.resize(link + 1);
  return links_[link];
}

void WireChecker::observe(std::span<const LinkEvent> sent, std::span<const WireEvent> wires) {
  for (const LinkEvent& event : sent) link_of(event).handed.push_back(event);
  for (const WireEvent& event : wires) {
    const char* const what = judge(link_of(event.packet), event);
    if (what == nullptr || fault_) continue;
    const LinkEvent& at = event.packet;
    fault_ = fmt::format("cycle {}, node {}, port {}, {} in frame {}: {}", at.cycle, at.node, at.port,
                         name_of(event.kind), event.frame, what);
  }
}

const char* WireChecker::judge(Link& link, const WireEvent& event) {
  if (event.first > event.last) return "it ends before it begins";
  const bool takes_wires = event.kind == WireEventKind::kCarried || event.kind == WireEventKind::kRepeated ||
                           event.kind == WireEventKind::kAnswer;
  if (takes_wires) {
    if (event.first <= link.busy) return "the wires carry something else";
    link.busy = event.last;
  }
  if (event.frame != 0 && event.frame != link.frame) {
    if (event.frame < link.frame) return "a later frame has been on the wires";
    if (!link.is_bad && std::ranges::count(link.in_frame, link.arrived) != 0)
      return "a packet of the frame before, which was neither damaged nor lost, has not arrived";
    link.frame = event.frame;
    link.is_bad = false;
    link.in_frame.clear();
  }
  switch (event.kind) {
    case WireEventKind::kCarried:
      if (link.carried == link.handed.size() || !is_same(link.handed[link.carried], event.packet))
        return "the link was not handed this packet next";
      if (event.first <= link.handed[link.carried].cycle) return "the link had not been handed the packet";
      link.in_frame.push_back(link.carried++);
      return nullptr;
    case WireEventKind::kRepeated: {
      if (link.time_outs == 0) return "there was no timeout";
      std::size_t place = link.carried;
      while (place != 0 && !is_same(link.handed[place - 1], event.packet)) --place;
      if (place == 0) return "the wires have not carried the packet before";
      link.in_frame.push_back(place - 1);
      return nullptr;
    }
    case WireEventKind::kDamaged:
    case WireEventKind::kLost:
      link.is_bad = true;
      return nullptr;
    case WireEventKind::kArrived:
      if (link.arrived == link.carried || !is_same(link.handed[link.arrived], event.packet))
        return "another packet must arrive before it";
      if (link.is_bad) return "its frame is damaged or lost";
      if (std::ranges::count(link.in_frame, link.arrived) == 0) return "its frame has not this packet";
      ++link.arrived;
      return nullptr;
    case WireEventKind::kTimeOut:
      ++link.time_outs;
      return nullptr;
    case WireEventKind::kDropped:
      link.dropped += event.packet.sequence;
      return nullptr;
    case WireEventKind::kDead:
      if (link.is_dead) return "it was dead before";
      link.is_dead = true;
      return nullptr;
    case WireEventKind::kSent:
    case WireEventKind::kAnswer:
    case WireEventKind::kStopped:
      return nullptr;
  }
  return nullptr;
}

std::optional<std::string> WireChecker::finish(bool all_needed) const {
  if (fault_) return fault_;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const std::uint64_t lacking = link.handed.size() - link.arrived;
    if ((link.dropped != 0 && !link.is_dead) || link.dropped > link.handed.size() ||
        (all_needed && !link.is_dead && lacking != 0)) {
      return fmt::format("link {}:{}: {} of {} packets that it was handed have not arrived, and it has dropped {}",
                         i / ports_, i % ports_, lacking, link.handed.size(), link.dropped);
    }
  }
  return std::nullopt;
}

}  // namespace testbench
