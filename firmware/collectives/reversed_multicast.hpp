// The combine programs of reduce-scatter, by running allgather's backwards.
//
// The multinode accumulation is the multinode broadcast, backwards in time (Bertsekas et al. 1991,
// section 1). The task is isotropic: what one node sends, all send, as each sees the others, and
// what it sends through a port comes to it through that port. So the run of one node is the run of
// all. Here it is made forwards: own packets first, queue after queue in round-robin order, as the
// router does it; and what leaves through a port, in the opposite order, is what the port sends in
// the program. First in, first out stays so backwards: the heads of the queues are always what a
// program waits for, and as nothing leaves later than the forward run, turned round, says, the
// cycles are the same.
#pragma once

#include "firmware/collectives/balanced_allgather.hpp"
#include "firmware/collectives/rounding.hpp"

namespace collectives {

// A packet on its way, as the forward run sees it: it comes to the node that is `place` to its
// source.
struct Departure {
  std::uint32_t packet;
  Address place;
};

// At most one object at a time: it works in a memory of 4 bytes for every packet and address of the
// largest cube.
class ReversedMulticast {
 public:
  // Packets that there is room for.
  static constexpr std::uint32_t most_packets(unsigned d) { return kRoom >> d; }

  // Packets 0 .. count - 1 on their rotations, on routers of `hop_cycles`.
  ReversedMulticast(unsigned d, std::uint32_t count, unsigned hop_cycles)
      : d_(d), share_(static_cast<std::uint32_t>(divide_up(std::uint64_t{count} * cube::other_nodes(d), d))) {
    for (const Address c : network::addresses(cube::nodes(d))) {
      all_children[c.number()] = static_cast<std::uint16_t>(BalancedAllgather::Tree::children(d, c).mask());
    }
    run(count, hop_cycles);
  }

  // Calls visit(departure) for all that leave through the port, the last first.
  template <class Visit>
  void for_each(unsigned port, Visit visit) const {
    for (std::uint32_t i = sent_[port]; i-- > 0;) visit(departure(port, i));
  }
  // Of the run.
  std::uint64_t cycles() const { return cycles_; }
  // The ports through which a packet that has come to the place goes on.
  Ports onward(Departure at) const {
    const unsigned tree = BalancedAllgather::tree(d_, at.packet);
    const Address turned = cube::rotate_right(d_, at.place, tree);
    return cube::rotate_left(d_, Ports(all_children[turned.number()]), tree);
  }

 private:
  static constexpr unsigned kMostHopCycles = 2 + node::kMaxCombineStages;
  static constexpr std::size_t kRoom = BalancedAllgather::kRoom;

  Departure departure(unsigned port, std::uint32_t i) const {
    const std::uint32_t word = all_departures[port * share_ + i];
    return {word >> d_, Address(word & (cube::nodes(d_) - 1))};
  }

  void run(std::uint32_t count, unsigned hop_cycles) {
    const std::uint32_t in_round = BalancedAllgather::round(d_, count, hop_cycles);
    BalancedAllgather::Order own[cube::kMaxDimension] = {};
    for (unsigned port = 0; port < d_; ++port) own[port] = {d_, port, count, in_round};
    // Departures through a port that have come: those that had left so many cycles ago.
    std::uint32_t come[kMostHopCycles][cube::kMaxDimension] = {};
    std::uint32_t left = count * cube::other_nodes(d_);
    for (std::uint32_t cycle = 0; left != 0; ++cycle) {
      const auto& come_now = come[cycle % hop_cycles];
      std::uint32_t sent[cube::kMaxDimension];
      for (unsigned port = 0; port < d_; ++port) {
        Departure next{};
        if (cycle < count) {
          next = {own[port].next() + cycle / in_round * in_round, cube::neighbour(Address(), port)};
        }
        sent[port] = cycle < count || take_next(port, come_now, next) ? 1 : 0;
        if (sent[port] != 0) all_departures[port * share_ + sent_[port]] = next.packet << d_ | next.place.number();
        left -= sent[port];
      }
      for (unsigned port = 0; port < d_; ++port) come[cycle % hop_cycles][port] = sent_[port] += sent[port];
      cycles_ = cycle + 1;
    }
  }
  // The queue of an out-port and an in-port: of what has come through the in-port, in order, what
  // goes on through the out-port and has not yet.
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
  std::uint32_t share_;  // of a port: the rotations load all alike, to within one departure
  std::uint32_t heads_[cube::kMaxDimension][cube::kMaxDimension] = {};  // by out-port and in-port: departures looked at
  unsigned turn_[cube::kMaxDimension] = {};                             // the in-port that comes next
  std::uint32_t sent_[cube::kMaxDimension] = {};                        // departures through a port

  inline static std::uint32_t all_departures[kRoom];  // port by port, in order: packet and place
  inline static std::uint16_t all_children[std::size_t{1} << cube::kMaxDimension];
};

}  // namespace collectives
