// SPDX-License-Identifier: Apache-2.0
// Times for the packets of an allgather at which one at most waits in each crosspoint queue. Backwards they are those of a
// reduce-scatter in queues as short. A packet gets the earliest times at which all links of its tree, and the queues
// between them, are free for it, one packet after the other. So no packet waits for one that has no time yet.
//
//     Timetable table(trees);
//     table.add(tree, number);
//     const std::uint64_t cycles = table.each_arrival([](std::uint32_t node, std::uint32_t tree, std::uint32_t number) {});
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "testbench/plans/collectives/trees_to_all.hpp"

namespace testbench {

class Timetable {
 public:
  explicit Timetable(const TreesToAll& trees) : trees_(trees), links_(trees.turned()), ports_(links_.ports()) {
    links_busy_.resize(std::size_t{links_.nodes()} * (ports_ + 1));
    queues_busy_.resize(links_busy_.size() * ports_);
  }

  void add(std::uint32_t tree, std::uint32_t number) {
    follow(tree);
    for (std::uint32_t begin = 0; !find_times(begin); ++begin) {
    }
    for (const Hop& hop : hops_) {
      occupy(links_busy_[hop.link], hop.time, hop.time + hop.packet_cycles);
      if (hop.queue != kNone) occupy(queues_busy_[hop.queue], arrival_before(hop), hop.time + 1);
      arrivals_.emplace_back(hop.arrival, hop.to, tree, number);
    }
  }

  // Visits all in their order, those of a packet at its owner too. Returns the cycles.
  template <class Arrived>
  std::uint64_t each_arrival(Arrived arrived) {
    std::ranges::sort(arrivals_);
    for (const auto& [time, node, tree, number] : arrivals_) arrived(node, tree, number);
    return arrivals_.empty() ? 0 : std::get<0>(arrivals_.back());
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::uint32_t kLongestWait = 8;  // longer ones keep queues from others

  struct Hop {
    std::size_t before;  // the hop through which the packet has come
    std::size_t link;
    std::size_t queue;  // before the link
    std::uint32_t to;
    unsigned in;
    std::uint32_t cycles;
    std::uint32_t packet_cycles;
    std::uint32_t time;
    std::uint32_t arrival;
  };

  // The first hop is into the network, through a link of its own.
  void follow(std::uint32_t tree) {
    const auto streams = std::size_t{ports_} + 1;
    const std::uint32_t owner = trees_.owner(tree);
    hops_ = {{0, owner * streams + ports_, kNone, owner, ports_, 0, 1, 0, 0}};
    for (std::size_t at = 0; at < hops_.size(); ++at) {
      const std::uint32_t node = hops_[at].to;
      for (const unsigned port : trees_.children(node, tree)) {
        hops_.push_back({at, node * streams + port, (node * streams + hops_[at].in) * ports_ + port,
                         links_.neighbour(node, port), links_.arrival_port(node, port), links_.cycles(node, port),
                         links_.packet_cycles(node, port), 0, 0});
      }
    }
  }

  std::uint32_t arrival_before(const Hop& hop) const { return hops_[hop.before].arrival; }

  bool find_times(std::uint32_t begin) {
    hops_.front().arrival = begin;
    for (Hop& hop : hops_) {
      const std::uint32_t first = arrival_before(hop);
      const std::uint32_t last = hop.queue == kNone ? first : first + kLongestWait;
      hop.time = first;
      while (!is_free(links_busy_[hop.link], hop.time, hop.time + hop.packet_cycles)) {
        if (++hop.time > last) return false;
      }
      if (hop.queue != kNone && !is_free(queues_busy_[hop.queue], first, hop.time + 1)) return false;
      hop.arrival = hop.time + hop.cycles;
    }
    return true;
  }

  static bool is_free(const std::vector<bool>& busy, std::uint32_t first, std::uint32_t end) {
    end = std::min(end, static_cast<std::uint32_t>(busy.size()));
    while (first < end && !busy[first]) ++first;
    return first >= end;
  }
  static void occupy(std::vector<bool>& busy, std::uint32_t first, std::uint32_t end) {
    if (busy.size() < end) busy.resize(end);
    for (; first < end; ++first) busy[first] = true;
  }

  const TreesToAll& trees_;
  const LinkTable& links_;
  const unsigned ports_;
  std::vector<std::vector<bool>> links_busy_;   // by node and port, the owner's own behind the ports; then by cycle
  std::vector<std::vector<bool>> queues_busy_;  // by the node and in-port, port; then by cycle
  std::vector<Hop> hops_;
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> arrivals_;
};

}  // namespace testbench
