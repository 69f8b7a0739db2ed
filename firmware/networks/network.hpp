// SPDX-License-Identifier: Apache-2.0
// A network: nodes, ports, and the links between them. This file says what every network offers,
// and makes networks of groups (CayleyNetwork) and of other networks (Product). Members, all
// constexpr:
//
//     nodes(), ports()           its size: addresses are 0 .. nodes() - 1, ports 0 .. ports() - 1
//     neighbour(node, port)      the node behind a port
//     arrival_port(node, port)   the port through which a packet arrives there; the way back
//     symbols(node)              the numbers that name the node (coordinates, a permutation)
//     is_cayley()                whether the nodes are a group, and the ports generators of it
//
// and some of
//
//     ends()                     the nodes that send and receive, which come first in the addresses; the
//                                others are switches, without a processor and a memory. Without it
//                                there are none
//     bisection()                the least number of links between two halves of the nodes; 0 where
//                                the theorem does not cover the parameters
//     hamiltonian_path(visit)    calls visit(node) for every node once, from node 0 on, each a
//                                neighbour of the one before. Where a Hamiltonian cycle is known,
//                                the last is a neighbour of the first (three nodes or more)
//     extents()                  the nodes of each factor, of a cartesian product of networks of its
//                                own kind; the constructor takes them. The last runs fastest in the
//                                address
//
// Routers ask more of a network in hardware: cube.hpp.
//
// At most one link joins two nodes, and no link leads from a node to itself. A port with nothing
// behind it (the border of a mesh) has its own node as its neighbour, and itself as its arrival
// port.
//
// A constructor expects parameters within the network's limits; testbench/plans/networks checks them.
#pragma once

#include "firmware/networks/address.hpp"

namespace network {

// The most nodes that a network can have: those of the largest cube.
inline constexpr std::uint32_t kMaxNodes = 65536;

// The most nodes of a Cayley network of which one node is simulated for all. Some networks have a
// greatest parameter for these, kMostSymmetric, beside that of kLimits.
inline constexpr std::uint32_t kMaxSymmetricNodes = std::uint32_t{1} << 22;

// The least and the greatest value of a network's parameter.
struct Limits {
  std::uint32_t least;
  std::uint32_t most;
};

// A few small numbers: extents, coordinates, a permutation.
class Symbols {
 public:
  static constexpr unsigned kMost = 16;  // 2^16 nodes have that many coordinates

  constexpr unsigned size() const { return size_; }
  constexpr void add(std::uint32_t value) { values_[size_++] = value; }
  constexpr std::uint32_t& operator[](unsigned i) { return values_[i]; }
  constexpr std::uint32_t operator[](unsigned i) const { return values_[i]; }
  constexpr const std::uint32_t* begin() const { return values_; }
  constexpr const std::uint32_t* end() const { return values_ + size_; }

 private:
  std::uint32_t values_[kMost] = {};
  unsigned size_ = 0;
};

// A Cayley graph: the nodes are the elements of a group, node 0 is its identity, and the port of a
// generator g leads from node v to v g (Dimakopoulos and Dimopoulos, Optimal Total Exchange in
// Cayley Graphs, section 2). The group offers
//
//     product(a, b), inverse(a)   of elements
//     generator(port)             the element behind a port of node 0; its inverse is a generator too
//     element_of(address), address_of(element)
//
// and nodes(), ports() and symbols(). Elements are in a form that is quick to multiply; where this is
// the address, the group is one of AddressElements. The mappings of the paper's equation (1) keep links, ports
// and distances,
//
//     absolute(x, v) = v x        the node that node v sees as x
//     relative(y, v) = v^-1 y     node y as node v sees it
//
// so that a program relative to its own node serves every node.
//
//     namespace groups { class Ring : public AddressElements { ... product, inverse, generator ... }; }
//     using Ring = CayleyNetwork<groups::Ring>;
//
namespace groups {

struct AddressElements {
  static constexpr Address element_of(Address node) { return node; }
  static constexpr Address address_of(Address element) { return element; }
};

}  // namespace groups

// \tparam Group  the group with its generators
template <class Group>
class CayleyNetwork : public Group {
 public:
  using Group::Group;
  constexpr explicit CayleyNetwork(const Group& group) : Group(group) {}

