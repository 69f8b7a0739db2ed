#include "testbench/checker/link_checker.hpp"

#include <fmt/format.h>

namespace testbench {
namespace {

constexpr unsigned kNodeBits = 16;
constexpr std::uint64_t kNodeMask = (std::uint64_t{1} << kNodeBits) - 1;

bool all_send(Collective collective) {
  return collective == Collective::kGather || collective == Collective::kAllgather ||
         collective == Collective::kAlltoall;
}
bool has_many_destinations(Collective collective) {
  return collective == Collective::kScatter || collective == Collective::kAlltoall;
}

// Packets of a task by number, whether they exist or not (a node's packets to itself do not).
std::uint64_t packet_numbers(const Task& task) {
  const std::uint64_t sources = all_send(task.collective) ? node_count(task) : 1;
  const std::uint64_t destinations = has_many_destinations(task.collective) ? node_count(task) : 1;
  return sources * destinations * task.packets;
}

}  // namespace

LinkChecker::LinkChecker(const Task& task) : task_(task), fault_(find_fault(task)) {
  if (fault_) return;
  unicast_ = is_unicast(task.collective);
  nodes_ = node_count(task);
  destination_stride_ = has_many_destinations(task.collective) ? 1 : 0;
  source_stride_ = !all_send(task.collective) ? 0 : destination_stride_ != 0 ? nodes_ : 1;

  const std::uint64_t packets = packet_numbers(task);
  link_used_.resize(nodes_ * task.dim);
  sent_.resize(nodes_);
  received_.resize(nodes_);
  const std::uint64_t pairs = all_send(task.collective) && task.collective != Collective::kGather ? nodes_ : 1;
  expected_ = task.packets * (nodes_ - 1) * pairs;
  if (!unicast_) {
    arrivals_.resize(packets * nodes_);
    return;
  }
  places_.resize(packets);
  for (std::uint64_t packet = 0; packet < packets; ++packet) {
    places_[packet] = source_stride_ == 0 ? task.root : packet / task.packets / source_stride_;
  }
}

std::uint64_t LinkChecker::memory_bytes(const Task& task) {
  if (find_fault(task)) return 0;
  const std::uint64_t packets = packet_numbers(task);
  const std::uint64_t records = is_unicast(task.collective) ? packets : packets * node_count(task);
  return 8 * (records + node_count(task) * (task.dim + 2));
}

void LinkChecker::observe(std::span<const LinkEvent> events) {
  if (fault_) return;
  for (const LinkEvent& event : events) {
    if (!judge(event)) return;
  }
}

bool LinkChecker::judge(const LinkEvent& event) {
  std::string_view what = field_fault(event);
  if (what.empty()) what = port_fault(event);
  if (what.empty()) what = unicast_ ? unicast_fault(event) : multicast_fault(event);
  if (!what.empty()) {
    fault_ = fmt::format("cycle {}, node {}, port {}: packet {} of node {} to {} {}", event.cycle, event.node,
                         event.port, event.sequence, event.source,
                         event.destination == kAllNodes ? "all" : fmt::format("node {}", event.destination), what);
    return false;
  }
  cycle_ = event.cycle;
  ++transmissions_;
  return true;
}

std::string_view LinkChecker::field_fault(const LinkEvent& event) const {
  if (event.cycle < cycle_) return "is reported in a cycle that is over";
  if (transmissions_ == 0 && event.cycle != 1) return "is the first of all but not in cycle 1";
  if (event.node >= nodes_) return "is sent by a node that is not on the cube";
  if (event.port >= task_.dim) return "leaves through a port that the node does not have";
  if (event.source >= nodes_) return "comes from a node that is not on the cube";
  if (event.sequence >= task_.packets) return "has a sequence beyond the last";
  if (!all_send(task_.collective) && event.source != task_.root) return "does not come from the root";
  if (!unicast_) return event.destination == kAllNodes ? "" : "is meant for one node in a collective for all";
  if (event.destination < 0 || static_cast<std::uint64_t>(event.destination) >= nodes_) {
    return "has a destination that is not on the cube";
  }
  const auto destination = static_cast<std::uint32_t>(event.destination);
  if (destination == event.source) return "is meant for its own source";
  if (task_.collective == Collective::kGather && destination != task_.root) return "is not meant for the root";
  return "";
}

std::string_view LinkChecker::port_fault(const LinkEvent& event) {
  std::uint64_t& link_used = link_used_[event.node * std::uint64_t{task_.dim} + event.port];
  if (link_used == event.cycle) return "shares its link with another packet";
  link_used = event.cycle;
  if (task_.ports == Ports::kAll) return "";

  const std::uint32_t receiver = event.node ^ (1u << event.port);
  if (sent_[event.node] == event.cycle) return "is the second that its node sends in this cycle";
  if (received_[receiver] == event.cycle) return "is the second that its receiver receives in this cycle";
  if (task_.ports == Ports::kHalf) {
    if (received_[event.node] == event.cycle) return "is sent while its half-duplex node receives";
    if (sent_[receiver] == event.cycle) return "is received while the half-duplex receiver sends";
  }
  sent_[event.node] = event.cycle;
  received_[receiver] = event.cycle;
  return "";
}

std::string_view LinkChecker::unicast_fault(const LinkEvent& event) {
  const auto destination = static_cast<std::uint32_t>(event.destination);
  std::uint64_t& place = places_[packet_of(event.source, destination, event.sequence)];
  const auto at = static_cast<std::uint32_t>(place & kNodeMask);
  if (at != event.node) return "is not at the node that sends it";
  if (place >> kNodeBits == event.cycle) return "is sent in the cycle in which it arrives";
  if (at == destination) return "leaves its destination again";
  const std::uint32_t receiver = event.node ^ (1u << event.port);
  if (receiver == event.source) return "comes back to its source";
  place = event.cycle << kNodeBits | receiver;
  if (receiver == destination) ++delivered_;
  return "";
}

std::string_view LinkChecker::multicast_fault(const LinkEvent& event) {
  std::uint64_t* const arrivals = &arrivals_[packet_of(event.source, 0, event.sequence) * nodes_];
  if (event.node != event.source) {
    if (arrivals[event.node] == 0) return "is sent by a node that does not have it";
    if (arrivals[event.node] >= event.cycle) return "is sent in the cycle in which it arrives";
  }
  const std::uint32_t receiver = event.node ^ (1u << event.port);
  if (receiver == event.source) return "comes back to its source";
  if (arrivals[receiver] != 0) return "is received twice by the same node";
  arrivals[receiver] = event.cycle;
  ++delivered_;
  return "";
}

std::uint64_t LinkChecker::packet_of(std::uint32_t source, std::uint32_t destination, std::uint64_t sequence) const {
  return (source * source_stride_ + destination * destination_stride_) * task_.packets + sequence;
}

std::optional<std::string> LinkChecker::finish() const {
  if (fault_) return fault_;
  if (delivered_ == expected_) return std::nullopt;
  const auto first = unicast_ ? find_missing_unicast() : find_missing_multicast();
  return fmt::format("{} of {} deliveries are missing; the first: {}", expected_ - delivered_, expected_,
                     first.value_or("unknown"));
}

std::optional<std::string> LinkChecker::find_missing_unicast() const {
  for (std::uint64_t packet = 0; packet < places_.size(); ++packet) {
    const std::uint64_t pair = packet / task_.packets;
    const std::uint64_t source = source_stride_ == 0 ? task_.root : pair / source_stride_;
    const std::uint64_t destination = destination_stride_ == 0 ? task_.root : pair % nodes_;
    if (source == destination || (places_[packet] & kNodeMask) == destination) continue;
    return fmt::format("node {} lacks packet {} of node {}", destination, packet % task_.packets, source);
  }
  return std::nullopt;
}

std::optional<std::string> LinkChecker::find_missing_multicast() const {
  for (std::uint64_t record = 0; record < arrivals_.size(); ++record) {
    const std::uint64_t node = record % nodes_;
    const std::uint64_t packet = record / nodes_;
    const std::uint64_t source = source_stride_ == 0 ? task_.root : packet / task_.packets;
    if (node == source || arrivals_[record] != 0) continue;
    return fmt::format("node {} lacks packet {} of node {}", node, packet % task_.packets, source);
  }
  return std::nullopt;
}

}  // namespace testbench
