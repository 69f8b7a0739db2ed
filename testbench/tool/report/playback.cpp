// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/playback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {

std::uint32_t Playback::packet_of(const LinkEvent& event) {
  const Packet packet{event.source, static_cast<std::uint32_t>(event.destination + 1), event.tree, event.sequence};
  return packets_.try_emplace(packet, static_cast<std::uint32_t>(packets_.size())).first->second;
}

std::vector<const Playback::Move*> Playback::moves() const {
  std::vector<const Move*> all;
  all.reserve(std::max(sent_, carried_));
  for (const auto& [place, link] : links_) {
    for (const Move& move : moves_of(link)) all.push_back(&move);
  }
  return all;
}

void Playback::add(const TraceRow& row) {
  const WireEvent& event = row.event;
  if (event.last < range_.first || event.first > range_.last) return;
  end_ = std::max(end_, event.last);
  Link& link = links_[{event.packet.node, event.packet.port}];
  const std::uint32_t packet = has_packet(event.kind) ? packet_of(event.packet) : kNoPacket;
  auto latest = std::views::reverse(link.carried);
  const auto carry = [&](std::uint32_t fate, const std::string& operands = {}) {
    link.carried.push_back({event.first, event.last, event.frame, packet, event.packet, operands, fate});
    ++carried_;
  };
  if (event.kind == WireEventKind::kSent || event.kind == WireEventKind::kArrived)
    link.wires = std::max(link.wires, event.last - event.first);
  switch (event.kind) {
    case WireEventKind::kSent:
      link.sent.push_back({event.first, event.first, 0, packet, event.packet, row.operands});
      ++sent_;
      break;
    case WireEventKind::kCarried:
    case WireEventKind::kRepeated: {
      // The router's row has the operands, and the cycle in which it handed the packet over.
      const auto handed = std::ranges::find(link.sent.rbegin(), link.sent.rend(), packet, &Move::number);
      carry(event.kind == WireEventKind::kRepeated ? kRepeatedFate : 0U,
            handed == link.sent.rend() ? "" : handed->operands);
      if (handed != link.sent.rend()) link.carried.back().handed = handed->first;
      break;
    }
    case WireEventKind::kAnswer:
      carry(kAnswerFate);
      break;
    case WireEventKind::kDamaged:
    case WireEventKind::kLost:
      for (Move& move : latest | std::views::take_while([&](const Move& of) { return of.frame == event.frame; })) {
        move.fate |= event.kind == WireEventKind::kDamaged ? kDamagedFate : kLostFate;
      }
      break;
    case WireEventKind::kArrived:
      for (Move& move : latest) {
        if (move.number != packet) continue;
        if ((move.fate & (kDamagedFate | kLostFate)) == 0) move.come = event.last;
        if ((move.fate & kRepeatedFate) == 0) break;  // before it the wires have not carried the packet
      }
      break;
    case WireEventKind::kTimeOut:
    case WireEventKind::kDropped:
    case WireEventKind::kDead:
    case WireEventKind::kStopped:
      happens_.push_back(event);
  }
  if (std::max(sent_, carried_) <= most_) return;
  const std::string way_out =
      most_ == kMostDrawn ? "too many for a picture; use --report FILE"
                          : fmt::format("which no page plays; give a part of the cycles, like --report-cycles {}..{}",
                                        range_.first, std::max(event.first / 2, range_.first + 1));
  throw FileError(fmt::format("{}: links carry more than {} packets, {}", label_, most_, way_out));
}

Json Playback::finished(const Json& head) {
  const std::uint64_t cycles = head.value("cycles", std::uint64_t{0});
  if (range_.first > std::max<std::uint64_t>(cycles, 1)) {
    throw FileError(fmt::format("{}: the run has {} cycles, and --report-cycles begins with {}; give a part of them",
                                label_, cycles, range_.first));
  }
  if (const std::uint64_t end = std::max(end_, std::min(range_.last, cycles)); end - range_.first > kMostCycles) {
    throw FileError(
        fmt::format("{}: {} cycles are more than a page plays, {}; give a part of them, like --report-cycles {}..{}",
                    label_, end - range_.first + 1, kMostCycles, range_.first, range_.first + 99'999));
  }
  const auto since_first = [&](std::uint64_t cycle) { return cycle - std::min(cycle, range_.first); };
  const bool has_frames = carried_ != 0;
  Json run;
  run["meta"] = head;
  run["meta"].erase("links");
  run["from"] = range_.first;
  run["till"] = std::min(range_.last, cycles);
  Json links = Json::array();
  Json counts = Json::array();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers;
  for (const Json& link : head.at("links")) {
    const std::pair<std::uint32_t, std::uint32_t> place(link.at(0), link.at(1));
    numbers.emplace(place, links.size());
    const Link& its = links_[place];
    links.push_back({place.first, place.second, link.at(2), its.wires});
    counts.push_back(moves_of(its).size());
  }
  if (links_.size() > numbers.size()) {
    throw FileError(fmt::format(
        "{}: a row is of a link that its head does not list; give a file that --trace has written", label_));
  }
  run["links"] = links;
  const std::vector<const Move*> all = moves();
  Json& events = run["events"] = {{"counts", counts}};
  const auto column = [&](const char* name, auto value_of) {
    Json& values = events[name] = Json::array();
    for (const Move* const move : all) values.push_back(value_of(*move));
  };
  column("first", [&](const Move& move) { return since_first(move.first); });
  column("packet", [&](const Move& move) { return std::min<std::size_t>(move.number, packets_.size()); });
  if (has_frames) {
    column("cycles", [](const Move& move) { return move.last - move.first + 1; });
    column("fate", [](const Move& move) { return move.fate; });
    column("frame", [](const Move& move) { return move.frame; });
    // Cycles in which the link had it before.
    column("held", [](const Move& move) { return move.handed == 0 ? 0 : move.first - move.handed; });
    // Cycles from the last one on the wires to the one in which it came; 0: it did not.
    column("come", [](const Move& move) { return move.come == 0 ? 0 : move.come - move.last + 1; });
  }
  if (head.value("combined", false)) column("operands", [](const Move& move) { return move.operands; });
  std::vector<Packet> packets(packets_.size());
  for (const auto& [packet, number] : packets_) packets[number] = packet;
  run["packets"] = packets;
  Json& happens = run["happens"] = Json::array();
  for (const WireEvent& event : happens_) {
    happens.push_back({name_of(event.kind), numbers.at({event.packet.node, event.packet.port}),
                       since_first(event.first), since_first(event.last), event.packet.sequence});
  }
  return run;
}

}  // namespace testbench