  static constexpr bool is_cayley() { return true; }

  constexpr Address neighbour(Address node, unsigned port) const {
    return this->address_of(this->product(this->element_of(node), this->generator(port)));
  }
  // Calls visit(neighbour) for every port in turn: quicker than one after the other.
  template <class Visit>
  constexpr void each_neighbour(Address node, Visit visit) const {
    const auto element = this->element_of(node);
    for (unsigned port = 0; port < this->ports(); ++port) {
      visit(this->address_of(this->product(element, this->generator(port))));
    }
  }
  // The port of the inverse generator, at every node.
  constexpr unsigned arrival_port(Address, unsigned port) const {
    const Address back = this->address_of(this->inverse(this->generator(port)));
    unsigned arrival = 0;
    while (this->address_of(this->generator(arrival)) != back) ++arrival;
    return arrival;
  }

  constexpr Address relative(Address node, Address origin) const {
    return this->address_of(this->product(this->inverse(this->element_of(origin)), this->element_of(node)));
  }
  constexpr Address absolute(Address seen, Address origin) const {
    return this->address_of(this->product(this->element_of(origin), this->element_of(seen)));
  }
};

// The cartesian product of two networks: a node is a node a of the first and a node b of the
// second, and a link changes one of them along a link of its network. The address is a n + b where
// the second has n nodes. The ports of the first come first. A Cayley graph if both are.
// \tparam First, Second  networks
template <class First, class Second>
class Product {
 public:
  constexpr Product(const First& first, const Second& second) : first_(first), second_(second) {}

  constexpr bool is_cayley() const { return first_.is_cayley() && second_.is_cayley(); }
  constexpr std::uint32_t nodes() const { return first_.nodes() * second_.nodes(); }
  constexpr unsigned ports() const { return first_.ports() + second_.ports(); }

  constexpr const First& first() const { return first_; }
  constexpr const Second& second() const { return second_; }
  constexpr Address in_first(Address node) const { return Address(node.number() / second_.nodes()); }
  constexpr Address in_second(Address node) const { return Address(node.number() % second_.nodes()); }

  constexpr Address neighbour(Address node, unsigned port) const {
    if (port < first_.ports()) return node_of(first_.neighbour(in_first(node), port), in_second(node));
    return node_of(in_first(node), second_.neighbour(in_second(node), port - first_.ports()));
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    if (port < first_.ports()) return first_.arrival_port(in_first(node), port);
    return first_.ports() + second_.arrival_port(in_second(node), port - first_.ports());
  }

  constexpr Address relative(Address node, Address origin) const {
    return node_of(first_.relative(in_first(node), in_first(origin)),
                   second_.relative(in_second(node), in_second(origin)));
  }
  constexpr Address absolute(Address seen, Address origin) const {
    return node_of(first_.absolute(in_first(seen), in_first(origin)),
                   second_.absolute(in_second(seen), in_second(origin)));
  }

 private:
  constexpr Address node_of(Address a, Address b) const { return Address(a.number() * second_.nodes() + b.number()); }

  First first_;
  Second second_;
};

// Any network, as nodes see it that are routed by tables (firmware/rules/labelled_rules.hpp): they
// know addresses, their labels, and nothing of the links. A node has the same label for all of
// them. `Trees`: of one root, up which packets climb side by side. `TreeNumbers`: of trees in headers, where they are
// more.
template <std::uint32_t Nodes, unsigned PortsOfANode, unsigned AddressWidth, unsigned Trees = 1,
          unsigned TreeNumbers = Trees>
struct Labelled {
  static constexpr std::uint32_t kNodes = Nodes;
  static constexpr unsigned kPorts = PortsOfANode;
  static constexpr unsigned kAddressWidth = AddressWidth;
  static constexpr unsigned kTrees = TreeNumbers;
  static constexpr unsigned kEjectors = Trees;

  static constexpr Address relative(Address node, Address) { return node; }
  static constexpr Address absolute(Address seen, Address) { return seen; }
  static constexpr Address to_tree_0(Address seen, unsigned) { return seen; }
  static constexpr Ports from_tree_0(Ports ports, unsigned) { return ports; }
};

}  // namespace network
