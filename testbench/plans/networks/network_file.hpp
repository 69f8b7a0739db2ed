// SPDX-License-Identifier: Apache-2.0
// A network of the user's own, from a file. The first word says what the other lines are; # begins
// a comment.
//
//     generators          permutations of 0 .. m - 1, all of the same m, one a line: the Cayley graph of the group that
//     1 2 0               they generate; the inverse of each is one of them
//     2 0 1
//
//     edges               two nodes a line, which are numbered from 0; a link may stand once in each direction
//     0 1
//     1 2
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// A group that any permutations generate, for network::CayleyNetwork. Its elements are numbered
// breadth-first from the identity, as the generators reach them; port k belongs to generator k.
// (a b)(i) = a(b(i)).
class PermutationGroup : public network::groups::AddressElements {
 public:
  using Permutation = std::vector<std::uint8_t>;
  static constexpr unsigned kMaxSymbols = 256;

  // The generators permute equally many symbols; none is the identity, and the inverse of each is
  // among them. Nothing where the group has more elements than a network has nodes.
  static std::optional<PermutationGroup> of(const std::vector<Permutation>& generators);

  static Permutation inverse_of(const Permutation& permutation);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(elements_.size()); }
  unsigned ports() const { return static_cast<unsigned>(generators_.size()); }
  Address generator(unsigned port) const { return generators_[port]; }
  Address product(Address a, Address b) const;
  Address inverse(Address a) const;
  std::string name(Address node) const;

 private:
  // Finds the permutation, or makes it the next node.
  Address add(const Permutation& element);

  std::vector<Permutation> elements_;
  std::unordered_map<std::string, std::uint32_t> node_of_;  // by the bytes of the permutation
  std::vector<Address> generators_;
};

// A text file as lines of numbers, for messages that name the line.
struct FileLine {
  unsigned number;  // from 1
  std::vector<std::uint32_t> values;
};

struct NumberedFile {
  std::string label;    // for messages: "file:PATH"
  std::string heading;  // its first word
  unsigned last_line = 0;
  std::vector<FileLine> lines;  // the lines with numbers, behind the heading

  // Throws NetworkError "file:PATH, line 3: <reason>".
  [[noreturn]] void refuse(unsigned line, const std::string& reason) const;
};

// Throws NetworkError for a file that cannot be read, is larger than a network's can be, has
// another heading than one of these, or a word that is not a number.
NumberedFile read_numbered_file(const std::string& path, const std::vector<std::string>& headings);

// A network as a list of its edges. The ports of a node are numbered in the order of the list; a
// node of fewer links than others has nothing behind its last ports. Whether it is a Cayley graph
// is not known.
class EdgeList {
 public:
  explicit EdgeList(std::uint32_t nodes) : links_(nodes) {}

  // The nodes have no link yet.
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

/// \brief The network of a file; nothing for an empty path. Throws NetworkError "file:PATH, line 3:
/// ..." where the file has no connected network without loops, of 65,536 nodes and 31 ports at
/// most.
std::optional<Network> network_file(std::string_view path);

}  // namespace testbench
