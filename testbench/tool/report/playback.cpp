// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/playback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/tool/report/page.hpp"

namespace testbench {

Json packed(std::span<const std::uint32_t> numbers) {
  const std::uint32_t most = numbers.empty() ? 0 : *std::ranges::max_element(numbers);
  const unsigned bytes = most < 256 ? 1 : most < 65536 ? 2 : 4;
  std::string text;
  text.reserve(numbers.size() * bytes);
  for (const std::uint32_t number : numbers) {
    for (unsigned byte = 0; byte < bytes; ++byte) text.push_back(static_cast<char>(number >> 8 * byte & 255));
  }
  return {{"t", bytes == 1 ? "B" : bytes == 2 ? "H" : "I"}, {"d", base64(text)}};
}

std::uint32_t Playback::packet_of(const LinkEvent& event) {
  const Packet packet{event.source, static_cast<std::uint32_t>(event.destination + 1), event.tree, event.sequence};
  return packets_.try_emplace(packet, static_cast<std::uint32_t>(packets_.size())).first->second;
}

void Playback::add(const TraceRow& row) {
  const WireEvent& event = row.event;
  if (event.last < range_.first || event.first > range_.last) return;
  end_ = std::max(end_, event.last);
  switch (event.kind) {
    case WireEventKind::kSent:
      sent_.push_back({event, packet_of(event.packet), row.operands, event.last});
      break;
    case WireEventKind::kCarried:
    case WireEventKind::kRepeated:
      carried_.push_back({event, packet_of(event.packet), {}});
      if (event.kind == WireEventKind::kRepeated) carried_.back().fate = kRepeatedFate;
      break;
    case WireEventKind::kAnswer:
      carried_.push_back({event, ~std::uint32_t{0}, {}});
      carried_.back().fate = kAnswerFate;
      break;
    default:
      happens_.push_back(event);
  }
  if (std::max(sent_.size(), carried_.size()) > kMostMoves) {
    throw FileError(
        fmt::format("{}: links carry more than {} packets, which no page plays; give a part of the cycles, "
                    "like --report-cycles {}..{}",
                    label_, kMostMoves, range_.first, std::max(event.first / 2, range_.first + 1)));
  }
}

// Tells packets on wires the fate of their frames, and the operands, which the router's rows have.
void Playback::settle_frames() {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // node, port, frame or packet
  std::multimap<Key, Move*> by_frame;
  std::map<Key, std::vector<Move*>> by_packet;
  for (Move& move : carried_) {
    const LinkEvent& at = move.event.packet;
    by_frame.emplace(Key{at.node, at.port, move.event.frame}, &move);
    by_packet[{at.node, at.port, move.packet}].push_back(&move);
  }
  for (const Move& sent : sent_) {
    const auto found = by_packet.find({sent.event.packet.node, sent.event.packet.port, sent.packet});
    if (found == by_packet.end()) continue;
    for (Move* move : found->second) move->operands = sent.operands;
  }
  for (const WireEvent& event : happens_) {
    const LinkEvent& at = event.packet;
    if (event.kind == WireEventKind::kDamaged || event.kind == WireEventKind::kLost) {
      const auto [begin, end] = by_frame.equal_range({at.node, at.port, event.frame});
      for (auto it = begin; it != end; ++it) {
        it->second->fate |= event.kind == WireEventKind::kDamaged ? kDamagedFate : kLostFate;
      }
    } else if (event.kind == WireEventKind::kArrived) {
      for (Move* move : by_packet[{at.node, at.port, packet_of(at)}]) {
        if (move->event.last <= event.last && (move->fate & (kDamagedFate | kLostFate)) == 0) move->come = event.last;
      }
    }
  }
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
  const bool has_frames = !carried_.empty();
  if (has_frames) settle_frames();
  const std::vector<Move>& moves = has_frames ? carried_ : sent_;

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // by node and port
  std::vector<std::uint32_t> ends;
  for (const Json& link : head.at("links")) {
    const auto from = link.at(0).get<std::uint32_t>();
    const auto port = link.at(1).get<std::uint32_t>();
    numbers.emplace(std::pair(from, port), static_cast<std::uint32_t>(ends.size() / 3));
    ends.insert(ends.end(), {from, port, link.at(2).get<std::uint32_t>()});
  }
  const auto link_of = [&](const LinkEvent& at) { return numbers.at({at.node, at.port}); };

  std::vector<std::uint32_t> order(moves.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(
      order, {}, [&](std::uint32_t i) { return std::tuple(link_of(moves[i].event.packet), moves[i].event.first, i); });

  Json run;
  run["meta"] = head;
  run["meta"].erase("links");
  run["from"] = range_.first;
  run["till"] = std::min(range_.last, cycles);
  run["links"] = packed(ends);
  const auto column = [&](auto value_of) {
    std::vector<std::uint32_t> column;
    column.reserve(order.size());
    for (const std::uint32_t i : order) column.push_back(static_cast<std::uint32_t>(value_of(moves[i])));
    return packed(column);
  };
  Json& events = run["events"];
  std::vector<std::uint32_t> counts(ends.size() / 3);
  for (const Move& move : moves) ++counts[link_of(move.event.packet)];
  events["counts"] = packed(counts);
  events["first"] =
      column([&](const Move& move) { return move.event.first - std::min(move.event.first, range_.first); });
  events["packet"] =
      column([&](const Move& move) { return move.packet == ~std::uint32_t{0} ? packets_.size() : move.packet; });
  if (has_frames) {
    events["cycles"] = column([](const Move& move) { return move.event.last - move.event.first + 1; });
    events["fate"] = column([](const Move& move) { return move.fate; });
    events["frame"] = column([](const Move& move) { return move.event.frame; });
    // Cycles from the last one on the wires to the one in which it came; 0: it did not.
    events["come"] = column([](const Move& move) { return move.come == 0 ? 0 : move.come - move.event.last + 1; });
  }
  if (head.value("combined", false)) {
    // Whether the sender has contributed, and the neighbours from which the rest has come.
    events["own"] = column([](const Move& move) { return move.operands.starts_with("own") ? 1 : 0; });
    std::vector<std::uint32_t> operand_counts;
    std::vector<std::uint32_t> senders;
    for (const std::uint32_t i : order) {
      operand_counts.push_back(0);
      std::istringstream words(moves[i].operands);
      for (std::string word; std::getline(words, word, '+');) {
        if (word == "own") continue;
        ++operand_counts.back();
        senders.push_back(static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 10)));
      }
    }
    events["operand_counts"] = packed(operand_counts);
    events["operands"] = packed(senders);
  }

  std::vector<std::uint32_t> fields[4];
  for (std::vector<std::uint32_t>& field : fields) field.resize(packets_.size());
  for (const auto& [packet, number] : packets_) {
    std::tie(fields[0][number], fields[1][number], fields[2][number], fields[3][number]) = packet;
  }
  const char* const names[] = {"src", "dst", "tree", "seq"};
  for (unsigned i = 0; i < 4; ++i) run["packets"][names[i]] = packed(fields[i]);

  Json& happens = run["happens"] = Json::array();
  for (const WireEvent& event : happens_) {
    const bool shown = event.kind == WireEventKind::kTimeOut || event.kind >= WireEventKind::kDropped;
    if (!shown) continue;
    happens.push_back({name_of(event.kind), link_of(event.packet), event.first - std::min(event.first, range_.first),
                       event.last - std::min(event.last, range_.first), event.packet.sequence});
  }
  return run;
}

}  // namespace testbench
