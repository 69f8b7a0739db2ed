// SPDX-License-Identifier: Apache-2.0
// One output port: a crosspoint queue for every other in-port, and the arbiter of the link behind
// them.
//
// It sends one packet a cycle: its own injected packet first (or last, as the policy says), else
// the next in-port in round-robin order. A packet that arrives in this cycle asks like one that
// waits; if it is granted and its queue is empty it goes straight to the link register, so that a
// free path costs one cycle a hop.
//
// In nodes that combine packets, an own packet may wait for one packet of each of some in-ports and
// is combined with them (ProgramEntry::combined). While it waits nothing else passes: the packets
// in the queues are its operands. With epochs a packet that is combined leaves with the program
// alone, for its collective may not have begun here; and packets in transit of the collective before
// pass an own packet that waits, for its operands may wait for them.
//
// Crosspoint q takes from in-port q if q is below this port, else from in-port q + 1: a packet never
// goes back where it came from.
#pragma once

#include <array>

#include "hls/router/arbiter.hpp"
#include "hls/router/combiner.hpp"
#include "hls/router/injector.hpp"
#include "hls/router/operand_check.hpp"
#include "hls/router/packet_queue.hpp"

namespace router {

template <class Config>
class OutputPort {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static constexpr unsigned kCrosspoints = kPorts > 1 ? kPorts - 1 : 1;
  using Crosspoints = hls::Bits<kCrosspoints>;
  using Pipeline = CombinePipeline<Config, kCrosspoints>;

  // Drops port `self` of a set of in-ports, so that bit q is crosspoint q.
  static constexpr std::uint32_t to_crosspoints(Ports in_ports, unsigned self) {
    const std::uint32_t below = (1u << self) - 1;
    return (in_ports.mask() & below) | (in_ports.mask() >> 1 & ~below);
  }
  // Puts a zero bit back at `self`: a mask of crosspoints as a set of in-ports.
  static constexpr Ports to_in_ports(std::uint32_t crosspoints, unsigned self) {
    const std::uint32_t below = (1u << self) - 1;
    return Ports((crosspoints & below) | (crosspoints & ~below) << 1);
  }

  // Crosspoints that hold a packet.
  std::uint32_t waiting() const { return waiting_; }
  // Crosspoints whose in-port must stop.
  std::uint32_t filling() const { return filling_; }
  // Crosspoints that lost a packet in the cycle before.
  std::uint32_t lost() const { return mask_of<Config, kCrosspoints>(losses_); }
  // Most packets that one of the queues has held since the start.
  std::uint32_t deepest() const { return deepest_; }
  // Whether packets have left the port that are not yet in the link register.
  bool is_sending() const { return !pipeline_.empty(); }

  // Whether a packet would leave if the port may send. The arguments are those of tick.
  template <class Arrivals>
  bool asks(PortNumber<Config> self, Crosspoints arriving, [[maybe_unused]] const Arrivals& arrivals,
            const Fetch<Config>& own, hls::Bit transit_first, const CombineControl<Config>& combining) const {
    const std::uint32_t heads = arriving | waiting_;
    if constexpr (kOffers) {
      const Offer offer = offered(heads, own, transit_first, self, combining,
                                  [&](unsigned q) { return next_header(q, self, arrivals); });
      const bool own_comes_last = (transit_first && yields(own)) || offer.own_gives_way;
      const bool own_is_next = own.valid && !(own_comes_last && offer.transit != 0);
      return own_is_next ? is_complete(self, offer.operands, own, combining) : offer.transit != 0;
    }
    if (own.valid && !(transit_first && yields(own) && heads != 0)) {
      return is_complete(self, heads, own, combining);
    }
    return heads != 0;
  }

  // Whether a packet that would be combined with the own one does not belong to it. The arguments are
  // those of tick.
  template <class Arrivals>
  bool has_wrong_operand(PortNumber<Config> self, Crosspoints arriving, const Arrivals& arrivals,
                         const Fetch<Config>& own, const CombineControl<Config>& combining) const {
    bool found = false;
    const std::uint32_t there = combined_crosspoints(self, own) & (waiting_ | arriving);
    hls::for_each_one<kCrosspoints>(there, [&](unsigned q) {
      const bool waits = (waiting_ >> q & 1u) != 0;
      const Header<Config> head = waits ? queues_[q].head().header : arrivals[in_port(q, self)].packet.header;
      found = found || !belong_together<Config>(head, own.header, combining.followed.go_on);
    });
    return own.valid && found;
  }

