// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/playback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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
  const bool has_frames = !carried_.empty();
  if (has_frames) settle_frames();
  const std::vector<Move>& moves = has_frames ? carried_ : sent_;

  LinkNumbers numbers;
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
  std::vector<std::uint32_t> place_of(moves.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) place_of[order[place]] = place;
  if (head.value("combined", false)) add_operands(events, place_of, numbers, head);

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

// For each move, in the order of the page, the moves whose packets are combined in it.
void Playback::add_operands(Json& events, const std::vector<std::uint32_t>& place_of, const LinkNumbers& links,
                            const Json& head) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> link_between;
  for (const Json& link : head.at("links")) {
    const auto from = link.at(0).get<std::uint32_t>();
    link_between[{from, link.at(2).get<std::uint32_t>()}] = links.at({from, link.at(1).get<std::uint32_t>()});
  }
  // The last move of a packet over a link: link, seq, dst, src.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint32_t>, std::uint32_t> last;
  const std::vector<Move>& moves = carried_.empty() ? sent_ : carried_;
  std::vector<std::vector<std::uint32_t>> operands(moves.size());
  std::vector<std::uint32_t> own(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const LinkEvent& at = moves[i].event.packet;
    if (moves[i].packet == ~std::uint32_t{0}) continue;
    for (std::size_t from = 0; from < moves[i].operands.size();) {
      const std::size_t end = std::min(moves[i].operands.find('+', from), moves[i].operands.size());
      const std::string word = moves[i].operands.substr(from, end - from);
      from = end + 1;
      if (word == "own") {
        own[place_of[i]] = 1;
        continue;
      }
      const auto neighbour = static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 10));
      const auto link = link_between.find({neighbour, at.node});
      if (link == link_between.end()) continue;
      const bool is_own = at.source == at.node;
      auto found = last.end();
      if (is_own && at.destination == kAllNodes) {  // the owner of an item sends its result
        found = last.find({link->second, at.sequence, static_cast<std::int32_t>(at.source), neighbour});
      }
      if (found == last.end()) {
        found = last.find({link->second, at.sequence, at.destination, is_own ? neighbour : at.source});
      }
      if (found != last.end()) operands[place_of[i]].push_back(place_of[found->second]);
    }
    const bool comes = moves[i].come != 0 || carried_.empty();
    if (comes)
      last[{links.at({at.node, at.port}), at.sequence, at.destination, at.source}] = static_cast<std::uint32_t>(i);
  }
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> all;
  for (const std::vector<std::uint32_t>& each : operands) {
    counts.push_back(static_cast<std::uint32_t>(each.size()));
    all.insert(all.end(), each.begin(), each.end());
  }
  events["own"] = packed(own);
  events["operand_counts"] = packed(counts);
  events["operands"] = packed(all);
}

}  // namespace testbench
