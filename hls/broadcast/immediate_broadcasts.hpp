// Requests served each at once, by its source alone, down a tree of which the source is the root: every port sends the
// requests' packets in their order, and on which tree depends on the request's number.
//
//     direct     one of the d rotations of the spanning binomial tree, at random (Stamoulis and Tsitsiklis 1993)
//     balanced   the rotations of the tree of the multinode broadcast (Bertsekas et al. 1991, section 2) in turn
#pragma once

#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"

namespace broadcast {

// The tree of one request after the other, for one port: those of a node's ports are alike.
template <class Config>
class TreeChoice {
 public:
  static constexpr unsigned kTrees = kDimension<Config>;

  // Of the next request.
  unsigned tree(Scheme scheme) const {
    return scheme == Scheme::kDirect ? static_cast<unsigned>((state_ >> 16) * kTrees >> 16) : turn_;
  }
  void start(network::NodeAddress<Config> me) {
    turn_ = ClassNumber<Config>(0);
    // Any number but 0, and far from that of any other node.
    state_ = hls::Bits<32>((Address(me).number() * 0x9E3779B1u) | 1u);
    step_random();
  }
  void step() {
    turn_ = ClassNumber<Config>(turned<Config>(turn_, 1 % kTrees));
    step_random();
  }

 private:
  // Marsaglia's generator of 32 bits and three shifts.
  void step_random() {
    std::uint32_t x = state_;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    state_ = hls::Bits<32>(x);
  }

  hls::Bits<32> state_;
  ClassNumber<Config> turn_;
};

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
        header.tree = ClassNumber<Config>(choices_[o].tree(service.scheme));
        header.rule =
            service.scheme == Scheme::kDirect ? rule_number<rules::Sbt, Config>() : rule_number<rules::Table, Config>();
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
  std::array<TreeChoice<Config>, kPorts> choices_;
};

}  // namespace broadcast
