// SPDX-License-Identifier: Apache-2.0
// Partial multinode broadcasts, one behind the other (Varvarigos and Bertsekas, sections II and
// IV). In each of them the M nodes that have a request are active, and serve their oldest one:
//
//     classes     in the third algorithm, an exchange: the class of an active node is its rank
//                 mod d
//     ranks       an exchange: the rank of an active node in its class or classes, and the packets
//                 of each class
//     packing     a packet goes to a node that agrees with its rank in the low m dimensions of the
//                 class
//     broadcast   the packet goes from there to all
//
// No node waits for a signal that a period is over. It knows M, and so the number of packets that
// it receives. It begins the next exchange when it has them, and no exchange ends before all nodes
// have begun it (PrefixExchange).
//
// Where exchanges overlap (PrefixChannel::kOverlap) a node also knows the cycle of the end. The
// second and the third algorithm have windows, and lemma 1 bounds a node's packets in each. If no
// memory makes a packet wait, each packet leaves in its window, and all nodes begin the windows in
// the same cycle. The last packets therefore leave in the last cycle of the last window, and the
// queues are empty behind it. The links carry these packets in the next cycle, and none of them
// goes further, because they come over the last dimension of their class. The first packets of the
// next period may leave in that cycle. Its exchange begins earlier by its own length, so that
// requests can come until then and both end in the same cycle. If there is less time, the exchange
// begins behind the packing and ends last. It still needs no signal.
//
// The first algorithm does not overlap. Its last phase has no windows, and so no known end: if some
// of the 2^m packets are missing the others come in another order, and can take longer than all 2^m
// (testbench/runs/broadcast/overlap_test.cpp).
//
// Example, d = 3, second algorithm, nodes 5 and 6 active: class 1 orders the dimensions 1, 2, 0
// from the lowest. It sees node 6 = 110 as 011 and node 5 = 101 as 110, so that node 6 has rank 0.
// The packet of node 6 in class 1 goes over dimension 1 to node 4.
#pragma once

#include "hls/broadcast/period_packets.hpp"
#include "hls/broadcast/prefix.hpp"
#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"

namespace broadcast {

enum class Phase : std::uint32_t {
  kResting = 0,
  kClasses = 1,
  kRanks = 2,
  kPackets = 3,  // packing and broadcast, with the windows of PhaseClock
};

template <class Config>
class PartialBroadcasts {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using Links = std::array<network::Link<Config>, kPorts>;
  using PrefixCounts = typename Prefix<Config>::PrefixCounts;

  // The next exchange runs while this period's packets are under way.
  static bool overlaps(const Service<Config>& service) { return kOverlaps<Config> && service.scheme != Scheme::kPmnb1; }
  const PhaseClock<Config>& clock() const { return clock_; }
  Phase phase() const { return phase_; }
  // The period's active nodes, from its packing on.
  NodeCount<Config> members() const { return members_; }
  Prefix<Config>& prefix() { return exchange_; }
  // The payload of another node's packet on offer at the port.
  network::Payload<Config> payload(unsigned port) const { return holdings_.packet(offers_[port].offered()).payload; }

  // One cycle. `request`: the oldest. `links`: driven by the neighbours. `transit`: packets wait in
  // the router. `taken`: ports whose offer leaves. `heard`, `told`: the exchange's. `fetches`: the
  // registers that hold the ports' offers. Returns whether the request is served from now on.
  HLS_MODULE hls::Bit tick(const Service<Config>& service, const Request<Config>& request, const Links& links,
                           hls::Bit transit, network::PortSet<Config> taken, const PrefixCounts& heard,
                           PrefixCounts& told, Fetches<Config>& fetches) {
    const bool classed = phase() == Phase::kClasses && !exchange_.busy();
    const bool counted = exchange_.tick(service.me, heard, told);
    const bool ranked = phase() == Phase::kRanks && counted;
    const NodeCount<Config> total = exchange_.total(0);
    const bool by_class = service.scheme == Scheme::kPmnb3;
    const bool nobody = (classed || (ranked && !by_class)) && total == 0;
    const bool over = nobody || (phase() == Phase::kPackets && is_over(service, fetches, transit));
    const bool begins = service.start || (over && service.repeats);
    const bool begins_ranks = classed && !nobody;
    const bool places = ranked && !nobody;

    const ClassSet<Config> kept = holdings_.tick(service.me, links);
    const unsigned arrived = arrivals(service.me, links);

    const std::uint32_t joins = join(service, request, begins, classed);
    if ((classed || ranked) && !(ranked && by_class)) members_ = total;

    HLS_ASSERT(!clock_.is_last() || ends(taken), "a packet has missed its window");
    std::uint32_t own_held = 0;
    std::array<std::uint32_t, kPorts> to_holder{};
    if (places) {
      most_ = total;
      place(service, own_held, to_holder);
    } else {
      missing_ = Missing(missing_ - arrived);
    }
    step_clock(service, places, over);
    offer(service, ClassSet<Config>(kept | own_held), to_holder, taken, fetches);

    if (begins || begins_ranks) exchange_.begin(service.me, ClassSet<Config>(joins), told);
    if (begins) {
      phase_ = PhaseNumber(by_class ? Phase::kClasses : Phase::kRanks);
    } else if (over) {
      phase_ = PhaseNumber(Phase::kResting);
    } else if (begins_ranks) {
      phase_ = PhaseNumber(Phase::kRanks);
    } else if (places) {
      phase_ = PhaseNumber(Phase::kPackets);
    }
    return hls::Bit(begins && request.valid);
  }

