// The packets that the root of a tree which all nodes share has still to send down it: a ring that
// every port of the root reads at its own pace.
#pragma once

#include <array>

#include "firmware/trees/johnsson_ho.hpp"
#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/ram.hpp"

namespace broadcast {

template <class Config>
class Relay {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  // One more packet can come.
  bool has_room() const {
    bool room = true;
    for (unsigned o = 0; o < kPorts; ++o) room = room && waiting_[o] < Config::kMostRelayed - 1;
    return room;
  }
  // Packets that the port has still to offer.
  unsigned waiting(unsigned port) const { return waiting_[port]; }
  // The next that it offers, and the payload of the one that it offered last.
  network::Header<Config> next(unsigned port) const { return packets_.read(end_ - waiting_[port]).header; }
  network::Payload<Config> offered(unsigned port) const { return packets_.read(offered_[port]).payload; }

  // One cycle. `comes`: `packet` comes, for the ports of `down`. `leaves`: ports that offer their
  // next from now on; what they have offered before has left.
  void tick(hls::Bit comes, const network::Packet<Config>& packet, network::PortSet<Config> down,
            network::PortSet<Config> leaves) {
    HLS_ASSERT(!comes || has_room(), "a packet comes to a full relay");
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool next = Ports(leaves).contains(o);
      if (next) offered_[o] = Index(end_ - waiting_[o]);
      waiting_[o] = Count(waiting_[o] + (comes && Ports(down).contains(o) ? 1u : 0u) - (next ? 1u : 0u));
    }
    if (comes) {
      packets_.write(end_, packet);
      end_ = Index(end_ + 1);
    }
  }

 private:
  using Index = hls::Bits<hls::index_width(Config::kMostRelayed)>;
  using Count = hls::Bits<hls::index_width(Config::kMostRelayed)>;

  hls::Ram<network::Packet<Config>, Config::kMostRelayed> packets_;
  Index end_;                          // where the next one goes
  std::array<Count, kPorts> waiting_;  // with what is on offer below the size of the ring
  std::array<Index, kPorts> offered_;
};

}  // namespace broadcast
