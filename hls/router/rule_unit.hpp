// The rule unit of one in-port: which output ports a packet takes from here, and whether it is for this node.
//
// Combinational: (own address, header) -> (mask of output ports, deliver). The spanning graphs are those of
// firmware/trees; this file only relates them to addresses: relative to the source for a packet to all nodes, to the
// destination for a packet to one, rotated right by the tree and the answer rotated left again.
//
// Worked case, d = 3, nESBT from source 0, node 0b011, tree 1: relative address 0b011, rotated right by 1 0b101, an
// inner node of tree 0 whose children are through ports {0} (a leaf; no port lies above bit 2); rotated left: port 1.
#pragma once

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
  static constexpr Route<Config> route(Address me, const Header<Config>& header, Address table_children) {
    const std::uint32_t tree = header.tree;
    const std::uint32_t to_go = cube::rotate_right(d, me ^ header.destination, tree);
    const std::uint32_t relative = cube::rotate_right(d, me ^ header.source, tree);
    switch (static_cast<node::Rule>(static_cast<std::uint32_t>(header.rule))) {
      case node::Rule::kEcube:
        if constexpr (Config::has(node::Rule::kEcube)) return to_one(cube::highest_set_bit(to_go), tree);
        break;
      case node::Rule::kAscending:
        if constexpr (Config::has(node::Rule::kAscending)) return to_one(cube::lowest_set_bit(to_go), tree);
        break;
      case node::Rule::kSbt:
        if constexpr (Config::has(node::Rule::kSbt)) return to_all(trees::Sbt::children(d, relative), tree);
        break;
      case node::Rule::kNesbt:
        if constexpr (Config::has(node::Rule::kNesbt)) return to_all(trees::Ersbt::children(d, relative), tree);
        break;
      case node::Rule::kSbnt:
        if constexpr (Config::has(node::Rule::kSbnt)) return to_all(trees::Sbnt::children(d, relative), tree);
        break;
      case node::Rule::kGray:
        if constexpr (Config::has(node::Rule::kGray)) return to_all(trees::BrgPath::children(d, relative), tree);
        break;
      case node::Rule::kRing:
        if constexpr (Config::has(node::Rule::kRing)) return around_ring(me, header.source);
        break;
      case node::Rule::kTable:
        if constexpr (Config::has(node::Rule::kTable)) return to_all(table_children, tree);
        break;
    }
    return Route<Config>{};  // a rule that is not in the hardware: the driver refuses to load it
  }

 private:
  // No port left to correct: the packet has arrived.
  static constexpr Route<Config> to_one(std::uint32_t port, std::uint32_t tree) {
    return {Address(cube::rotate_left(d, port, tree)), hls::Bit(port == 0)};
  }
  // A packet to all nodes never comes back to its source, so that it is for every node that it reaches.
  static constexpr Route<Config> to_all(std::uint32_t children, std::uint32_t tree) {
    return {Address(cube::rotate_left(d, children, tree)), hls::Bit(1)};
  }
  // On along the Hamiltonian cycle, unless the next node is the source.
  static constexpr Route<Config> around_ring(std::uint32_t me, std::uint32_t source) {
    const std::uint32_t next = cube::gray_cycle_successor(d, me);
    return {Address((me ^ next) == source ? 0 : next), hls::Bit(1)};
  }
};

}  // namespace router
