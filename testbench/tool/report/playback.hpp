// SPDX-License-Identifier: Apache-2.0
// A run as pages play it and pictures draw it: its links, and what moved over each of them when.
//
//     Playback playback("--report x.html", {1, 500});
//     for (const TraceRow& row : rows) playback.add(row);
//     json["runs"].push_back(playback.finished(head));
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/tool/report/trace_file.hpp"

namespace testbench {

// Cycles that a report shows, both included.
struct CycleRange {
  std::uint64_t first = 1;
  std::uint64_t last = ~std::uint64_t{0};
};

class Playback {
 public:
  // More do not play well: a page of 15 MB, and 100 ms for each change of colours.
  static constexpr std::size_t kMostMoves = 1'000'000;
  static constexpr std::size_t kMostDrawn = 20'000;  // of a picture
  static constexpr std::uint64_t kMostCycles = 10'000'000;

  enum Fate : std::uint32_t { kRepeatedFate = 1, kDamagedFate = 2, kLostFate = 4, kAnswerFate = 8 };
  struct Move {
    std::uint64_t first;
    std::uint64_t last;
    std::uint32_t frame;
    std::uint32_t number;  // of the packet; kNoPacket: a frame without packets
    LinkEvent packet;
    std::string operands;
    std::uint32_t fate = 0;    // Fate
    std::uint64_t come = 0;    // the cycle in which the other end had it; 0: never
    std::uint64_t handed = 0;  // the cycle in which the link had it; 0: not known
  };

  // `label`: of the file, for messages.
  Playback(std::string label, CycleRange range, std::size_t most = kMostMoves)
      : label_(std::move(label)), range_(range), most_(most) {}

  // Rows in their order. Throws FileError beyond `most` packets on links.
  void add(const TraceRow& row);
  // Throws FileError for a part that the run has not, and for rows of links that the head does not list.
  Json finished(const Json& head);
  // By link; on the wires where there is a link layer, else those that routers send.
  std::vector<const Move*> moves() const;

 private:
  static constexpr std::uint32_t kNoPacket = ~std::uint32_t{0};
  // src, dst + 1, tree, seq
  using Packet = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  struct Link {
    std::vector<Move> sent;
    std::vector<Move> carried;  // by a link layer
    std::uint64_t wires = 0;    // cycles of its wires
  };
  const std::vector<Move>& moves_of(const Link& link) const { return carried_ != 0 ? link.carried : link.sent; }

  std::uint32_t packet_of(const LinkEvent& event);

  std::string label_;
  CycleRange range_;
  std::size_t most_;
  std::uint64_t end_ = 0;  // the last cycle of all
  std::size_t sent_ = 0;
  std::size_t carried_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Link> links_;  // by node and port
  std::vector<WireEvent> happens_;                                 // timeouts, dead and stopped links
  std::map<Packet, std::uint32_t> packets_;
};

// Pictures of a run without a browser, of a Playback of at most kMostDrawn packets on links. Links by cycles: a row for each
// link, by port where the network is a cube, a cell for each packet in the colour of its tree, or of its port. The lower
// bound is a broken line.
std::string svg_of(const Playback& playback, const Json& head);
// The network as text in each cycle, with an arrow for each packet's way.
inline constexpr std::uint32_t kMostTextNodes = 32;
std::string text_of(const Playback& playback, const Json& head);

}  // namespace testbench
