// SPDX-License-Identifier: Apache-2.0
// A model of routers on the host, for plans that try several orders or trees and load the fastest:
// the queues and the output side of a node, all nodes of a network or its representative node, and the search for
// the best.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "firmware/networks/address.hpp"
#include "hls/router/arbiter.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/frame_wires.hpp"

namespace testbench {

// First in, first out.
template <class Packet>
class Fifo {
 public:
  bool empty() const { return first_ == packets_.size(); }
  std::size_t size() const { return packets_.size() - first_; }
  const Packet& front() const { return packets_[first_]; }
  void push(const Packet& packet) { packets_.push_back(packet); }
  Packet pop() {
    const Packet packet = packets_[first_++];
    // The storage shrinks when half of it has left, so that a packet is moved once on average.
    if (2 * first_ >= packets_.size()) {
      packets_.erase(packets_.begin(), packets_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    return packet;
  }

 private:
  std::vector<Packet> packets_;
  std::size_t first_ = 0;
};

// The crosspoint queues of a node: from every in-port to every output, which serves them in round-robin order. The
// router has no queue for packets that go back where they came from, which leaves the order of the others as it is.
template <class Packet>
class CrosspointQueues {
 public:
  CrosspointQueues(unsigned in_ports, unsigned outputs)
      : in_ports_(in_ports), outputs_(outputs), queues_(std::size_t{in_ports} * outputs) {}

  // In-ports whose queue to the output holds a packet.
  network::Ports waiting(unsigned output) const { return outputs_[output].waiting; }
  std::size_t size(unsigned in_port, unsigned output) const { return queues_[at(in_port, output)].size(); }
  // Whether the output has served any yet.
  bool has_served(unsigned output) const { return !outputs_[output].last_grant.empty(); }

  void push(unsigned in_port, unsigned output, const Packet& packet) {
    queues_[at(in_port, output)].push(packet);
    outputs_[output].waiting.insert(in_port);
  }
  Packet pop(unsigned in_port, unsigned output) {
    Fifo<Packet>& from = queues_[at(in_port, output)];
    const Packet packet = from.pop();
    if (from.empty()) outputs_[output].waiting = outputs_[output].waiting - network::Ports::one(in_port);
    return packet;
  }
  // Takes packets that are needless from the heads of the queues to an output.
  template <class IsNeedless>
  void drop(unsigned output, IsNeedless is_needless) {
    for (const unsigned in_port : waiting(output)) {
      Fifo<Packet>& queue = queues_[at(in_port, output)];
      while (!queue.empty() && is_needless(queue.front())) pop(in_port, output);
    }
  }
  // The packet that the output serves next; some must be waiting.
  const Packet& next(unsigned output) const { return queues_[at(granted(output).port(), output)].front(); }
  Packet serve(unsigned output) {
    outputs_[output].last_grant = granted(output);
    return pop(outputs_[output].last_grant.port(), output);
  }

 private:
  struct Output {
    network::Ports waiting;
    network::Ports last_grant;
  };

  network::Ports granted(unsigned output) const {
    return network::Ports(
        router::round_robin_grant(outputs_[output].waiting.mask(), outputs_[output].last_grant.mask()));
  }
  std::size_t at(unsigned in_port, unsigned output) const { return std::size_t{output} * in_ports_ + in_port; }

  unsigned in_ports_;
  std::vector<Output> outputs_;
  std::vector<Fifo<Packet>> queues_;
};

// The output side of a node as the router has it (hls/router/output_port.hpp): a port's own
// packets, and its crosspoint queues. The user says which type a packet has.
//
//     OutputModel<Packet> node(ports, true);      // packets in transit first
//     node.own(0, packet);                        // at the end of port 0's program
//     node.arrive(1, 0, packet);                  // came in by port 1, leaves by port 0
//     if (node.has_packet(0)) use(node.send(0));
template <class Packet>
class OutputModel {
 public:
  OutputModel(unsigned ports, bool transit_first)
      : transit_first_(transit_first), programs_(ports), queues_(ports, ports) {}

  void own(unsigned port, const Packet& packet) { programs_[port].push(packet); }
  void arrive(unsigned in_port, unsigned port, const Packet& packet) { queues_.push(in_port, port, packet); }

  bool has_packet(unsigned port) const { return has_transit(port) || has_own(port); }
  bool has_own(unsigned port) const { return !programs_[port].empty(); }
  bool has_transit(unsigned port) const { return !queues_.waiting(port).empty(); }
  // Whether a packet in transit has left through the port yet.
  bool has_granted(unsigned port) const { return queues_.has_served(port); }

  // The packet that the port sends when it may; it must have one.
  const Packet& next(unsigned port) const { return sends_own(port) ? programs_[port].front() : queues_.next(port); }
  Packet send(unsigned port) { return sends_own(port) ? programs_[port].pop() : queues_.serve(port); }

 private:
  bool sends_own(unsigned port) const { return has_own(port) && !(transit_first_ && has_transit(port)); }

  bool transit_first_;
  std::vector<Fifo<Packet>> programs_;  // by port
  CrosspointQueues<Packet> queues_;
};

template <class Packet>
struct SentPacket {
  std::uint32_t from;
  unsigned port;
  Packet packet;
};

// Plays an all-port operation. Returns the cycles until all has arrived; more than `limit` where it
// takes more. `arrive(node, port, packet)`: what a node has sent comes to where the port leads.
template <class Packet, class Arrive>
std::uint64_t cycles_of(std::vector<OutputModel<Packet>>& nodes, unsigned ports, std::uint64_t limit, Arrive arrive) {
  using Sent = SentPacket<Packet>;
  std::vector<Sent> sent;
  for (std::uint64_t cycle = 0; cycle <= limit; ++cycle) {
    sent.clear();
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      for (unsigned port = 0; port < ports; ++port) {
        if (nodes[node].has_packet(port)) sent.push_back({node, port, nodes[node].send(port)});
      }
    }
    if (sent.empty()) return cycle;
    for (const Sent& one : sent) arrive(one.from, one.port, one.packet);
  }
  return limit + 1;
}

// The same where links differ in their cycles.
template <class Packet, class Arrive>
std::uint64_t cycles_on_wires(std::vector<OutputModel<Packet>>& nodes, const LinkTable& links, std::uint64_t limit,
                              Arrive arrive) {
  using Sent = SentPacket<Packet>;
  std::vector<std::vector<Sent>> coming(links.most_cycles() + 1);  // by the cycle, modulo their number
  std::uint64_t last = 0;
  // Packets that are on long wires when the limit is reached may go on later.
  for (std::uint64_t cycle = 0; cycle < last + coming.size(); ++cycle) {
    std::vector<Sent>& here = coming[cycle % coming.size()];
    for (const Sent& one : here) arrive(one.from, one.port, one.packet);
    here.clear();
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (!nodes[node].has_packet(port)) continue;
        if (cycle >= limit) return limit + 1;
        coming[(cycle + links.cycles(node, port)) % coming.size()].push_back({node, port, nodes[node].send(port)});
        last = cycle + 1;
      }
    }
  }
  return last;
}

