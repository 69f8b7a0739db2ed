// SPDX-License-Identifier: Apache-2.0
// The packets of a scan in which what has come for one node goes on into packets for others, for an item of each node's
// vector: what each is made of, and what follows from that for the routers.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// Packets wait for links that all work at a time, or for nodes that send one packet and receive one, or do one of the two.
enum class Busy { kLinks, kNodes, kNodesBothWays };

class ScanPackets {
 public:
  // A packet that a router sends for a node.
  struct Sending {
    std::uint32_t node = 0;
    std::uint32_t router = 0;
    unsigned port = 0;
    std::vector<std::pair<std::uint32_t, unsigned>> parts;  // packets that are combined into it, and their in-ports

    friend auto operator<=>(const Sending&, const Sending&) = default;
  };

  explicit ScanPackets(const LinkTable& links)
      : ends_(links.ends()),
        arriving_(ends_),
        part_places_(std::size_t{links.nodes()} * ends_),
        loads_(links.nodes()) {}

  // Parts come before what they go into.
  const std::vector<Sending>& sent() const { return sent_; }
  // Through which packets for the node come to it.
  network::Ports arriving(std::uint32_t node) const { return arriving_[node]; }
  // By router and node: the ports through which packets for the node go on from there.
  const std::map<std::pair<std::uint32_t, std::uint32_t>, network::Ports>& words() const { return words_; }
  // As collectives::Plan::parts().
  const std::array<std::uint32_t, 2>* part_places() const { return part_places_.data(); }
  const std::array<std::uint32_t, 2>* parts() const { return parts_.data(); }

  std::uint64_t hops() const { return sent_.size(); }  // packets over links for M = 1
  // Packets of the busiest.
  std::uint32_t most_loaded(Busy busy) const;

 protected:
  void send(const LinkTable& links, Sending packet, bool has_own);
  void deliver(std::uint32_t node, unsigned in_port) { arriving_[node].insert(in_port); }

 private:
  std::uint32_t ends_;
  std::vector<Sending> sent_;
  std::vector<network::Ports> arriving_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, network::Ports> words_;
  std::vector<std::array<std::uint32_t, 2>> part_places_;
  std::vector<std::array<std::uint32_t, 2>> parts_;
  std::map<std::pair<std::uint32_t, unsigned>, std::uint32_t> link_loads_;  // by router and port
  std::vector<std::array<std::uint32_t, 2>> loads_;                         // by router: packets sent and received
  std::uint32_t most_of_a_link_ = 0;
};

}  // namespace testbench