 private:
  using PhaseNumber = hls::Bits<2, Phase>;
  struct Nothing {};
  using Missing = hls::Bits<kPorts + 1 + hls::index_width(kPorts + 1)>;

  static constexpr std::uint32_t kToAll = Config::Rules::template mask_of<rules::Doubling, rules::Subcubes>();

  // Returns the classes in which this node is active in the exchange that begins: the exchange of
  // the requests, or, if `classed`, that of the ranks.
  std::uint32_t join(const Service<Config>& service, const Request<Config>& request, bool begins, bool classed) {
    std::uint32_t joins = 0;
    if (begins) {
      joins = !request.valid ? 0u : service.splits() ? (1u << kPorts) - 1 : 1u;
    } else if (classed) {
      joins = active_ ? 1u << class_of(exchange_.rank(0)) : 0u;
    }
    if (begins) {
      active_ = request.valid;
      const network::SequenceNumber<Config> first(request.number * (service.splits() ? kPorts : 1u));
      if constexpr (kOverlaps<Config>) {
        next_sequence_ = first;
      } else {
        sequence_ = first;
      }
    }
    if (begins || classed) classes_ = ClassSet<Config>(joins);
    return joins;
  }

  void step_clock(const Service<Config>& service, bool places, bool over) {
    if (places) {
      // If all nodes are active each holds its own packet, and nothing is packed. The third
      // algorithm still packs, because it chooses the class of a node by its rank.
      const bool packs = service.scheme == Scheme::kPmnb3 || most_ != Config::Network::kNodes;
      clock_.begin(most_, hls::Bit(packs), hls::Bit(service.scheme == Scheme::kPmnb1));
    } else if (over && !overlaps(service)) {
      clock_.end();
    } else {
      clock_.tick();
    }
  }

  // Chooses the ports' offers for the next cycle. `to_holder`: for each port, classes whose own
  // packet is to leave through it for its holder. `to_all`: classes whose packet is held here from
  // now on.
  void offer(const Service<Config>& service, ClassSet<Config> to_all,
             const std::array<std::uint32_t, kPorts>& to_holder, network::PortSet<Config> taken,
             Fetches<Config>& fetches) {
    for (unsigned o = 0; o < kPorts; ++o) {
      offers_[o].add(hls::Bit(Ports(taken).contains(o)), ClassSet<Config>(to_holder[o]), to_all);
      const bool free = !fetches[o].valid || Ports(taken).contains(o);
      if (free) {
        fetches[o].valid = hls::Bit(offers_[o].choose(clock_, o));
        fetches[o].header = header(service, offers_[o].offered(), offers_[o].to_all());
      }
    }
  }
  bool ends(network::PortSet<Config> taken) const {
    bool all = true;
    for (unsigned o = 0; o < kPorts; ++o) all = all && offers_[o].ends(hls::Bit(Ports(taken).contains(o)));
    return all;
  }

  // The rank mod d, by conditional subtractions.
  static unsigned class_of(std::uint32_t rank) {
    for (unsigned shift = kPorts; shift-- > 0;) {
      if (rank >= (kPorts << shift)) rank -= kPorts << shift;
    }
    return rank;
  }

