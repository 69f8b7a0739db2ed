// The rule unit of one in-port: which output ports a packet takes from here, and whether it is for this node.
//
// Combinational: (own address, header) -> (mask of output ports, deliver). The spanning graphs are those of
// firmware/trees; this file only relates them to addresses: relative to the source for a packet to all nodes, to the
// destination for a packet to one, rotated right by the tree and the answer rotated left again.
//
// Worked case, d = 3, nESBT from source 0, node 0b011, tree 1: relative address 0b011, rotated right by 1 0b101, an
// inner node of tree 0 whose children are through ports {0} (a leaf; no port lies above bit 2); rotated left: port 1.
#pragma once

#include <array>

#include "firmware/cube/address.hpp"
#include "firmware/cube/gray.hpp"
#include "firmware/trees/brg_path.hpp"
#include "firmware/trees/nesbt.hpp"
#include "firmware/trees/sbnt.hpp"
#include "firmware/trees/sbt.hpp"
#include "hls/router/packet.hpp"

namespace router {

template <class Config>
struct Route {
  hls::Bits<Config::kDimension> ports;
  hls::Bit deliver;
};

template <class Config>
class RuleUnit {
 public:
  static constexpr unsigned d = Config::kDimension;
  using Address = hls::Bits<d>;

  // Where the children of this node stand in the table of the table rule: its address in tree 0 of the source.
  static constexpr std::uint32_t table_index(Address me, const Header<Config>& header) {
    return cube::rotate_right(d, me ^ header.source, header.tree);
  }

  // `table_children`: the table's word at table_index; used by the table rule only.
  HLS_MODULE static constexpr Route<Config> route(Address me, const Header<Config>& header, Address table_children) {
    const std::uint32_t rule = header.rule;
    if ((Config::kRules >> rule & 1u) == 0) return Route<Config>{};  // not in the hardware: the driver does not load it
    const std::uint32_t tree = header.tree;
    const std::uint32_t to_go = cube::rotate_right(d, me ^ header.destination, tree);
    const std::uint32_t relative = cube::rotate_right(d, me ^ header.source, tree);
    // A packet to all nodes never comes back to its source, so that it is for every node that it reaches.
    bool deliver = true;
    std::uint32_t ports = 0;  // in tree 0
    switch (static_cast<node::Rule>(rule)) {
      case node::Rule::kEcube:
        if constexpr (Config::has(node::Rule::kEcube)) ports = cube::highest_set_bit(to_go);
        deliver = to_go == 0;
        break;
      case node::Rule::kAscending:
        if constexpr (Config::has(node::Rule::kAscending)) ports = cube::lowest_set_bit(to_go);
        deliver = to_go == 0;
        break;
      case node::Rule::kSbt:
        if constexpr (Config::has(node::Rule::kSbt)) ports = children<trees::Sbt>(relative);
        break;
      case node::Rule::kNesbt:
        if constexpr (Config::has(node::Rule::kNesbt)) ports = children<trees::Ersbt>(relative);
        break;
      case node::Rule::kSbnt:
        if constexpr (Config::has(node::Rule::kSbnt)) ports = children<trees::Sbnt>(relative);
        break;
      case node::Rule::kGray:
        if constexpr (Config::has(node::Rule::kGray)) ports = children<trees::BrgPath>(relative);
        break;
      case node::Rule::kRing:
        if constexpr (Config::has(node::Rule::kRing)) return {around_ring(me, header.source), hls::Bit(1)};
        break;
      case node::Rule::kTable:
        if constexpr (Config::has(node::Rule::kTable)) ports = table_children;
        break;
    }
    return {Address(cube::rotate_left(d, ports, tree)), hls::Bit(deliver)};
  }

 private:
  // The children of every relative address in tree 0: in small cubes a constant table is less logic than the formula.
  static constexpr unsigned kMaxTableDimension = 6;

  template <class Tree>
  static constexpr std::array<std::uint8_t, std::size_t{1} << d> table_of() {
    std::array<std::uint8_t, std::size_t{1} << d> table{};
    for (cube::Address c = 0; c < table.size(); ++c) table[c] = static_cast<std::uint8_t>(Tree::children(d, c));
    return table;
  }
  template <class Tree>
  static constexpr std::uint32_t children(cube::Address relative) {
    if constexpr (d <= kMaxTableDimension) {
      constexpr auto kTable = table_of<Tree>();
      return kTable[relative];
    } else {
      return Tree::children(d, relative);
    }
  }
  // On along the Hamiltonian cycle, unless the next node is the source.
  static constexpr Address around_ring(std::uint32_t me, std::uint32_t source) {
    const std::uint32_t next = cube::gray_cycle_successor(d, me);
    return Address((me ^ next) == source ? 0 : next);
  }
};

}  // namespace router
