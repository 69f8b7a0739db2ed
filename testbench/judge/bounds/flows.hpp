// SPDX-License-Identifier: Apache-2.0
// Flows over the links of a network, each of which carries a packet a cycle.
//
//     Flow flow(nodes);                      // the largest flow (Dinic 1970)
//     flow.arc(0, 1, 3);                     // three packets at most from 0 to 1
//     flow.largest(0, 4); flow.reaches(2);   // the side of the least cut on which 0 is
//
// Flow over time (Ford and Fulkerson 1958): packets that start in cycle 1 and take a cycle a link come over
// F ways that share no link, l links long in all, in T cycles at most F (T + 1) - l at a time. The ways that
// are shortest together give the most, so that no schedule brings P packets to an end in fewer than
//
//     min over F of ceil((P + l(F)) / F) - 1
//
// cycles. Two ways of 2 and 3 links bring 4 packets in ceil((4 + 5) / 2) - 1 = 4 cycles.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/bounds/links.hpp"
#include "testbench/judge/checker/link_values.hpp"

namespace testbench {

class Flow {
 public:
  explicit Flow(std::uint32_t nodes) : arcs_of_(nodes), level_(nodes), next_(nodes) {}

  void arc(std::uint32_t from, std::uint32_t to, std::uint64_t capacity);
  std::uint64_t largest(std::uint32_t from, std::uint32_t to);
  // After largest(): a packet more can come from its first node to this one.
  bool reaches(std::uint32_t node) const { return level_[node] != kUnseen; }

 private:
  static constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  struct Arc {
    std::uint32_t to;
    std::uint64_t left;
  };

  bool search(std::uint32_t from, std::uint32_t to);
  std::uint64_t push(std::uint32_t node, std::uint32_t to, std::uint64_t most);

  std::vector<Arc> arcs_;  // 2 k and 2 k + 1 are turned to one another
  std::vector<std::vector<std::uint32_t>> arcs_of_;
  std::vector<std::uint32_t> level_;
  std::vector<std::size_t> next_;
};

// The directed links on which packets go away from a root, or come to it, turned so that they lead away.
class TurnedLinks {
 public:
  struct Link {
    std::uint32_t from;
    std::uint32_t to;
    std::uint64_t capacity = 1;
  };

  // `packet_cycles`: of links that differ, whose capacities are as many times a packet a cycle for all. Rounded up where
  // there are too many numbers of cycles.
  TurnedLinks(const EdgeTable& edges, Way way, const LinkValues* packet_cycles = nullptr);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(out_of_.size()); }
  // The first nodes, which send and receive.
  std::uint32_t ends() const { return ends_; }
  const std::vector<Link>& all() const { return links_; }
  const std::vector<std::uint32_t>& out_of(std::uint32_t node) const { return out_of_[node]; }
  const std::vector<std::uint32_t>& into(std::uint32_t node) const { return into_[node]; }

 private:
  std::uint32_t ends_;
  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> out_of_;  // by number of the link
  std::vector<std::vector<std::uint32_t>> into_;
};

// By F: the fewest links on F ways that share none, each from some node of a set to some node of another.
// Ends with the last F for which there are so many.
using FewestLinks = std::vector<std::uint64_t>;
FewestLinks fewest_links(const TurnedLinks& links, const std::vector<bool>& from, const std::vector<bool>& to);
// Cycles in which so many packets can go these ways, at least. There is a way.
std::uint64_t cycles_over(const FewestLinks& fewest, std::uint64_t packets);

// True if the packets of every node for the root, or of the root for every node, go in so many cycles: the
// flow in a copy of the network for each cycle, which is exact. Takes cycles times the links.
bool carries_blocks(const TurnedLinks& links, std::uint32_t root, std::uint64_t packets, std::uint64_t cycles);

}  // namespace testbench
