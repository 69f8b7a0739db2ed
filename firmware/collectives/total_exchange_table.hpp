// The order in which a node sends its own packets in the optimal total exchange: the table of
// Bertsekas et al. 1991, section 4 (fig. 6), entry by entry and without the table.
//
// Column k (port k) has 2^k entries, each with highest bit k. It lists, with bit k set, the entries
// of the columns below k row by row, each row from left to right, and last 2^k itself. Row t has an
// entry in the columns c < k with 2^c > t: k - w(t) of them, w(t) being the width of the number t.
#pragma once

#include "firmware/cube/address.hpp"

namespace collectives {

// Bits needed to write t; 0 for 0.
constexpr unsigned number_width(std::uint32_t t) {
  return t == 0 ? 0 : bits::index(bits::highest(t)) + 1;
}

// Entries of the first `rows` rows in the columns below k: the sum of k - w(t) for t < rows.
constexpr std::uint32_t entries_above(unsigned k, std::uint32_t rows) {
  std::uint32_t entries = k * rows;
  for (unsigned width = 1; width <= k && cube::nodes(width - 1) < rows; ++width) {
    const std::uint32_t first = cube::nodes(width - 1);
    const std::uint32_t end = cube::nodes(width) < rows ? cube::nodes(width) : rows;
    entries -= width * (end - first);
  }
  return entries;
}

// Relative destination of entry `row` (0 .. 2^k - 1) in column k.
constexpr cube::Address total_exchange_entry(unsigned k, std::uint32_t row) {
  cube::Ports ones;
  for (;;) {
    ones.insert(k);
    if (row == cube::nodes(k) - 1) return cube::address_of(ones);
    // The entry of the smaller table that stands here: the last row that begins at or before it.
    std::uint32_t smaller_row = 0;
    for (std::uint32_t bit = cube::nodes(k); bit != 0; bit >>= 1) {
      if (entries_above(k, smaller_row + bit) <= row && smaller_row + bit < cube::nodes(k)) smaller_row += bit;
    }
    k = row - entries_above(k, smaller_row) + number_width(smaller_row);
    row = smaller_row;
  }
}

}  // namespace collectives
