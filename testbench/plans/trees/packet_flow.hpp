// SPDX-License-Identifier: Apache-2.0
// A flow of packets from a root to all nodes, each over as short a way as the others leave it, and as few over the
// busiest link as can be. The worst cut says how few: packets for the nodes behind it by its links, rounded up.
//
//     PacketFlow flow(nodes);
//     flow.add(0, 1);                  // link 0
//     flow.serve(0, {0, 3, 3});        // packets by node
//     flow.used(0);
#pragma once

#include <cstdint>
#include <vector>

namespace testbench {

class PacketFlow {
 public:
  struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool is_limited = true;  // carries no more than the busiest of such links must
    std::uint32_t length = 1;
    std::uint32_t cycles = 1;  // for which a packet holds it
    std::uint32_t late = 0;    // cycles before the first packet can come to it
  };

  explicit PacketFlow(std::uint32_t nodes) : out_(nodes), in_(nodes) {}

  void add(std::uint32_t from, std::uint32_t to, bool is_limited = true, std::uint32_t length = 1,
           std::uint32_t cycles = 1, std::uint32_t late = 0);
  // All nodes with packets can be reached. `more`: cycles that the busiest links may take beyond those that they must.
  void serve(std::uint32_t root, const std::vector<std::uint64_t>& packets, std::uint64_t more = 0);

  // Packets that are left where links carry so many cycles at most.
  std::uint64_t left(std::uint32_t root, const std::vector<std::uint64_t>& packets, std::uint64_t capacity);
  // Cycles of the busiest link, but for those that it need not take.
  std::uint64_t capacity() const { return capacity_; }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(out_.size()); }
  // In the order in which they were added.
  const std::vector<Link>& links() const { return links_; }
  // By node: the numbers of the links out of it, and into it.
  const std::vector<std::uint32_t>& out(std::uint32_t node) const { return out_[node]; }
  const std::vector<std::uint32_t>& in(std::uint32_t node) const { return in_[node]; }
  std::uint64_t used(std::uint32_t link) const { return used_[link]; }
  void take(std::uint32_t link, std::uint64_t packets) { used_[link] -= packets; }

 private:
  // The link by which a search came to a node, forwards or back.
  struct Step {
    std::uint32_t before = 0;
    std::uint32_t link = 0;
    bool is_back = false;
  };

  bool serve_all(std::uint32_t root, const std::vector<std::uint64_t>& packets);
  std::uint64_t serve_one(std::uint32_t root);
  static std::uint64_t most_packets(const Link& link, std::uint64_t capacity);
  std::uint64_t room(std::uint32_t link) const;
  void raise_capacity(const std::vector<std::uint64_t>& packets);
  // The least cycles in which links carry so many.
  static std::uint64_t least_cycles(std::uint64_t packets, const std::vector<Link>& links);

  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> out_;
  std::vector<std::vector<std::uint32_t>> in_;
  std::uint64_t capacity_ = 0;        // of a link, in cycles
  std::vector<std::uint64_t> used_;   // by link
  std::vector<std::uint64_t> lacks_;  // by node: packets
  std::vector<std::int64_t> length_;  // by node, of the last search
  std::vector<Step> step_;
};

}  // namespace testbench
