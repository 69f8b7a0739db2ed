// SPDX-License-Identifier: Apache-2.0
// The combine programs of reduce-scatter: the time-reversed schedule of allgather.
//
// The multinode accumulation is the multinode broadcast, backwards in time (Bertsekas et al. 1991,
// section 1). The task is isotropic: all nodes send the same, each as it sees the others, and a
// packet that a node sends through a port stands for one that comes to it through that port. So the
// run of one representative node is the run of all. It is made forwards here, as the router does
// it: own packets first, then queue after queue in round-robin order. With packets in transit first
// fewer wait at a time, and the run may take a few cycles more. The program of a port is the
// list of its departures in the opposite order. First in, first out stays so backwards: the heads
// of the queues are always the packets that a program waits for. No packet leaves later than in the
// reversed run, so that the cycles are the same.
#pragma once

#if __STDC_HOSTED__
#include <atomic>
#endif
#include <type_traits>

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/operation.hpp"

namespace collectives {

// A packet on its way in the forward run: it comes to the node that its source sees as `place`.
struct Departure {
  std::uint32_t packet;
  Address place;
};

// For up to kMostDimensions. At most one object may exist at a time, because it works in a static memory of 4 bytes for
// every packet of a period and address of the largest cube. Threads of a host wait for each other.
class ReversedMulticast {
 public:
  static constexpr unsigned kMostDimensions = cube::kMaxDimension < 20 ? cube::kMaxDimension : 20;

  // The most packets of one run; a period of them fits into the memory.
  static constexpr std::uint32_t most_packets(unsigned d) {
    return static_cast<std::uint32_t>((d <= BalancedAllgather::kMostInRound ? BalancedAllgather::kRoom : kRoom) >> d);
  }

  // Packets 0 .. count - 1 on their rotations, on routers of `hop_cycles`.
  ReversedMulticast(unsigned d, std::uint32_t count, unsigned hop_cycles, bool transit_first = false)
      : d_(d), share_(static_cast<std::uint32_t>(divide_up(std::uint64_t{count} * cube::other_nodes(d), d))) {
    for (const Address c : network::addresses(cube::nodes(d))) {
      all_children[c.number()] = static_cast<Children>(BalancedAllgather::Tree::children(d, c).mask());
    }
    run(count, hop_cycles, transit_first);
  }

  // Calls visit(departure) for all departures through the port, the last first.
  template <class Visit>
  void for_each(unsigned port, Visit visit) const {
    for (std::uint32_t i = sent_[port]; i-- > 0;) visit(departure(port, i));
  }
  // The cycles of the run.
  std::uint64_t cycles() const { return cycles_; }
  // The ports through which a packet at the place continues.
  Ports onward(Departure at) const {
    const unsigned tree = BalancedAllgather::tree(d_, at.packet);
    const Address turned = cube::rotate_right(d_, at.place, tree);
    return cube::rotate_left(d_, Ports(all_children[turned.number()]), tree);
  }

 private:
  static constexpr std::size_t kRoom = std::size_t{kMostDimensions} << kMostDimensions;
  using Children = std::conditional_t<(kMostDimensions > 16), std::uint32_t, std::uint16_t>;  // a bit for each port

  Departure departure(unsigned port, std::uint32_t i) const {
    const std::uint32_t word = all_departures[port * share_ + i];
    return {word >> d_, Address(word & (cube::nodes(d_) - 1))};
  }

  void run(std::uint32_t count, unsigned hop_cycles, bool transit_first) {
    const std::uint32_t in_round = BalancedAllgather::round(d_, count, hop_cycles);
    BalancedAllgather::Order own[cube::kMaxDimension] = {};
    for (unsigned port = 0; port < d_; ++port) own[port] = {d_, port, count, in_round};
    // Departures through a port that have arrived: they left a hop's cycles ago.
    std::uint32_t come[node::kMostHopCycles][cube::kMaxDimension] = {};
    std::uint32_t injected[cube::kMaxDimension] = {};
    std::uint32_t left = count * cube::other_nodes(d_);
    for (std::uint32_t cycle = 0; left != 0; ++cycle) {
      const auto& come_now = come[cycle % hop_cycles];
      std::uint32_t sent[cube::kMaxDimension];
      for (unsigned port = 0; port < d_; ++port) {
        Departure next{};
        bool leaves = transit_first && take_next(port, come_now, next);
        if (!leaves && injected[port] < count) {
          next = {own[port].next() + injected[port] / in_round * in_round, cube::neighbour(Address(), port)};
          ++injected[port];
          leaves = true;
        }
        sent[port] = leaves || take_next(port, come_now, next) ? 1 : 0;
        if (sent[port] != 0) all_departures[port * share_ + sent_[port]] = next.packet << d_ | next.place.number();
        left -= sent[port];
      }
      for (unsigned port = 0; port < d_; ++port) come[cycle % hop_cycles][port] = sent_[port] += sent[port];
      cycles_ = cycle + 1;
    }
  }
  // The queue of an out-port and an in-port: packets that have come through the in-port, in order,
  // and have still to leave through the out-port.
  bool take_next(unsigned port, const std::uint32_t (&come)[cube::kMaxDimension], Departure& next) {
    for (unsigned i = 0; i < d_; ++i) {
      const unsigned in_port = (turn_[port] + i) % d_;
      for (std::uint32_t& head = heads_[port][in_port]; head < come[in_port];) {
        const Departure at = departure(in_port, head++);
        if (!onward(at).contains(port)) continue;
        next = {at.packet, cube::neighbour(at.place, port)};
        turn_[port] = (in_port + 1) % d_;
        return true;
      }
    }
    return false;
  }

  unsigned d_;
  std::uint32_t cycles_ = 0;
  std::uint32_t share_;  // departures of a port: the rotations load all equally, to within one
  std::uint32_t heads_[cube::kMaxDimension][cube::kMaxDimension] = {};  // by out-port and in-port: departures looked at
  unsigned turn_[cube::kMaxDimension] = {};                             // the in-port that comes next
  std::uint32_t sent_[cube::kMaxDimension] = {};                        // departures through a port

#if __STDC_HOSTED__
  // The one object that exists holds it. A mutex needs a library that programs on host threads lack.
  class Holding {
   public:
    Holding() {
      while (taken.test_and_set(std::memory_order_acquire)) continue;
    }
    ~Holding() { taken.clear(std::memory_order_release); }
    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;

   private:
    inline static std::atomic_flag taken = ATOMIC_FLAG_INIT;
  };
  Holding memory_;
#endif
  inline static std::uint32_t all_departures[kRoom];  // port by port, in order: packet and place
  inline static Children all_children[std::size_t{1} << kMostDimensions];
};

}  // namespace collectives
