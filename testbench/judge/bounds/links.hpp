// SPDX-License-Identifier: Apache-2.0
// Searches over the links of a network, for its bounds: the whole network, whose links lead both
// ways, or the links that are left where some never work.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/ground/host/breadth_first.hpp"
#include "testbench/judge/checker/edge_table.hpp"

namespace testbench {

// Packets that have to cross a cut, and the number that can cross it in one cycle.
struct Crossing {
  std::uint64_t amount = 0;
  std::uint64_t capacity = 1;

  // The one that takes longer.
  void keep_longer(const Crossing& other) {
    if (other.amount * capacity > amount * other.capacity) *this = other;
  }
  // Cycles, at least, of so many times as much.
  std::uint64_t cycles(std::uint64_t times) const;
};

// The way that packets go: from a root, or to it.
enum class Way { kOut, kIn };
constexpr Way turned(Way way) {
  return way == Way::kOut ? Way::kIn : Way::kOut;
}

// Packets between a root and the nodes k or more links away, by k: the last of them crosses a cut
// nearer to the root k - 1 cycles before it can arrive, or k - 1 cycles after it can have left. The
// cut with the fewest links counts; each lies between the nodes j and j + 1 links away.
struct Levels {
  std::vector<Crossing> blocks;   // a packet for each of these nodes
  std::vector<Crossing> vectors;  // a packet for all of them

  void keep_longer(const Levels& other);
};

class Links {
 public:
  // `is_whole`: to each link there is one the other way. The table must outlive this.
  Links(const EdgeTable& edges, bool is_whole);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(edges_.nodes()); }
  // The first nodes, which send and receive.
  std::uint32_t ends() const { return static_cast<std::uint32_t>(edges_.ends()); }
  std::uint64_t count() const;
  // Returns the links through which packets that go this way leave a root, or come to it. At any other
  // node they come and leave by those of the turned way.
  std::uint64_t at(std::uint32_t node, Way way) const;
  BreadthFirst search(std::uint32_t root, Way way) const;  // from the root, or back to it
  // These count nodes that send and receive, no switches.
  std::uint32_t farthest(const BreadthFirst& search) const;
  Levels levels(const BreadthFirst& search, Way way) const;

 private:
  template <class Visit>
  void each_behind(std::uint32_t node, Way way, Visit visit) const {
    if (way == Way::kIn && !is_whole_) {
      for (const std::uint32_t sender : senders_[node]) visit(sender);
      return;
    }
    const NodeTable::Row receivers = edges_.receivers_of(node);
    for (unsigned port = 0; port < edges_.ports(); ++port) {
      if (receivers[port] != node) visit(receivers[port]);
    }
  }

  const EdgeTable& edges_;
  bool is_whole_;
  std::vector<std::vector<std::uint32_t>> senders_;  // by receiver; empty for a whole network
};

}  // namespace testbench
