// Cayley graphs: the nodes are the elements of a group, node 0 its identity, and the port of a
// generator g leads from node v to v g. (Dimakopoulos and Dimopoulos, Optimal Total Exchange in
// Cayley Graphs, section 2.)
//
// A group with its generators says
//
//     product(a, b), inverse(a)               its group
//     generator(port)                         the element behind a port of node 0; the inverse of each is one too
//
// and the Cayley network has all else from that. The mappings of the paper's equation (1), which
// keep links, ports and distances, are
//
//     absolute(x, v) = v x                    what node v sees as x
//     relative(y, v) = v^-1 y                 node y as node v sees it
//
// so that every node's programs can be said relative to itself.
//
//     namespace groups { class Ring { ... product, inverse, generator, nodes, ports, symbols ... }; }
//     using Ring = CayleyNetwork<groups::Ring>;
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

template <class Group>
class CayleyNetwork : public Group {
 public:
  using Group::Group;
  constexpr explicit CayleyNetwork(const Group& group) : Group(group) {}

  static constexpr bool is_cayley() { return true; }

  constexpr Address neighbour(Address node, unsigned port) const { return this->product(node, this->generator(port)); }
  // The port of the inverse generator, at every node.
  constexpr unsigned arrival_port(Address, unsigned port) const {
    const Address back = this->inverse(this->generator(port));
    unsigned arrival = 0;
    while (this->generator(arrival) != back) ++arrival;
    return arrival;
  }

  constexpr Address relative(Address node, Address origin) const { return this->product(this->inverse(origin), node); }
  constexpr Address absolute(Address seen, Address origin) const { return this->product(origin, seen); }
};

}  // namespace network
