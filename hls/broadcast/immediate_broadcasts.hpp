// SPDX-License-Identifier: Apache-2.0
// The source serves each request at once, down a tree whose root it is. Every port sends the
// packets in the order of the requests, and the request's number decides the tree.
//
//     direct     one of the d rotations of the spanning binomial tree, at random (Stamoulis and
//                Tsitsiklis 1993)
//     balanced   the rotations of the tree of the multinode broadcast in turn (Bertsekas et al.
//                1991, section 2)
//     tree       the stored tree of the source, on any other network; ports that it does not use
//                skip the request
#pragma once

#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"

namespace broadcast {

template <class Config>
class ImmediateBroadcasts {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Requests = std::array<Request<Config>, kPorts>;

  // One cycle. `requests`: each port's next request. `taken`: ports whose offer leaves. `fetches`:
  // the registers that hold the ports' offers. Returns the ports that offer their next from now on.
  HLS_MODULE network::PortSet<Config> tick(const Service<Config>& service, const Requests& requests,
                                           network::PortSet<Config> taken, Fetches<Config>& fetches) {
    [[maybe_unused]] const bool direct = service.scheme == Scheme::kDirect;
    Ports served;
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool free = !fetches[o].valid || Ports(taken).contains(o);
      bool next = free && requests[o].valid;
      served.insert(o, next);
      if constexpr (Config::kByTrees) next = next && Ports(service.tree.own).contains(o);
      if (free) fetches[o].valid = hls::Bit(next);
      if (!next) continue;
      auto& header = fetches[o].header;
      header.sequence = requests[o].number;
      header.source = service.me;
      header.destination = service.me;
      if constexpr (Config::kByTrees) {
        header.rule = rule_number<rules::ByTree, Config>();
      } else {
        header.tree = direct ? requests[o].tree.at_random : requests[o].tree.in_turn;
        header.rule = direct ? rule_number<rules::Sbt, Config>() : rule_number<rules::Table, Config>();
      }
    }
    return network::PortSet<Config>(served);
  }
};

}  // namespace broadcast
