// SPDX-License-Identifier: Apache-2.0
// Deals the rows of a sweep to the ranks of an mpirun, one after the other as ranks become free.
// Rank 0 deals, and measures rows too.
//
//     DealtRows rows(ranks, order);
//     options.interrupted = [&] { return rows.serve(), false; };  // now and then during a row
//     rows.measure([&](std::size_t run) { return line_of(run); }, // at the rank that has the row
//                  [&](std::size_t run, const std::string& line) { ... });  // at rank 0, as rows come
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/division.hpp"

namespace testbench {

class DealtRows {
 public:
  // `order`: the rows to measure, in the order in which they are dealt; the same at all ranks.
  DealtRows(Ranks& ranks, std::vector<std::size_t> order)
      : ranks_(ranks), order_(std::move(order)), working_(ranks.count() - 1) {}

  using Measure = std::function<std::string(std::size_t run)>;
  using Take = std::function<void(std::size_t run, const std::string& line)>;
  // Returns when all rows are measured, at rank 0 when they have come. `measure` and `take` may throw.
  void measure(const Measure& measure, const Take& take);

  // Rank 0 answers those that have become free.
  void serve();

 private:
  void answer(const Letter& letter);

  Ranks& ranks_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;  // place in the order
  unsigned working_;      // other ranks that have not been told that no row is left
  Take take_;
};

}  // namespace testbench
