// SPDX-License-Identifier: Apache-2.0
// A network of the user's own, from a file: permutations that generate a Cayley graph,
//
//     generators          permutations of 0 .. m - 1, all of the same m, one a line; # begins a comment.
//     1 2 0               The inverse of each is one of them
//     2 0 1
//
// or links, in one of the formats of graph_text.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"
#include "testbench/plans/formats/graph_text.hpp"
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

// The links of a file with their weights, and with the numbers that the network gives to nodes.
struct FileWeights {
  std::string label;  // "file:PATH"
  std::vector<FileLink> links = {};
  std::string unlike = {};  // the error of a network whose links must be alike; empty where they are
};

// A network as a list of its edges. The ports of a node are numbered in the order of the list; a
// node of fewer links than others has nothing behind its last ports. Whether it is a Cayley graph
// is not known. The last nodes can be switches.
class EdgeList {
 public:
  explicit EdgeList(std::uint32_t nodes, std::vector<std::string> names = {}, std::uint32_t first_number = 0,
                    std::uint32_t switches = 0)
      : links_(nodes), names_(std::move(names)), first_number_(first_number), switches_(switches) {}

  // The nodes have no link yet.
  void add(Address a, Address b);
  bool linked(Address a, Address b) const;
  void set_weights(FileWeights weights) { weights_ = std::make_shared<const FileWeights>(std::move(weights)); }
  unsigned degree(Address node) const { return static_cast<unsigned>(links_[node.number()].size()); }

  static constexpr bool is_cayley() { return false; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(links_.size()); }
  std::uint32_t ends() const { return nodes() - switches_; }
  unsigned ports() const { return ports_; }
  Address neighbour(Address node, unsigned port) const {
    return port < degree(node) ? links_[node.number()][port].neighbour : node;
  }
  unsigned arrival_port(Address node, unsigned port) const {
    return port < degree(node) ? links_[node.number()][port].arrival_port : port;
  }
  std::string name(Address node) const;
  std::shared_ptr<const FileWeights> weights() const { return weights_; }

 private:
  struct Link {
    Address neighbour;
    unsigned arrival_port;
  };
  std::vector<std::vector<Link>> links_;  // by node and port
  unsigned ports_ = 0;                    // the most of a node
  std::vector<std::string> names_;        // by node; empty: their numbers
  std::uint32_t first_number_;
  std::uint32_t switches_;  // the last nodes
  std::shared_ptr<const FileWeights> weights_;
};

/// \brief The network of a file; nothing for an empty path. Throws NetworkError "file:PATH, line 3:
/// ..." where the file has no connected network without loops, of 65,536 nodes and 31 ports at
/// most.
std::optional<Network> network_file(std::string_view path);
/// \brief The same for a file whose nodes are numbered from 1.
std::optional<Network> network_file_from_1(std::string_view path);

}  // namespace testbench
