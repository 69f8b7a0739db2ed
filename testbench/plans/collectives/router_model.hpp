// SPDX-License-Identifier: Apache-2.0
// A model of routers on the host, for plans that try several orders or trees and load the fastest:
// the output side of a node, all nodes of a network or its representative node, and the search for
// the best.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "firmware/networks/address.hpp"
#include "hls/router/arbiter.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// The output side of a node as the router has it (hls/router/output_port.hpp): a port's own
// packets, and a first-in first-out queue for every in-port, which are served in round-robin order.
// The user says which type a packet has.
//
//     OutputModel<Packet> node(ports, true);      // packets in transit first
//     node.own(0, packet);                        // at the end of port 0's program
//     node.arrive(1, 0, packet);                  // came in by port 1, leaves by port 0
//     if (node.has_packet(0)) use(node.send(0));
template <class Packet>
class OutputModel {
 public:
  OutputModel(unsigned ports, bool transit_first)
      : ports_(ports), transit_first_(transit_first), outputs_(ports), queues_(std::size_t{ports} * ports) {}

  void own(unsigned port, const Packet& packet) { outputs_[port].program.push(packet); }
  void arrive(unsigned in_port, unsigned port, const Packet& packet) {
    queue(port, in_port).push(packet);
    outputs_[port].waiting.insert(in_port);
  }

  bool has_packet(unsigned port) const { return has_transit(port) || has_own(port); }
  bool has_own(unsigned port) const { return !outputs_[port].program.empty(); }
  bool has_transit(unsigned port) const { return !outputs_[port].waiting.empty(); }
  // Whether a packet in transit has left through the port yet.
  bool has_granted(unsigned port) const { return !outputs_[port].last_grant.empty(); }

  // The packet that the port sends when it may; it must have one.
  const Packet& next(unsigned port) const {
    const Output& output = outputs_[port];
    return sends_own(output) ? output.program.front() : queues_[at(port, granted(output).port())].front();
  }
  Packet send(unsigned port) {
    Output& output = outputs_[port];
    if (sends_own(output)) return output.program.pop();
    output.last_grant = granted(output);
    Queue& from = queue(port, output.last_grant.port());
    const Packet packet = from.pop();
    if (from.empty()) output.waiting = output.waiting - output.last_grant;
    return packet;
  }

 private:
  class Queue {
   public:
    bool empty() const { return first_ == packets_.size(); }
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
  struct Output {
    Queue program;
    network::Ports waiting;     // in-ports whose queue holds a packet
    network::Ports last_grant;  // the in-port that was served last
  };

  bool sends_own(const Output& output) const {
    return !output.program.empty() && !(transit_first_ && !output.waiting.empty());
  }
  // The router has no queue for packets that go back where they came from, which leaves the order
  // of the others as it is.
  static network::Ports granted(const Output& output) {
    return network::Ports(router::round_robin_grant(output.waiting.mask(), output.last_grant.mask()));
  }
  std::size_t at(unsigned port, unsigned in_port) const { return std::size_t{port} * ports_ + in_port; }
  Queue& queue(unsigned port, unsigned in_port) { return queues_[at(port, in_port)]; }

  unsigned ports_;
  bool transit_first_;
  std::vector<Output> outputs_;
  std::vector<Queue> queues_;  // by port and in-port
};

// Plays an all-port operation on all nodes of a network. Returns the cycles until all has arrived;
// more than `limit` where it takes more. `onward(node, packet)`: the ports through which a packet
// that has arrived at the node goes on.
template <class Packet, class Onward>
std::uint64_t cycles_of_nodes(std::vector<OutputModel<Packet>>& nodes, const LinkTable& links, std::uint64_t limit,
                              Onward onward) {
  struct Sent {
    std::uint32_t from;
    unsigned port;
    Packet packet;
  };
  std::vector<Sent> sent;
  for (std::uint64_t cycle = 0; cycle <= limit; ++cycle) {
    sent.clear();
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (nodes[node].has_packet(port)) sent.push_back({node, port, nodes[node].send(port)});
      }
    }
    if (sent.empty()) return cycle;
    for (const Sent& one : sent) {
      const std::uint32_t node = links.neighbour(one.from, one.port);
      const unsigned in_port = links.arrival_port(one.from, one.port);
      for (const unsigned port : onward(node, one.packet)) nodes[node].arrive(in_port, port, one.packet);
    }
  }
  return limit + 1;
}

// The source or destination of a packet, as the node that holds it sees it: its relative address.
using Seen = std::uint32_t;

// Plays an all-port operation in which all nodes of a Cayley network do the same, on one
// representative node: everything that it sends comes back to it by the ports that lead back.
// Returns the cycles until all has arrived; more than `limit` where it takes more.
// `move(port, seen)`: the packet as the node behind the port sees it. `arrival_port(port)`: the way
// back. `onward(seen)`: the ports through which a packet that has arrived goes on.
template <class Move, class ArrivalPort, class Onward>
std::uint64_t cycles_of_alike_nodes(OutputModel<Seen> node, unsigned ports, std::uint64_t limit, Move move,
                                    ArrivalPort arrival_port, Onward onward) {
  struct Sent {
    unsigned port;
    Seen seen;
  };
  std::vector<Sent> sent;
  for (std::uint64_t cycle = 0; cycle <= limit; ++cycle) {
    sent.clear();
    for (unsigned port = 0; port < ports; ++port) {
      if (node.has_packet(port)) sent.push_back({port, node.send(port)});
    }
    if (sent.empty()) return cycle;
    for (const Sent& one : sent) {
      const Seen seen = move(one.port, one.seen);
      for (const unsigned port : onward(seen)) node.arrive(arrival_port(one.port), port, seen);
    }
  }
  return limit + 1;
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
