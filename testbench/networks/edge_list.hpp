// A network as a list of its edges. The ports of a node are numbered in the order of the list; a
// node of fewer links than others has nothing behind its last ports. Whether it is a Cayley graph
// is not known.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"

namespace testbench {

using network::Address;

class EdgeList {
 public:
  explicit EdgeList(std::uint32_t nodes) : links_(nodes) {}

  // Two nodes that have no link yet.
  void add(Address a, Address b);
  bool linked(Address a, Address b) const;
  unsigned degree(Address node) const { return static_cast<unsigned>(links_[node.number()].size()); }

  static constexpr bool is_cayley() { return false; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(links_.size()); }
  unsigned ports() const { return ports_; }
  Address neighbour(Address node, unsigned port) const {
    return port < degree(node) ? links_[node.number()][port].neighbour : node;
  }
  unsigned arrival_port(Address node, unsigned port) const {
    return port < degree(node) ? links_[node.number()][port].arrival_port : port;
  }
  static std::string name(Address node) { return std::to_string(node.number()); }

 private:
  struct Link {
    Address neighbour;
    unsigned arrival_port;
  };
  std::vector<std::vector<Link>> links_;  // by node and port
  unsigned ports_ = 0;                    // the most of a node
};

}  // namespace testbench
