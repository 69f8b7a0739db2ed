// SPDX-License-Identifier: Apache-2.0
// A run as the page of a report plays it: its links, and what moved over each of them when.
//
//     Playback playback("--report x.html", {1, 500});
//     for (const TraceRow& row : rows) playback.add(row);
//     json["runs"].push_back(playback.finished(head));
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/tool/report/trace_file.hpp"

namespace testbench {

// Cycles that a report shows, both included.
struct CycleRange {
  std::uint64_t first = 1;
  std::uint64_t last = ~std::uint64_t{0};
};

// Numbers for a page: {"t": "B", "H" or "I", "d": base64}, as the narrowest little-endian type that holds all.
Json packed(std::span<const std::uint32_t> numbers);

class Playback {
 public:
  // More do not play well: a page of 10 MB, and 100 ms for each change of colours.
  static constexpr std::size_t kMostMoves = 1'000'000;
  static constexpr std::uint64_t kMostCycles = 10'000'000;

  // `label`: of the file, for messages.
  Playback(std::string label, CycleRange range) : label_(std::move(label)), range_(range) {}

  // Rows in their order. Throws FileError beyond kMostMoves.
  void add(const TraceRow& row);
  Json finished(const Json& head);

 private:
  // src, dst + 1, tree, seq
  using Packet = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  struct Move {
    WireEvent event;
    std::uint32_t packet;
    std::string operands;
    std::uint64_t come = 0;  // the cycle in which the other end had it; 0: never
    std::uint32_t fate = 0;  // Fate
  };
  enum Fate : std::uint32_t { kRepeatedFate = 1, kDamagedFate = 2, kLostFate = 4, kAnswerFate = 8 };

  std::uint32_t packet_of(const LinkEvent& event);
  void settle_frames();

  std::string label_;
  CycleRange range_;
  std::uint64_t end_ = 0;  // the last cycle of all
  std::vector<Move> sent_;
  std::vector<Move> carried_;       // by a link layer
  std::vector<WireEvent> happens_;  // all else
  std::map<Packet, std::uint32_t> packets_;
};

}  // namespace testbench
