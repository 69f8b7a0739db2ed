// SPDX-License-Identifier: Apache-2.0
// Ejectors: packets for this node, in order, to the node's memory. Ejector and EjectRegister
// deliver them as they are; CombiningEjector makes results of packets that are combined.
#pragma once

#include <array>
#include <type_traits>

#include "hls/router/combiner.hpp"
#include "hls/router/injector.hpp"
#include "hls/router/operand_check.hpp"
#include "hls/router/packet_queue.hpp"

namespace router {

// The ejector of one in-port: a register that the memory reads, and a short queue before it for
// when the memory is not ready. When the queue fills, the in-port stops.
template <class Config>
class Ejector {
 public:
  // The packets inside the combining ejector still come when the queue says stop.
  static constexpr unsigned kHopCycles = hop_cycles<Config>() + fixed_stages<Config>();
  static constexpr std::size_t kDepth = Config::kQueueDepth == hls::kRuntimeDepth
                                            ? hls::kRuntimeDepth
                                            : network::ejector_depth(kHopCycles, wire_cycles<Config>());

  // The in-port must stop; see PacketQueue::filling.
  bool filling() const { return queue_.filling(); }
  // A packet was lost in the cycle before.
  bool lost() const { return mask_of<Config, 1>(losses_) != 0; }
  // No packet waits behind the register.
  bool empty() const { return queue_.count() == 0; }

  // One cycle. `arriving`: `packet` is for this node. `ready`: the memory takes what `eject` holds.
  // `eject`: the register between ejector and memory.
  HLS_MODULE void tick(hls::Bit arriving, const Packet<Config>& packet, hls::Bit ready, Flit<Config>& eject) {
    const bool free = !eject.valid || ready;
    const bool waiting = queue_.count() != 0;
    if (free) eject.valid = hls::Bit(waiting || arriving);
    if (free && (waiting || arriving)) eject.packet = waiting ? queue_.head() : packet;
    if constexpr (kCountsOverflow<Config>) {
      const bool push = arriving && (waiting || !free);
      losses_[0] = hls::Bits<1>(push && queue_.full());
      queue_.tick(free && waiting, push && !queue_.full(), packet);
    } else {
      queue_.tick(free && waiting, arriving && (waiting || !free), packet);
    }
  }

  // For the mesh to attach memory.
  using Queue = PacketQueue<Config, kDepth, network::stop_latency(kHopCycles, wire_cycles<Config>())>;
  Queue& queue() { return queue_; }

 private:
  Queue queue_;
  QueueLosses<Config, 1> losses_;
};

// The ejector of a node whose memory is always ready: the register alone.
template <class Config>
class EjectRegister {
 public:
  static constexpr bool filling() { return false; }
  static constexpr bool lost() { return false; }
  static constexpr bool empty() { return true; }

  void tick(hls::Bit arriving, const Packet<Config>& packet, [[maybe_unused]] hls::Bit ready, Flit<Config>& eject) {
    HLS_ASSERT(ready, "the memory of a node without ejection queues is busy");
    eject.valid = arriving;
    if (arriving) eject.packet = packet;
  }
};

template <class Config>
using EjectorOf = std::conditional_t<Config::kMemoryWaits, Ejector<Config>, EjectRegister<Config>>;

// A combining ejector of a node that combines packets: an output port that leads to the node's
// memory. It has a queue for every in-port and plays a program. Each of its packets is a result:
// the own contribution combined with one packet of each in-port that the program names.
template <class Config>
class CombiningEjector {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Pipeline = CombinePipeline<Config, kPorts>;
  // With stages, packets that are delivered as they are go through them too.
  using Result = std::conditional_t<has_combine_stages<Config>(), Flit<Config>, Packet<Config>>;

  // In-ports that hold a packet, or must stop.
  std::uint32_t waiting() const { return waiting_; }
  std::uint32_t filling() const { return filling_; }
  // In-ports of which a packet was lost in the cycle before.
  std::uint32_t lost() const { return mask_of<Config, kPorts>(losses_); }
  // Most packets that one of the queues has held since the start.
  std::uint32_t deepest() const { return deepest_; }
  // Whether results have left that are not yet at the ejector.
  bool is_sending() const { return !pipeline_.empty(); }

