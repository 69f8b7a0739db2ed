// Down a spanning tree of firmware/trees, to all: a packet goes to the children of the node.
//
//     struct Sbt : TreeRule<trees::Sbt> {
//       static constexpr const char* kName = "sbt";
//     };
#pragma once

#include <array>

#include "firmware/networks/cube.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

template <class Tree>
struct TreeRule {
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  static constexpr Decision route(const network::Cube& cube, const Arrival& at) {
    return {Tree::children(cube.dimension(), at.relative), true};
  }
  // In hardware: in small cubes a constant table is less logic than the formula.
  template <unsigned Dimension>
  static constexpr Decision route(const network::FixedCube<Dimension>& cube, const Arrival& at) {
    if constexpr (Dimension <= kMaxTableDimension) {
      constexpr auto kTable = table_of<Dimension>();
      return {Ports(kTable[at.relative.number()]), true};
    } else {
      return route(static_cast<const network::Cube&>(cube), at);
    }
  }

 private:
  static constexpr unsigned kMaxTableDimension = 6;

  // The children of every relative address.
  template <unsigned Dimension>
  static constexpr std::array<std::uint8_t, std::size_t{1} << Dimension> table_of() {
    std::array<std::uint8_t, std::size_t{1} << Dimension> table{};
    for (const Address c : network::addresses(cube::nodes(Dimension))) {
      table[c.number()] = static_cast<std::uint8_t>(Tree::children(Dimension, c).mask());
    }
    return table;
  }
};

}  // namespace rules
