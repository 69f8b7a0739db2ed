// The combining ejector of one number, in nodes that combine packets: an output port that leads to
// the node's memory. It has a queue for every in-port, and plays a program: each of its packets is
// a result, the own contribution combined with one packet of each in-port that the program names.
#pragma once

#include <array>

#include "hls/router/combine_pipeline.hpp"
#include "hls/router/combiner.hpp"
#include "hls/router/crosspoint_queues.hpp"
#include "hls/router/program.hpp"

namespace router {

template <class Config>
class CombiningEjector {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Pipeline = CombinePipeline<Config, kPorts>;
  // With stages what goes to the memory as it is goes through them too.
  using Result = std::conditional_t<has_combine_stages<Config>(), Flit<Config>, Packet<Config>>;

  // In-ports that hold a packet, or must stop.
  std::uint32_t waiting() const { return waiting_; }
  std::uint32_t filling() const { return filling_; }
  // Most packets that one of the queues has held since the start.
  std::uint32_t deepest() const { return deepest_; }
  // Results have left it that are not yet at the ejector.
  bool is_sending() const { return !pipeline_.empty(); }

  // One cycle. `self`: its number. `arriving`: in-ports of which a packet of `arrivals` is for it.
  // `may_leave`: the node's memory takes a packet. `own`, `payload`: the injector's. `result`: what
  // leaves, if anything does, which is returned. With stages: on the way in what goes to the memory
  // as it is, which leaves no room for a result; on the way out what has come through them.
  template <class Arrivals>
  HLS_MODULE hls::Bit tick(PortNumber<Config> self, hls::Bit start, PortSet<Config> arriving, const Arrivals& arrivals,
                           hls::Bit may_leave, const Fetch<Config>& own, Payload<Config> payload,
                           const CombineControl<Config>& control, Result& result) {
    const std::uint32_t coming = Ports(arriving).mask();
    const std::uint32_t combined = Ports(own.combined).mask();
    if constexpr (hls::kSkipsWork && fixed_stages<Config>() == 0) {
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
    update_queues<Config, kPorts>(queues_, waiting_, filling_, deepest_, grant & waiting_,
                                  coming & ~(grant & ~waiting_), [&](unsigned i) { return arrivals[i].packet; });
    return hls::Bit(leaves);
  }

  // For the mesh to attach memory.
  CrosspointQueue<Config>& queue(unsigned in_port) { return queues_[in_port]; }
  Pipeline& pipeline() { return pipeline_; }

 private:
  using Count = typename CrosspointQueue<Config>::Count;

  // Does something come that goes to the memory as it is?
  static bool passes_through([[maybe_unused]] const Result& result) {
    if constexpr (has_combine_stages<Config>()) {
      return result.valid;
    } else {
      return false;
    }
  }

  std::array<CrosspointQueue<Config>, kPorts> queues_;
  hls::Bits<kPorts> waiting_;
  hls::Bits<kPorts> filling_;
  Pipeline pipeline_;
  Count deepest_;
};

// Those of a router: none in nodes that do not combine packets.
template <class Config>
using CombiningEjectors = std::array<CombiningEjector<Config>, combines<Config>() ? Config::Network::kPorts : 0>;

}  // namespace router
