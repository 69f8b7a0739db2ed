// SPDX-License-Identifier: Apache-2.0
// When each node sends what, if nodes do one communication after another and wait for nobody else:
// the order of the root is a scheduling discipline of Johnsson and Ho 1986 (sections 3 and 5), and
// the other nodes send what has come first as soon as a port may.
//
//     PortSchedule schedule(4, {.overlap_percent = 20});
//     schedule.send({.port = 0, .packets = {{way, 0, 8}}});  // the root's messages, in order
//     schedule.run(costs);
//     schedule.messages();  // of all nodes: from when on which link carries how many packets
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

class PortSchedule {
 public:
  // Packets that continue together.
  struct Packets {
    std::vector<Address> way;  // to one destination: the nodes from below the root on
    std::uint32_t first = 0;   // of those of its tree
    std::uint32_t count = 0;
    unsigned tree = 0;
  };
  struct Message {
    unsigned port = 0;
    std::vector<Packets> packets;
  };
  // A message on a link, from a cycle on.
  struct Sent {
    Address node;
    unsigned port = 0;
    std::uint64_t cycle = 0;
    std::uint64_t end = 0;  // all is in the next node
    std::uint64_t packets = 0;
  };
  struct Ports {
    // A node may begin a communication on another port when all but so much of the last has passed.
    unsigned overlap_percent = 0;
    // Sending and receiving on different ports are communications that wait for one another.
    bool half = false;
  };

  PortSchedule(unsigned d, const Ports& ports) : d_(d), ports_(ports) {}

  // The next message of the root.
  void send(Message message) { of_root_.push_back(std::move(message)); }
  void run(const FrameCosts& costs);

  const std::vector<Sent>& messages() const { return sent_; }
  std::uint64_t end() const;

 private:
  struct Waiting {
    std::uint64_t ready = 0;
    std::uint64_t order = 0;  // of arrival
    Packets packets;
    std::size_t hops = 0;  // done
  };
  struct Node {
    std::vector<std::deque<Waiting>> queues;         // by port
    std::array<std::vector<std::uint64_t>, 2> ends;  // of the last communication, by direction and port
    std::array<std::vector<std::uint64_t>, 2> lets;  // others begin
  };
  enum Direction : unsigned { kOut, kIn };

  std::uint64_t may_begin(const Node& node, Direction direction, unsigned port) const;
  void occupy(Node& node, Direction direction, unsigned port, std::uint64_t begin, std::uint64_t end);
  void arrive(Address node, std::uint64_t cycle, Waiting packets);
  void transmit(Address node, unsigned port, std::uint64_t begin, std::vector<Waiting> packets,
                const FrameCosts& costs);

  unsigned d_;
  Ports ports_;
  std::deque<Message> of_root_;
  std::vector<Node> nodes_;
  std::vector<Sent> sent_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace testbench