// The same where packets hold links for cycles of their own, until the last one has come.
template <class Packet, class Arrive>
std::uint64_t cycles_in_frames(std::vector<OutputModel<Packet>>& nodes, const LinkTable& links, std::uint64_t limit,
                               Arrive arrive) {
  using Sent = SentPacket<Packet>;
  const std::vector<FrameShape> shapes = frame_shapes(links);
  std::uint64_t longest = 0;
  for (const FrameShape& shape : shapes) longest = std::max(longest, shape.longest());
  FrameWires<Sent> wires(shapes, shapes.size());
  std::vector<std::vector<Sent>> coming(longest + links.most_cycles() + 1);  // by the cycle, modulo their number
  std::uint64_t last = 0;
  const auto come = [&](const Sent& one, std::uint64_t at) {
    coming[at % coming.size()].push_back(one);
    last = std::max(last, at);
  };
  for (std::uint64_t cycle = 0; last <= limit && cycle < last + coming.size(); ++cycle) {
    std::vector<Sent>& here = coming[cycle % coming.size()];
    for (const Sent& one : here) arrive(one.from, one.port, one.packet);
    here.clear();
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        const std::size_t link = std::size_t{node} * links.ports() + port;
        if (!nodes[node].has_packet(port) || !wires.is_free(link, cycle)) continue;
        const std::uint64_t hop = 1 + links.cycles(node, port) - shapes[link].packet_cycles;
        wires.send(link, cycle, hop, Sent{node, port, nodes[node].send(port)}, come);
      }
    }
    wires.end_cycle(cycle, come);
  }
  return last;
}

