// How a packet finds its way: a rule says, wherever a packet has arrived, through which ports it
// goes on from there, and whether it is for this node. The same function is the hardware's
// (hls/router/rule_unit.hpp) and the host's.
//
// A rule is a struct, in a file of its own, and an entry in its network's list (cube_rules.hpp),
// whose place is its number in packet headers and registers:
//
//     struct Ecube {
//       static constexpr const char* kName = "ecube";
//       static constexpr Cast kCast = Cast::kOne;  // to one node, or to all
//       static constexpr bool kTurned = true;      // its ports are those of tree 0, and turned by the packet's tree
//       static constexpr bool kStored = false;     // it reads a word that the firmware has stored in the node
//       template <class Network>
//       static constexpr Decision route(const Network& network, const Arrival& at);
//     };
//
// A stored rule reads a word of a memory that every node has, of one set of ports for every
// address, and that the firmware loads for the rule that it uses. It is asked twice: for the
// address of the word, `static constexpr Address place(const Arrival& at)`, and then, with the
// word, for the way, `route(network, at, word)`.
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/ports.hpp"

namespace rules {

using network::Address;
using network::Ports;

enum class Cast {
  kOne,  // to one node: the header's destination
  kAll,  // to all nodes: the destination is not used; the packet is for every node that it reaches
};

// Where a packet has arrived. What is turned is what tree 0 would see: rotated back by the packet's
// tree.
struct Arrival {
  Address me;        // this node
  Address source;    // whose packet it is
  Address relative;  // this node as the source sees it, turned
  Address to_go;     // the destination as this node sees it, turned
  Address destination;
  std::uint32_t tree = 0;
};

struct Decision {
  Ports ports;
  bool deliver = false;
};

}  // namespace rules