  // One cycle. `self`: this port's number. `arriving`: crosspoints to which a packet of `arrivals`,
  // one for each in-port, is routed. `may_send`: the gate, the neighbour and the link allow a
  // packet to leave. `own`, `payload`: the injector's packet. `combining`: for nodes that combine.
  // `turn`: which packets in transit may leave. `link`: the link register. `start`: the arbiter's
  // round and the count of the deepest queue begin anew, so that a collective takes the same cycles
  // whatever ran before it. Returns whether the own packet left.
  template <class Arrivals>
  HLS_MODULE hls::Bit tick(PortNumber<Config> self, hls::Bit start, Crosspoints arriving, const Arrivals& arrivals,
                           hls::Bit may_send, const Fetch<Config>& own, Payload<Config> payload, hls::Bit transit_first,
                           const CombineControl<Config>& combining, const TreeTurn<Config>& turn, Flit<Config>& link) {
    const std::uint32_t requests = waiting_ | arriving;
    const auto next_of = [&](unsigned q) {
      return (waiting_ >> q & 1u) ? queues_[q].head() : arrivals[in_port(q, self)].packet;
    };
    Offer offer{requests, requests, false};
    if constexpr (kOffers) {
      offer = offered(requests, own, transit_first, self, combining, [&](unsigned q) { return next_of(q).header; });
    }
    std::uint32_t admitted = offer.transit;
    if constexpr (Config::kTreeTurns) {
      hls::for_each_one<kCrosspoints>(
          requests, [&](unsigned q) { admitted &= ~((turn.admits(next_of(q).header) ? 0u : 1u) << q); });
    }
    const bool own_comes_last = (transit_first && yields(own)) || offer.own_gives_way;
    const bool own_is_next = own.valid && !(own_comes_last && admitted != 0);
    const bool own_leaves = may_send && own_is_next && is_complete(self, offer.operands, own, combining);
    // The grant does not wait for own_is_next: an own packet that comes last leaves only if nothing
    // asks.
    const bool may_grant = may_send && (!own.valid || own_comes_last);
    const std::uint32_t grant = may_grant ? round_robin_grant(admitted, last_grant_) : 0;
    const std::uint32_t leaving = grant | (own_leaves ? combined_crosspoints(self, own) : 0);

    link.valid = hls::Bit(own_leaves || grant != 0);
    // The last crosspoint queue is the default; the value is ignored unless `valid` is set.
    constexpr unsigned kLast = kCrosspoints - 1;
    const auto first_choice = [&] {
      if constexpr (hls::kSkipsWork) {
        return bits::index(bits::lowest(grant | 1u << kLast));  // reads one queue alone
      } else {
        return kLast;
      }
    };
    link.packet = own_is_next ? Packet<Config>{payload, own.header} : next_of(first_choice());
    if constexpr (combines<Config>() && !has_combine_stages<Config>()) {
      if (own_is_next) {
        const std::uint32_t present = combined_crosspoints(self, own);
        std::array<Payload<Config>, kCrosspoints> operands{};
        hls::for_each_one<kCrosspoints>(present & requests, [&](unsigned q) { operands[q] = next_of(q).payload; });
        // The first operand is the port behind this one: crosspoint `self`; the last port has none.
        link.packet.payload = Combiner<Config, kCrosspoints>::combine(
            combining.operation, hls::Bit(1), payload, operands, present, self < kCrosspoints ? self : 0u);
      }
    }
    if constexpr (!hls::kSkipsWork) {
      hls::for_each_one<kLast>(grant & ((1u << kLast) - 1), [&](unsigned q) { link.packet = next_of(q); });
    }
    if constexpr (kOffers) {
      HLS_ASSERT(own_leaves || !link.valid || !is_combined<Config>(link.packet.header),
                 "a packet that is combined leaves without the program");
    }
    if constexpr (has_combine_stages<Config>()) {
      const std::uint32_t present = own_is_next ? combined_crosspoints(self, own) : 0;
      const auto there = [&] { return present & requests; };
      const auto payload_of = [&](unsigned q) { return next_of(q).payload; };
      pipeline_.tick(combining.operation, hls::Bit(1), link, payload_of, present, there,
                     self < kCrosspoints ? self : 0u);
    }
    if (start || turn.begins_anew()) {
      last_grant_ = Crosspoints(0);
    } else if (grant != 0) {
      last_grant_ = Crosspoints(grant);
    }

    if constexpr (Config::kStatistics) {
      if (start) deepest_ = Count(0);
    }
    update_queues<Config, kCrosspoints>(queues_, waiting_, filling_, losses_, deepest_, leaving & waiting_,
                                        arriving & ~(leaving & ~waiting_),
                                        [&](unsigned q) { return arrivals[in_port(q, self)].packet; });
    return hls::Bit(own_leaves);
  }

