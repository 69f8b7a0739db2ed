// What a router is built for, fixed when it is built. Every part takes a Config and uses what it needs.
//
//     using Small = router::Config<3, 32, 8, router::PortModel::kAllPort>;  // 3-cube, 32-bit payload, 8-deep queues
#pragma once

#include <cstddef>

#include "firmware/node/registers.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace router {

enum class PortModel {
  kAllPort,  // every port sends in every cycle; no port gate in the hardware
  kGated,    // a port gate can limit the node to one-port or half-duplex operation; costs the gate and its delay
};

constexpr unsigned rule_bit(node::Rule rule) {
  return 1u << static_cast<unsigned>(rule);
}
inline constexpr unsigned kAllRules = (1u << node::kRules) - 1;

template <unsigned Dimension, unsigned PayloadWidth, std::size_t QueueDepth, PortModel Ports,
          unsigned Rules = kAllRules, std::size_t ProgramDepth = 64, unsigned SequenceWidth = 16,
          bool Statistics = false>
struct Config {
  static_assert(Dimension >= 1 && Dimension <= 16, "a cube has 1 to 16 dimensions");
  static_assert(QueueDepth == hls::kRuntimeDepth || (QueueDepth >= 4 && (QueueDepth & (QueueDepth - 1)) == 0),
                "a queue is a power of two deep, with room for the three packets on the way when it says stop");

  static constexpr unsigned kDimension = Dimension;
  static constexpr std::size_t kNodes = std::size_t{1} << Dimension;
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = QueueDepth;  // packets, a power of two; hls::kRuntimeDepth: see hls::Ram
  static constexpr std::size_t kProgramDepth = ProgramDepth;  // entries of an injection program, likewise
  static constexpr PortModel kPorts = Ports;
  static constexpr unsigned kRules = Rules;  // rule_bit of every rule in the hardware
  static constexpr unsigned kSequenceWidth = SequenceWidth;
  static constexpr bool kStatistics = Statistics;  // count the deepest queue
  static constexpr unsigned kTreeWidth = hls::index_width(Dimension);
  static constexpr unsigned kPortWidth = hls::index_width(Dimension);
  static constexpr unsigned kProgramIndexWidth =
      ProgramDepth == hls::kRuntimeDepth ? 20 : hls::index_width(ProgramDepth);

  static constexpr bool has(node::Rule rule) { return (Rules & rule_bit(rule)) != 0; }
};

}  // namespace router
