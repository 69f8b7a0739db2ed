// What a node makes of its own contribution and the packets that have come to be combined with it:
// one payload.
//
// The order is fixed, so that a result has the same bits whenever its parts come: first the own
// contribution, then what has come through the ports behind this one, in cyclic order. Two
// neighbours that exchange what each has combined over the ports from t up to theirs have then
// combined the same two values, in one order or the other: as every operation is commutative to the
// bit, all nodes have the same bits in the end.
#pragma once

#include <array>

#include "hls/router/config.hpp"

namespace router {

// What the registers say to those that combine in one cycle; nothing in other nodes.
template <class Config, bool Combines = combines<Config>()>
struct CombineControl {};
template <class Config>
struct CombineControl<Config, true> {
  hls::Bits<8> operation;  // operators::Operation
  hls::Bit second_part;    // packets of second parts may leave
  hls::Bit exclusive;      // results leave out the own contribution
};

// Does a packet of this header go into another, and not to the memory as it is? In nodes that
// combine.
template <class Config>
bool is_combined(const Header<Config>& header) {
  return (Config::Rules::kCombining & node::rule_bit(header.rule)) != 0;
}

// The types that the node combines, a bit for each (operators::Type).
template <class Config>
constexpr std::uint32_t combined_types() {
  constexpr unsigned kMostTypes = 16;
  constexpr unsigned kTypeShift = 4;  // in the number of an operation (hls/operators/operation.hpp)
  std::uint32_t mask = 0;
  if constexpr (combines<Config>()) {
    for (std::uint32_t type = 0; type < kMostTypes; ++type) {
      if (Config::Operators::has(type << kTypeShift, Config::kPayloadWidth)) mask |= 1u << type;
    }
  }
  return mask;
}

template <class Config, std::size_t Operands>
class Combiner {
 public:
  // `operands`: those whose bit in `present` is set, from operand `first` on, in cyclic order.
  // `has_own`: they come behind `own`.
  HLS_MODULE static Payload<Config> combine(hls::Bits<8> operation, hls::Bit has_own, Payload<Config> own,
                                            const std::array<Payload<Config>, Operands>& operands,
                                            std::uint32_t present, unsigned first) {
    Payload<Config> value = own;
    bool any = has_own;
    for (unsigned i = 0; i < Operands; ++i) {
      const unsigned place = Combiner::place(first, i);
      if ((present >> place & 1u) == 0) continue;
      value = any ? Config::Operators::combine(operation, value, operands[place]) : operands[place];
      any = true;
    }
    return value;
  }

  // Of operand i in that order.
  static constexpr unsigned place(unsigned first, unsigned i) {
    return first + i >= Operands ? first + i - static_cast<unsigned>(Operands) : first + i;
  }
};

}  // namespace router