// On all nodes of a network. `onward(node, packet)`: the ports through which a packet that has arrived
// at the node goes on.
template <class Packet, class Onward>
std::uint64_t cycles_of_nodes(std::vector<OutputModel<Packet>>& nodes, const LinkTable& links, std::uint64_t limit,
                              Onward onward) {
  const auto arrive = [&](std::uint32_t from, unsigned port, const Packet& packet) {
    const std::uint32_t node = links.neighbour(from, port);
    const unsigned in_port = links.arrival_port(from, port);
    for (const unsigned out : onward(node, packet)) nodes[node].arrive(in_port, out, packet);
  };
  if (links.has_packet_cycles()) return cycles_in_frames(nodes, links, limit, arrive);
  return links.has_cycles() ? cycles_on_wires(nodes, links, limit, arrive)
                            : cycles_of(nodes, links.ports(), limit, arrive);
}

// The source or destination of a packet, as the node that holds it sees it: its relative address.
using Seen = std::uint32_t;

// On one representative node of a Cayley network in which all nodes do the same: everything that it
// sends comes back to it by the ports that lead back. `move(port, seen)`: the packet as the node behind
// the port sees it. `arrival_port(port)`: the way back. `onward(seen)`: the ports through which a packet
// that has arrived goes on.
template <class Move, class ArrivalPort, class Onward>
std::uint64_t cycles_of_symmetric_nodes(OutputModel<Seen> node, unsigned ports, std::uint64_t limit, Move move,
                                        ArrivalPort arrival_port, Onward onward) {
  std::vector<OutputModel<Seen>> nodes{std::move(node)};
  return cycles_of(nodes, ports, limit, [&](std::uint32_t, unsigned port, Seen sent) {
    const Seen seen = move(port, sent);
    for (const unsigned out : onward(seen)) nodes[0].arrive(arrival_port(port), out, seen);
  });
}

// The order in which a node's own packets enter an all-port total exchange: those with the longest
// way first, and where these are equally long as random numbers say, which are the same whenever
// they are asked.
struct InjectionOrder {
  std::uint64_t seed = 0;
  bool transit_first = false;  // of a port's packets

  // The destinations of the node.
  std::vector<std::uint32_t> destinations(std::uint32_t node, const std::vector<std::uint32_t>& distance) const {
    struct Place {
      std::uint64_t random;
      std::uint32_t distance;
      std::uint32_t destination;
    };
    std::vector<Place> places;
    places.reserve(distance.size());
    for (std::uint32_t to = 0; to < distance.size(); ++to) {
      if (to != node) places.push_back({mixed(seed << 40 | std::uint64_t{node} << 20 | to), distance[to], to});
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.distance != b.distance ? a.distance > b.distance : a.random < b.random;
    });
    std::vector<std::uint32_t> found;
    found.reserve(places.size());
    for (const Place& place : places) found.push_back(place.destination);
    return found;
  }

 private:
  // SplitMix64's finalizer (Steele, Lea and Flood 2014): one to one, so that no two places are
  // equal.
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
};

// Plans that are tried on the host before one of them is loaded.

// Packets over links that may be played to find the best: a fraction of a second.
inline constexpr std::uint64_t kMostPlayedHops = 4'000'000;

// M, or fewer where that many cannot be played a few times: what is fastest with few packets is
// fast with more. `hops`: packets over links for M = 1.
inline std::uint32_t played_packets(std::uint32_t packets, std::uint64_t hops) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kMostPlayedHops / hops / 8, 1, packets));
}

// The best of what make() makes. `cycles(made, limit)`: its duration, or any number above `limit` if
// it takes longer. `least(made)`: a lower bound on its duration. `hops`: packets over links that are
// played for each. The first is taken where these are many.
template <class Make, class Least, class Cycles>
auto best_of(std::uint64_t hops, Make make, Least least, Cycles cycles) {
  constexpr std::uint64_t kMostTries = 200;
  auto best = make();
  const std::uint64_t tries = std::min(kMostPlayedHops / hops, kMostTries);
  if (tries < 2) return best;
  std::uint64_t fastest = cycles(best, ~std::uint64_t{0} - 1);
  for (std::uint64_t i = 1; i < tries && fastest > least(best); ++i) {
    auto other = make();
    const std::uint64_t now = cycles(other, fastest - 1);
    if (now >= fastest) continue;
    fastest = now;
    best = std::move(other);
  }
  return best;
}

}  // namespace testbench
