// Requests served each at once, by its source alone, down a tree of which the source is the root: every port sends the
// requests' packets in their order, and on which tree depends on the request's number.
//
//     direct     one of the d rotations of the spanning binomial tree, at random (Stamoulis and Tsitsiklis 1993)
//     balanced   the rotations of the tree of the multinode broadcast (Bertsekas et al. 1991, section 2) in turn
#pragma once

#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"
#include "hls/broadcast/tree_choice.hpp"

namespace broadcast {

template <class Config>
class ImmediateBroadcasts {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  // A port has as many requests before it as a node can have.
  bool full() const {
    bool found = false;
    for (const RequestQueue<Config>& requests : requests_) found = found || requests.full();
    return found;
  }

  // One cycle; arguments as those of PartialBroadcasts::tick.
  HLS_MODULE void tick(const Service<Config>& service, hls::Bit comes, network::PortSet<Config> taken,
                       Fetches<Config>& fetches) {
    const bool accepted = comes && !full();
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool free = !fetches[o].valid || Ports(taken).contains(o);
      const bool next = free && requests_[o].waiting() != 0;
      if (free) fetches[o].valid = hls::Bit(next);
      if (next) {
        auto& header = fetches[o].header;
        header.sequence = requests_[o].first();
        header.source = service.me;
        header.destination = service.me;
        const bool direct = service.scheme == Scheme::kDirect;
        header.tree = ClassNumber<Config>(direct ? choices_[o].at_random() : choices_[o].in_turn());
        header.rule = direct ? rule_number<rules::Sbt, Config>() : rule_number<rules::Table, Config>();
      }
      if (service.start) {
        choices_[o].start(service.me);
      } else if (next) {
        choices_[o].step();
      }
      requests_[o].tick(hls::Bit(accepted), hls::Bit(next));
    }
  }

 private:
  std::array<RequestQueue<Config>, kPorts> requests_;
  std::array<TreeChoice<Config>, kPorts> choices_;  // those of a node's ports are alike, each as far as its port
};

}  // namespace broadcast
