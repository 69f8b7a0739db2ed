// SPDX-License-Identifier: Apache-2.0
// Partial multinode broadcasts on any network, one behind the other (Varvarigos and Bertsekas,
// sections II and III). Every node stores a tree for each source, and the M nodes that have a request
// serve their oldest one in a period:
//
//     counting    up a tree that all nodes know: a node adds its own request to what its children have
//                 told, and tells its parent. It joins with what waits in that cycle
//     waiting     the root knows M, and tells it down the same tree
//     packets     a node that has heard M sends its packet down its own tree. It knows how many packets
//                 come to it, and begins to count when it has them and they have left it
//
// The root knows M when all nodes are through with the period before, so that a count meets no packet on
// its way up. On its way down it meets none either: the tree has shortest ways from the root, and a packet
// is a cycle behind the count of its source. A message that a node hears while it waits is therefore M,
// and any other is a child's count.
//
// Example, a path of nodes 0, 1, 2 with root 1, nodes 0 and 2 active: both tell 1 in cycle 0, node 1
// hears 1 + 1 in cycle 1 and tells M = 2, which they hear in cycle 2. Their packets cross links from
// cycle 3 on.
#pragma once

#include "hls/broadcast/prefix_exchange.hpp"
#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

enum class TreePhase : std::uint32_t {
  kResting = 0,
  kCounting = 1,
  kWaiting = 2,
  kPackets = 3,
};

template <class Config>
class TreeBroadcasts {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Links = std::array<network::Link<Config>, kPorts>;
  using PrefixCounts = std::array<PrefixCount<Config>, kPorts>;

  TreePhase phase() const { return phase_; }

  // One cycle, as in PartialBroadcasts.
  HLS_MODULE hls::Bit tick(const Service<Config>& service, const Request<Config>& request, const Links& links,
                           hls::Bit transit, network::PortSet<Config> taken, const PrefixCounts& heard,
                           PrefixCounts& told, Fetches<Config>& fetches) {
    const bool over = phase() == TreePhase::kPackets && is_over(fetches, transit);
    const bool begins = service.start || (over && service.repeats);
    const bool counts = phase() == TreePhase::kCounting || begins;
    const bool waits = phase() == TreePhase::kWaiting;
    const Ports children(service.tree.children);
    const Ports parent(service.tree.parent);

    Ports came(came_);
    std::uint32_t sum = sum_;
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!heard[k].valid) continue;
      HLS_ASSERT(!came.contains(k), "a child counts twice in a period");
      came.insert(k, true);
      sum += heard[k].count;
    }
    const bool joins = counts && (children - came).empty();
    const bool is_known = (waits && !came.empty()) || (joins && parent.empty());
    if (joins) {
      sum += request.valid ? 1u : 0u;
      active_ = request.valid;
      sequence_ = request.number;
    }
    const bool ends = joins || is_known;
    came_ = network::PortSet<Config>(ends ? Ports() : came);
    sum_ = NodeCount<Config>(ends ? 0 : sum);
    for (unsigned k = 0; k < kPorts; ++k) {
      told[k].valid = hls::Bit((is_known && children.contains(k)) || (joins && parent.contains(k)));
      told[k].count = NodeCount<Config>(sum);
    }

    HLS_ASSERT(!is_known || arrivals(links) == 0, "a packet has come before the number of packets");
    missing_ = NodeCount<Config>(is_known ? sum - (active_ ? 1u : 0u) : missing_ - arrivals(links));
    offer(service, hls::Bit(is_known && active_), taken, fetches);

    if (is_known && sum != 0) {
      phase_ = PhaseNumber(TreePhase::kPackets);
    } else if (joins && !parent.empty()) {
      phase_ = PhaseNumber(TreePhase::kWaiting);
    } else if (is_known || over || begins) {
      phase_ = PhaseNumber(begins || service.repeats ? TreePhase::kCounting : TreePhase::kResting);
    }
    return hls::Bit(joins && request.valid);
  }

 private:
  using PhaseNumber = hls::Bits<2, TreePhase>;

  // Everything has come and left. Every packet comes once, except the node's own.
  bool is_over(const Fetches<Config>& fetches, bool transit) const {
    bool quiet = missing_ == 0 && !transit;
    for (unsigned o = 0; o < kPorts; ++o) quiet = quiet && !fetches[o].valid;
    return quiet;
  }
  static std::uint32_t arrivals(const Links& links) {
    Ports arrived;
    for (unsigned k = 0; k < kPorts; ++k) {
      arrived.insert(k, links[k].valid && links[k].packet.header.rule == rule_number<rules::ByTree, Config>());
    }
    return arrived.size();
  }

  // `sends`: the node's packet goes on offer to all ports of its tree, which have none.
  void offer(const Service<Config>& service, hls::Bit sends, network::PortSet<Config> taken, Fetches<Config>& fetches) {
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool now = sends && Ports(service.tree.own).contains(o);
      if (now || Ports(taken).contains(o)) fetches[o].valid = hls::Bit(now);
      if (!now) continue;
      auto& header = fetches[o].header;
      header.sequence = sequence_;
      header.source = service.me;
      header.destination = service.me;
      header.rule = rule_number<rules::ByTree, Config>();
    }
  }

  NodeCount<Config> sum_;          // of the counts that have come
  network::PortSet<Config> came_;  // from these ports
  NodeCount<Config> missing_;      // packets still to come
  network::SequenceNumber<Config> sequence_;
  hls::Bit active_;
  PhaseNumber phase_;
};

}  // namespace broadcast