  // For a mesh whose queues lie in main memory: a hint that heads will be read soon, the operands
  // of the own packet or the next in round-robin order.
  void prefetch_heads(PortNumber<Config> self, const Fetch<Config>& own) const {
    const std::uint32_t combined = combined_crosspoints(self, own) & waiting_;
    hls::for_each_one<kCrosspoints>(combined, [&](unsigned q) { queues_[q].prefetch(); });
    if (combined == 0 && waiting_ != 0) next_queue().prefetch();
  }
  CrosspointQueues<Config, kCrosspoints>& queues() { return queues_; }
  Pipeline& pipeline() { return pipeline_; }

 private:
  using Count = typename CrosspointQueue<Config>::Count;

  // A router of one port has no second in-port; its crosspoint is never used.
  static constexpr unsigned in_port(unsigned crosspoint, unsigned self) {
    return kPorts > 1 && crosspoint >= self ? crosspoint + 1 : crosspoint;
  }

  template <class Arrivals>
  Header<Config> next_header(unsigned crosspoint, PortNumber<Config> self, const Arrivals& arrivals) const {
    return (waiting_ >> crosspoint & 1u) ? queues_[crosspoint].head().header
                                         : arrivals[in_port(crosspoint, self)].packet.header;
  }

  // Whether packets in transit leave before this own packet, under the policy that prefers them. A
  // packet that is combined does not yield: the packets in the queues are then no transit, but wait
  // to be combined.
  static bool yields([[maybe_unused]] const Fetch<Config>& own) {
    if constexpr (combines<Config>()) {
      return Ports(own.combined).empty() && !is_combined<Config>(own.header);
    } else {
      return true;
    }
  }
  // The crosspoints whose heads are combined with the own packet.
  static std::uint32_t combined_crosspoints([[maybe_unused]] PortNumber<Config> self,
                                            [[maybe_unused]] const Fetch<Config>& own) {
    if constexpr (combines<Config>()) {
      return to_crosspoints(Ports(own.combined), self);
    } else {
      return 0;
    }
  }
  // The heads of the queues, by what they wait for. Without epochs, or where nothing is combined, all may go.
  static constexpr bool kOffers = kHasEpochs<Config> && combines<Config>();
  struct Offer {
    std::uint32_t operands;  // crosspoints whose packet may go into the own one
    std::uint32_t transit;   // those whose packet may leave
    bool own_gives_way;      // the own packet waits, and they leave before it
  };
  template <class HeaderOf>
  static Offer offered(std::uint32_t requests, const Fetch<Config>& own, bool transit_first, PortNumber<Config> self,
                       const CombineControl<Config>& combining, HeaderOf header_of) {
    std::uint32_t combined = 0;
    std::uint32_t of_other = 0;
    hls::for_each_one<kCrosspoints>(requests, [&](unsigned q) {
      const Header<Config> header = header_of(q);
      if (is_combined<Config>(header)) {
        combined |= 1u << q;
      } else if (header.epoch != own.header.epoch) {
        of_other |= 1u << q;
      }
    });
    const bool waits = own.valid && !is_complete(self, combined, own, combining);
    const bool gives_way = waits && of_other != 0 && !(transit_first && yields(own));
    return {combined, gives_way ? of_other : requests & ~combined, gives_way};
  }

  // Whether all operands of the own packet are there. `requests`: crosspoints with a packet.
  static bool is_complete([[maybe_unused]] PortNumber<Config> self, [[maybe_unused]] std::uint32_t requests,
                          [[maybe_unused]] const Fetch<Config>& own,
                          [[maybe_unused]] const CombineControl<Config>& combining) {
    if constexpr (combines<Config>()) {
      return (combined_crosspoints(self, own) & ~requests) == 0 && (!own.is_second || second_may_leave(own, combining));
    } else {
      return true;
    }
  }

  static bool second_may_leave([[maybe_unused]] const Fetch<Config>& own, const CombineControl<Config>& combining) {
    if constexpr (Config::kFollowsResults) {
      if (combining.followed.follows) return own.header.sequence < combining.followed.before;
    }
    return combining.second_part;
  }

  const CrosspointQueue<Config>& next_queue() const {
    return queues_[bits::index(round_robin_grant(waiting_, last_grant_))];
  }

  CrosspointQueues<Config, kCrosspoints> queues_;
  Crosspoints waiting_;     // bit q: queue q holds a packet. Kept beside the counts: the request vector is a register
  Crosspoints filling_;     // bit q: queue q says stop
  Crosspoints last_grant_;  // one-hot, zero before the first grant since the start
  QueueLosses<Config, kCrosspoints> losses_;
  Pipeline pipeline_;
  Count deepest_;
};

}  // namespace router
