// SPDX-License-Identifier: Apache-2.0
// Boxes of coordinates: addresses as mixed-radix numbers, and Hamiltonian paths and cycles through
// all places of a box for every network that has the links of a mesh or of a torus among its own.
//
//     constexpr MixedRadix box(extents);   // 4 x 6: node 8 is (1, 2)
//     snake(extents, i)                    // the coordinates of place i of the snake
//     visit_mesh(extents, visit)           // visit(coordinates) all along a path; a cycle where two or more extents have
//                                          // an even one among them (all odd: none exists, a mesh has two colours)
//     visit_torus(extents, visit)          // all along a cycle, of three nodes or more; it needs links around the first
//                                          // extent alone
//
// A snake runs through all places of a box, to and fro: of 2 x 3 (0,0) (0,1) (0,2) (1,2) (1,1)
// (1,0). A comb makes a cycle of `rows` by `columns` places: out along row 0 from column 1, back
// along row 1 and so on, and home through column 0.
//
//     0 1 2 3      With an even number of rows the way home begins beside column 1. With an odd number it
//     7 6 5 4      begins at the far end of the last row, which needs a link around the rows.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

// The coordinates of nodes; the last runs fastest, as the last digit of a number does.
class MixedRadix {
 public:
  static constexpr std::uint32_t kLeastExtent = 2;

  constexpr explicit MixedRadix(const Symbols& extents) : extents_(extents) {}

  constexpr const Symbols& extents() const { return extents_; }
  constexpr std::uint32_t nodes() const {
    std::uint32_t count = 1;
    for (const std::uint32_t extent : extents_) count *= extent;
    return count;
  }
  constexpr Symbols coordinates(Address node) const {
    Symbols result = extents_;
    std::uint32_t rest = node.number();
    for (unsigned i = extents_.size(); i > 0; --i) {
      result[i - 1] = rest % extents_[i - 1];
      rest /= extents_[i - 1];
    }
    return result;
  }
  constexpr Address node_at(const Symbols& coordinates) const {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < extents_.size(); ++i) number = number * extents_[i] + coordinates[i];
    return Address(number);
  }
  constexpr std::uint32_t largest_extent() const {
    std::uint32_t largest = 0;
    for (const std::uint32_t extent : extents_) largest = extent > largest ? extent : largest;
    return largest;
  }

 private:
  Symbols extents_;
};

struct CombPlace {
  std::uint32_t row;
  std::uint32_t column;
};

// Place i, from 0 to rows * columns - 1, of the comb; place 0 is row 0 of column 0. Two columns or
// more.
constexpr CombPlace comb_place(std::uint32_t rows, std::uint32_t columns, std::uint32_t i) {
  if (i == 0) return {0, 0};
  const std::uint32_t length = columns - 1;  // places of a row beside the way home
  const std::uint32_t row = (i - 1) / length;
  if (row >= rows) return {rows * columns - i, 0};
  const std::uint32_t along = (i - 1) % length;
  return {row, row % 2 == 0 ? 1 + along : length - along};
}

// The last coordinate runs fastest; each coordinate reverses when one before it takes a step.
constexpr Symbols snake(const Symbols& extents, std::uint32_t i) {
  Symbols place = extents;
  for (unsigned dimension = extents.size(); dimension > 0; --dimension) {
    const std::uint32_t extent = extents[dimension - 1];
    const std::uint32_t coordinate = i % extent;
    i /= extent;
    place[dimension - 1] = i % 2 == 0 ? coordinate : extent - 1 - coordinate;
  }
  return place;
}

namespace boxes {

constexpr std::uint32_t places(const Symbols& extents) {
  std::uint32_t count = 1;
  for (const std::uint32_t extent : extents) count *= extent;
  return count;
}
constexpr Symbols without(const Symbols& symbols, unsigned dimension) {
  Symbols rest;
  for (unsigned i = 0; i < symbols.size(); ++i) {
    if (i != dimension) rest.add(symbols[i]);
  }
  return rest;
}
constexpr Symbols with(const Symbols& rest, unsigned dimension, std::uint32_t value) {
  Symbols all;
  for (unsigned i = 0; i <= rest.size(); ++i) all.add(i == dimension ? value : rest[i < dimension ? i : i - 1]);
  return all;
}

}  // namespace boxes

template <class Visit>
constexpr void visit_torus(const Symbols& extents, Visit visit) {
  const Symbols others = boxes::without(extents, 0);
  const std::uint32_t rows = boxes::places(others);
  for (std::uint32_t i = 0; i < rows * extents[0]; ++i) {
    const CombPlace place = comb_place(rows, extents[0], i);
    visit(boxes::with(snake(others, place.row), 0, place.column));
  }
}

template <class Visit>
constexpr void visit_mesh(const Symbols& extents, Visit visit) {
  const std::uint32_t nodes = boxes::places(extents);
  unsigned even = 0;
  while (even < extents.size() && extents[even] % 2 != 0) ++even;
  if (even == extents.size() || extents.size() == 1) {
    for (std::uint32_t i = 0; i < nodes; ++i) visit(snake(extents, i));
    return;
  }
  const Symbols others = boxes::without(extents, even);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const CombPlace place = comb_place(extents[even], nodes / extents[even], i);
    visit(boxes::with(snake(others, place.column), even, place.row));
  }
}

}  // namespace network
