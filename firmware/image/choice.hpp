// SPDX-License-Identifier: Apache-2.0
// The algorithm of a call on the whole cube: that of the catalog for which the cycles of its packets in
// kUses calls, and those of working out its programs once (Row::work), are the fewest.
#pragma once

#include "firmware/collectives/catalog.hpp"

namespace image {

using collectives::Collective;
using collectives::Row;

class Choice {
 public:
  // Takes the algorithm from now on where it can; null: chooses. Returns false if there is none of that
  // name.
  bool prefer(Collective collective, const char* algorithm) {
    uint8_t& preferred = preferred_[unsigned(collective)];
    preferred = kNoChoice;
    for (uint8_t number = 1; algorithm != nullptr && number <= collectives::kCatalog.size(); ++number) {
      const Row& row = collectives::kCatalog[number - 1];
      if (!runs(row, collective) || !collectives::is_called(row, algorithm)) continue;
      preferred = number;
      break;
    }
    return algorithm == nullptr || preferred != kNoChoice;
  }
  // Differs for another choice.
  uint32_t key(Collective collective) const { return preferred_[unsigned(collective)]; }

  const Row& row_for(Collective collective, const network::Cube& cube, uint32_t packets) const {
    const uint32_t preferred = preferred_[unsigned(collective)];
    if (preferred != kNoChoice && fits(collectives::kCatalog[preferred - 1], collective, cube, packets)) {
      return collectives::kCatalog[preferred - 1];
    }
    const Row* rows[kMostRows];
    uint32_t count = 0;
    for (const Row& row : collectives::kCatalog) {
      if (count < kMostRows && is_candidate(row, collective, cube, packets)) rows[count++] = &row;
    }
    // Closed forms can take long to work out. So those with little work come first, and those with
    // more work than the best takes in all do not come at all.
    const Row* best = nullptr;
    uint64_t least = ~uint64_t{0};
    while (count != 0) {
      const Row** next = rows;
      for (const Row** row = rows; row != rows + count; ++row) {
        if ((*row)->work < (*next)->work) next = row;
      }
      const uint64_t work = uint64_t{(*next)->work} * cube.nodes();
      if (work >= least) break;
      const uint64_t cost = kUses * (*next)->cycles(cube.dimension(), packets, 1).value + work;
      if (cost < least) {
        least = cost;
        best = *next;
      }
      *next = rows[--count];
    }
    return *best;
  }

 private:
  static constexpr uint64_t kUses = 16;     // of a program, before it has to be worked out again
  static constexpr uint32_t kMostRows = 8;  // of a collective
  static constexpr uint32_t kNoChoice = 0;

  // A node is not half duplex.
  static bool runs(const Row& row, Collective collective) {
    return row.collective == collective && row.ports != collectives::PortModel::kHalf;
  }
  static bool fits(const Row& row, Collective collective, const network::Cube& cube, uint32_t packets) {
    return runs(row, collective) && !(row.by_blocks && packets % cube.nodes() != 0);
  }
  static bool is_candidate(const Row& row, Collective collective, const network::Cube& cube, uint32_t packets) {
    return row.cycles != nullptr && fits(row, collective, cube, packets);
  }

  uint8_t preferred_[std::size(collectives::kCollectives)] = {};  // by collective: number of a row, from 1
};

inline Choice& choice() {
  static Choice all;
  return all;
}

}  // namespace image
