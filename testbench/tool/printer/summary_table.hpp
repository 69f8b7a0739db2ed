// SPDX-License-Identifier: Apache-2.0
// The table of a whole measurement: for each collective, port model and M the fewest cycles at each size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/tool/printer/columns.hpp"

namespace testbench {

// A column is a dimension, or the nodes of a network, or one of several networks. A cell has the fewest cycles of
// the algorithms that were run and verified, and the lower bound in brackets where it is less. The row's algorithm
// takes them at most sizes; where another one alone does, the cell names it.
//
//     SummaryTable table({});
//     table.add(row);  // of each run
//     say(table.text(planned));
class SummaryTable {
 public:
  // `networks`: the columns, if there are several; else empty.
  explicit SummaryTable(std::vector<std::string> networks) : networks_(std::move(networks)) {}
  void add(const Json& row);
  // Table and verdict: "429 runs, every byte right, 371 at their bound", or "12 of 429 runs, ..".
  // `planned`: the runs of the measurement.
  std::string text(std::uint64_t planned) const;

 private:
  struct Cell {
    std::uint64_t size;  // d, or nodes, or the network's place among several
    std::string algorithm;
    std::uint64_t cycles;
    std::uint64_t bound;
  };
  struct Row {
    std::string collective;
    std::string ports;
    std::uint32_t packets;
    std::vector<Cell> runs;
  };

  std::vector<std::string> cells_of(const Row& row) const;
  std::string verdict(std::uint64_t planned) const;

  using Key = std::tuple<std::string, std::string, std::uint32_t>;  // collective, ports, M

  std::vector<Row> rows_;  // in the order of the runs
  std::map<Key, std::size_t> row_of_;
  std::vector<std::uint64_t> sizes_;    // ascending
  std::vector<std::uint32_t> amounts_;  // different M
  std::vector<std::string> networks_;
  bool counts_nodes_ = false;
  std::uint64_t runs_ = 0;
  std::uint64_t not_run_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t at_bound_ = 0;
};

}  // namespace testbench
