// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <ostream>

#include "testbench/tool/report/trace_file.hpp"

namespace testbench {
namespace {

enum : unsigned { kLinks = 1, kQueues = 2 };  // processes

std::uint32_t track_of(std::uint32_t node, std::uint32_t port) {
  return node << 8 | port;
}

}  // namespace

PerfettoTrace::PerfettoTrace(std::ostream& out, const Json& head)
    : out_(out), has_layer_(head.value("link_layer", false)) {
  Json facts = head;
  facts.erase("links");
  out_ << "{\"otherData\":" << facts.dump(-1, ' ', false, Json::error_handler_t::replace) << ",\n\"traceEvents\":[\n";
  const auto name = [&](const char* what, unsigned process, std::uint32_t track, const std::string& text) {
    write({{"ph", "M"}, {"pid", process}, {"tid", track}, {"name", what}, {"args", {{"name", text}}}});
  };
  name("process_name", kLinks, 0, "links");
  name("process_name", kQueues, 0, "packets that wait");
  for (const Json& link : head.at("links")) {
    name("thread_name", kLinks, track_of(link.at(0), link.at(1)),
         fmt::format("{} to {} (port {})", link.at(0).dump(), link.at(2).dump(), link.at(1).dump()));
  }
}

void PerfettoTrace::write(const Json& event) {
  out_ << separator_ << event.dump();
  separator_ = ",\n";
}

void PerfettoTrace::add(std::span<const TraceRow> rows) {
  for (const TraceRow& row : rows) {
    const WireEvent& event = row.event;
    const LinkEvent& packet = event.packet;
    if (row.waited && *row.waited != 0) {
      const std::pair link(packet.node, packet.port);
      ++waiting_[{link, event.first - *row.waited}];
      --waiting_[{link, event.first}];
    }
    const WireEventKind kind = event.kind;
    if (kind == WireEventKind::kArrived || (kind == WireEventKind::kSent && has_layer_)) continue;
    const bool has_name = has_packet(kind);
    const bool is_moment = !has_name && kind != WireEventKind::kAnswer && kind != WireEventKind::kStopped;
    // On wires that take cycles slices of a track would lie on one another.
    const std::uint64_t last = kind == WireEventKind::kSent ? event.first : event.last;
    Json json = is_moment ? Json{{"ph", "i"}, {"ts", event.last}, {"s", "t"}}
                          : Json{{"ph", "X"}, {"ts", event.first}, {"dur", last - event.first + 1}};
    json.update({{"pid", kLinks}, {"tid", track_of(packet.node, packet.port)}, {"cat", name_of(kind)}});
    const std::string to = packet.destination == kAllNodes ? "all" : std::to_string(packet.destination);
    json["name"] = has_name ? fmt::format("{} to {} #{}", packet.source, to, packet.sequence) : name_of(kind);
    if (has_name) json["args"] = {{"tree", packet.tree}, {"frame", event.frame}, {"operands", row.operands}};
    write(json);
  }
}

void PerfettoTrace::finish() {
  std::int64_t count = 0;  // 0 again behind the last cycle of a link
  for (const auto& [place, more] : waiting_) {
    const auto& [link, cycle] = place;
    const std::string name = fmt::format("node {}, port {}", link.first, link.second);
    write({{"ph", "C"}, {"pid", kQueues}, {"ts", cycle}, {"name", name}, {"args", {{"packets", count += more}}}});
  }
  out_ << "\n]}\n";
}

}  // namespace testbench