  // The next exchange may begin: everything has come and left, and no packet of the period is in
  // the node or will be. Where exchanges overlap, this will hold at the exchange's end, and needs
  // no signal. The packing must be over, because it needs the ranks of the exchange before.
  bool is_over(const Service<Config>& service, const Fetches<Config>& fetches, bool transit) const {
    if (overlaps(service)) {
      const unsigned one = exchange_.cycles();
      const unsigned cycles = service.scheme == Scheme::kPmnb3 ? 2 * one + 1 : one;
      return !clock_.is_packing() && clock_.left() <= cycles + 1;
    }
    bool quiet = missing_ == 0 && clock_.is_open() && !transit;
    for (unsigned o = 0; o < kPorts; ++o) quiet = quiet && !fetches[o].valid && offers_[o].empty();
    return quiet;
  }

  // Packets of the period that reach this node in this cycle to stay. Every packet comes once, the
  // own ones too, except those that the node holds for itself.
  static unsigned arrivals(network::NodeAddress<Config> me, const Links& links) {
    Ports arrived;
    for (unsigned k = 0; k < kPorts; ++k) {
      const auto& header = links[k].packet.header;
      const bool to_all = (kToAll & node::rule_bit(header.rule)) != 0;
      arrived.insert(k, (links[k].valid && to_all) || Holdings<Config>::is_for(me, links[k]));
    }
    return arrived.size();
  }

  // A mask of the low m dimensions, in the order of any class.
  std::uint32_t packed() const { return (1u << PhaseClock<Config>::logarithm(most_)) - 1; }

  // The node that holds the own packet of a class: it agrees with the packet's rank in the low m
  // dimensions of the class, and with this node in the others.
  Address holder(network::NodeAddress<Config> me, unsigned of_class) const {
    const std::uint32_t seen = cube::rotate_right(kPorts, Address(me).number(), of_class);
    const std::uint32_t moved = (seen & ~packed()) | (exchange_.rank(of_class) & packed());
    return Address(cube::rotate_left(kPorts, moved, of_class));
  }

  // Decides which own packets are held here, and through which port each other one leaves for its
  // holder.
  void place(const Service<Config>& service, std::uint32_t& own_held, std::array<std::uint32_t, kPorts>& to_holder) {
    if constexpr (kOverlaps<Config>) sequence_ = next_sequence_;
    for (unsigned c = 0; c < kPorts; ++c) {
      if ((classes_ >> c & 1u) == 0) continue;
      const std::uint32_t way = Address(service.me).number() ^ holder(service.me, c).number();
      if (way == 0) own_held |= 1u << c;
      const std::uint32_t first = cube::first_from(kPorts, Ports(way), c).mask();
      for (unsigned o = 0; o < kPorts; ++o) to_holder[o] |= (first >> o & 1u) << c;
    }
    missing_ = Missing(members_ * (service.splits() ? kPorts : 1u) - Ports(own_held).size());
    own_held_ = ClassSet<Config>(own_held);
  }

  network::Header<Config> header(const Service<Config>& service, unsigned of_class, bool to_all) const {
    const bool own = !to_all || (own_held_ >> of_class & 1u) != 0;
    network::Header<Config> header = holdings_.packet(of_class).header;
    if (own) {
      const unsigned packet = service.splits() ? of_class : 0;
      header.sequence = network::SequenceNumber<Config>(sequence_ + packet);
      header.source = service.me;
    }
    header.tree = ClassNumber<Config>(of_class);
    header.destination = service.me;
    header.rule = rule_number<rules::Doubling, Config>();
    if (!to_all) {
      header.destination = network::NodeAddress<Config>(holder(service.me, of_class));
      header.rule = rule_number<rules::Ascending, Config>();
    } else if (service.scheme == Scheme::kPmnb1) {
      // A single packet goes as in a cube of one dimension.
      const unsigned dimension = PhaseClock<Config>::logarithm(most_);
      header.tree = ClassNumber<Config>(dimension == 0 ? 0 : dimension - 1);
      header.rule = rule_number<rules::Subcubes, Config>();
    }
    return header;
  }

  Prefix<Config> exchange_;
  PhaseClock<Config> clock_;
  Holdings<Config> holdings_;
  std::array<PortInjections<Config>, kPorts> offers_;
  network::SequenceNumber<Config> sequence_;  // of the first packet of the request that is served
  // The exchange's request has a sequence of its own where exchanges overlap.
  std::conditional_t<kOverlaps<Config>, network::SequenceNumber<Config>, Nothing> next_sequence_;
  NodeCount<Config> members_;
  NodeCount<Config> most_;     // packets of the largest class
  Missing missing_;            // packets still to come
  ClassSet<Config> classes_;   // of the node's own packets
  ClassSet<Config> own_held_;  // classes whose own packet the node holds itself
  hls::Bit active_;
  PhaseNumber phase_;
};

}  // namespace broadcast
