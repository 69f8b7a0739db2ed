// SPDX-License-Identifier: Apache-2.0
// Pictures of a run without a browser: links by cycles as SVG, and a small network as text, cycle by cycle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/tool/report/trace_file.hpp"

namespace testbench {

class Diagram {
 public:
  static constexpr std::size_t kMostMoves = 20'000;
  static constexpr std::uint32_t kMostNodes = 32;  // of text

  // `option`: for messages. Throws FileError beyond kMostMoves.
  explicit Diagram(std::string option) : option_(std::move(option)) {}

  // Rows in their order. Others than those of packets on links are passed over.
  void add(const TraceRow& row);
  // Links by cycles: a row for each link, by port where the network is a cube, a cell for each packet in the colour of its
  // tree, or of its port. The lower bound is a broken line.
  std::string svg(const Json& head) const;
  // The network in each cycle, with a letter for each packet's source and an arrow for its way.
  std::string text(const Json& head) const;

 private:
  // On the wires where there is a link layer, else those that routers send.
  const std::vector<WireEvent>& moves() const { return carried_.empty() ? sent_ : carried_; }

  std::string option_;
  std::vector<WireEvent> sent_;
  std::vector<WireEvent> carried_;
};

}  // namespace testbench