  // Whether a packet that would be combined into the result does not belong to it. The arguments are
  // those of tick.
  template <class Arrivals>
  bool has_wrong_operand(PortSet<Config> arriving, const Arrivals& arrivals, const Fetch<Config>& own) const {
    bool found = false;
    hls::for_each_one<kPorts>(Ports(own.combined).mask() & (waiting_ | Ports(arriving).mask()), [&](unsigned i) {
      const bool waits = (waiting_ >> i & 1u) != 0;
      const Header<Config> head = waits ? queues_[i].head().header : arrivals[i].packet.header;
      found = found || !belong_together<Config>(head, own.header);
    });
    return own.valid && found;
  }

  // One cycle. `self`: its number. `arriving`: in-ports whose packet in `arrivals` is for it.
  // `may_leave`: the node's memory takes a packet. `own`, `payload`: the injector's packet.
  // `result`: the packet that leaves. With stages `result` goes in as a packet that is delivered
  // unchanged, if there is one, and then no result enters the stages; it comes out as the packet
  // that leaves the stages. Returns whether a result leaves.
  template <class Arrivals>
  HLS_MODULE hls::Bit tick(PortNumber<Config> self, hls::Bit start, PortSet<Config> arriving, const Arrivals& arrivals,
                           hls::Bit may_leave, const Fetch<Config>& own, Payload<Config> payload,
                           const CombineControl<Config>& control, Result& result) {
    const std::uint32_t coming = Ports(arriving).mask();
    const std::uint32_t combined = Ports(own.combined).mask();
    if constexpr (hls::kSkipsWork && fixed_stages<Config>() == 0) {
      losses_ = {};
      if (!start && coming == 0 && !own.valid && !passes_through(result) && pipeline_.empty()) return hls::Bit(0);
    }
    const bool leaves = may_leave && own.valid && (combined & ~(waiting_ | coming)) == 0;
    const auto payload_of = [&](unsigned i) {
      return (waiting_ >> i & 1u) ? queues_[i].head().payload : arrivals[i].packet.payload;
    };
    if constexpr (has_combine_stages<Config>()) {
      const bool passes = result.valid;
      if (!passes) result = {{payload, own.header}, hls::Bit(leaves)};
      pipeline_.tick(
          control.operation, hls::Bit(passes || !control.exclusive), result, payload_of, passes ? 0 : combined,
          [&] { return combined & (waiting_ | coming); }, self);
    } else {
      std::array<Payload<Config>, kPorts> operands{};
      hls::for_each_one<kPorts>(combined & (waiting_ | coming), [&](unsigned i) { operands[i] = payload_of(i); });
      result.header = own.header;
      result.payload = Combiner<Config, kPorts>::combine(control.operation, hls::Bit(!control.exclusive), payload,
                                                         operands, combined, self);
    }
    const std::uint32_t grant = leaves ? combined : 0;
    if constexpr (Config::kStatistics) {
      if (start) deepest_ = Count(0);
    }
    update_queues<Config, kPorts>(queues_, waiting_, filling_, losses_, deepest_, grant & waiting_,
                                  coming & ~(grant & ~waiting_), [&](unsigned i) { return arrivals[i].packet; });
    return hls::Bit(leaves);
  }

  // For the mesh to attach memory.
  CrosspointQueues<Config, kPorts>& queues() { return queues_; }
  Pipeline& pipeline() { return pipeline_; }

 private:
  using Count = typename CrosspointQueue<Config>::Count;

  // Whether a packet comes that is delivered as it is.
  static bool passes_through([[maybe_unused]] const Result& result) {
    if constexpr (has_combine_stages<Config>()) {
      return result.valid;
    } else {
      return false;
    }
  }

  CrosspointQueues<Config, kPorts> queues_;
  hls::Bits<kPorts> waiting_;
  hls::Bits<kPorts> filling_;
  QueueLosses<Config, kPorts> losses_;
  Pipeline pipeline_;
  Count deepest_;
};

// A router's combining ejectors: none in nodes that do not combine packets.
template <class Config>
using CombiningEjectors = std::array<CombiningEjector<Config>, kCombiningEjectors<Config>>;

}  // namespace router
