// The combine programs of reduce-scatter, by running allgather's backwards.
//
// The multinode accumulation is the multinode broadcast, backwards in time (Bertsekas et al. 1991, section 1). The task is
// isotropic: what one node sends, all send, as each sees the others, and what it sends through a port comes to it through that port. So
// the run of one node is the run of all. Here it is made forwards: own packets first, queue after queue in round-robin
// order, as the router does it; and what leaves through a port, in the opposite order, is what the port sends in the program.
// First in, first out stays so backwards: the heads of the queues are always what a program waits for, and as nothing
// leaves later than the forward run, turned round, says, the cycles are the same.
#pragma once

#include "firmware/collectives/subtrees.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"

namespace collectives {

// A packet on its way, as the forward run sees it: it comes to the node that is `place` to its source.
struct Departure {
  std::uint32_t packet;
  Address place;
};

// At most one object at a time: it works in a memory of 4 bytes for each address of the cube and each rotation.
class ReversedMulticast {
 public:
  // Packets 0 .. count - 1 on their rotations, count <= d, on routers of `hop_cycles`.
  ReversedMulticast(unsigned d, std::uint32_t count, unsigned hop_cycles) : d_(d) {
    for (const Address c : network::addresses(cube::nodes(d))) {
      children_[c.number()] = trees::MultinodeBroadcastTree::children(d, c).mask();
    }
    run(count, hop_cycles);
  }

  // Calls visit(departure) for all that leave through the port, the last first.
  template <class Visit>
  void for_each(unsigned port, Visit visit) const {
    for (std::uint32_t id = last_[port]; id != kNone; id = links_[id]) visit(departure(id));
  }
  // The ports through which a packet that has come to the place goes on.
  Ports onward(Departure at) const {
    const unsigned tree = SpreadingRotations::tree(d_, at.packet);
    const Address turned = cube::rotate_right(d_, at.place, tree);
    return cube::rotate_left(d_, Ports(children_[turned.number()]), tree);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr unsigned kMostHopCycles = 2;

  struct Queue {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };

  std::uint32_t id_of(Departure departure) const { return departure.packet << d_ | departure.place.number(); }
  Departure departure(std::uint32_t id) const { return {id >> d_, Address(id & (cube::nodes(d_) - 1))}; }

  void run(std::uint32_t count, unsigned hop_cycles) {
    for (unsigned port = 0; port < d_; ++port) last_[port] = kNone;
    std::uint32_t on_link[kMostHopCycles][cube::kMaxDimension];
    for (auto& cycle : on_link) {
      for (std::uint32_t& id : cycle) id = kNone;
    }
    std::uint32_t left = count * cube::other_nodes(d_);
    for (std::uint32_t cycle = 0; left != 0; ++cycle) {
      // What left so many cycles ago has come, through the port through which it left.
      auto& links = on_link[cycle % hop_cycles];
      for (unsigned port = 0; port < d_; ++port) {
        if (links[port] == kNone) continue;
        const Departure come = departure(links[port]);
        for (const unsigned next : onward(come))
          append(queues_[next][port], {come.packet, cube::neighbour(come.place, next)});
      }
      for (unsigned port = 0; port < d_; ++port) {
        links[port] = cycle < count ? id_of({cycle, cube::neighbour(Address(), port)}) : take_next(port);
        if (links[port] == kNone) continue;
        links_[links[port]] = last_[port];
        last_[port] = links[port];
        --left;
      }
    }
  }
  void append(Queue& queue, Departure departure) {
    const std::uint32_t id = id_of(departure);
    links_[id] = kNone;
    if (queue.first == kNone) {
      queue.first = id;
    } else {
      links_[queue.last] = id;
    }
    queue.last = id;
  }
  std::uint32_t take_next(unsigned port) {
    for (unsigned i = 0; i < d_; ++i) {
      const unsigned in_port = (turn_[port] + i) % d_;
      Queue& queue = queues_[port][in_port];
      if (queue.first == kNone) continue;
      const std::uint32_t id = queue.first;
      queue.first = links_[id];
      turn_[port] = (in_port + 1) % d_;
      return id;
    }
    return kNone;
  }

  unsigned d_;
  Queue queues_[cube::kMaxDimension][cube::kMaxDimension];  // by out-port and in-port
  unsigned turn_[cube::kMaxDimension] = {};                 // the in-port that comes next
  std::uint32_t last_[cube::kMaxDimension] = {};            // to leave through the port

  // By packet and place: what is behind it in its queue; once it has left, what left through the port before it.
  inline static std::uint32_t links_[cube::kMaxDimension << cube::kMaxDimension];
  inline static std::uint32_t children_[std::size_t{1} << cube::kMaxDimension];
};

}  // namespace collectives
