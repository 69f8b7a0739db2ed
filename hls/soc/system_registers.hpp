// SPDX-License-Identifier: Apache-2.0
// The registers of the system (firmware/image/memory_map.h) but for those of collectives: cycles, timer
// and interrupts.
#pragma once

#include "hls/soc/configuration.hpp"

namespace soc {

// The events that set bits of CC_INTERRUPTS.
struct Events {
  bool done;           // a collective ends
  bool stopped;        // a neighbour says stop
  bool fault;          // an access where there is nothing, at `address`
  bool has_come;       // a byte over the serial line, or the end of input
  std::uint32_t dead;  // by port: the link is dead
  std::uint32_t address;
};

// `CheckedLinks`: those that can be dead.
template <unsigned CheckedLinks>
class SystemRegisters {
 public:
  hls::Bit timer() const { return hls::Bit(cycles_ >= compare_); }
  hls::Bit external() const { return hls::Bit((pending_ & enabled_) != 0); }

  // The value of a register that changes here; others are 0.
  std::uint32_t read(std::uint32_t address) const {
    if (address == CC_CYCLES) return static_cast<std::uint32_t>(cycles_);
    if (address == CC_CYCLES_HIGH) return kept_;
    if (address == CC_INTERRUPTS) return pending_;
    if (address == CC_ENABLE) return enabled_;
    if (address == CC_TIMER) return static_cast<std::uint32_t>(compare_);
    if (address == CC_TIMER_HIGH) return static_cast<std::uint32_t>(compare_ >> 32);
    if (address == CC_FAULT) return fault_;
    return 0;
  }

  // One cycle, with an access to `address` if `reads` or `writes`.
  void tick(bool reads, bool writes, std::uint32_t address, std::uint32_t value, const Events& events) {
    if (reads && address == CC_CYCLES) kept_ = Word(cycles_ >> 32);
    std::uint32_t pending = pending_;
    if (writes && address == CC_INTERRUPTS) pending &= ~value;
    if (reads && address == CC_INPUT) pending &= ~std::uint32_t{CC_INTERRUPT_INPUT};
    if (events.fault && (pending & CC_INTERRUPT_FAULT) == 0) fault_ = Word(events.address);
    pending |= (events.done ? CC_INTERRUPT_DONE : 0u) | (events.stopped ? CC_INTERRUPT_STOPPED : 0u) |
               (events.fault ? CC_INTERRUPT_FAULT : 0u) | (events.has_come ? CC_INTERRUPT_INPUT : 0u);
    if constexpr (CheckedLinks != 0) {
      if ((events.dead & ~was_dead_[0]) != 0) pending |= CC_INTERRUPT_DEAD;
      was_dead_[0] = Links(events.dead);
    }
    pending_ = Sources(pending);
    if (writes && address == CC_ENABLE) enabled_ = Sources(value);
    if (writes && address == CC_TIMER) compare_ = Time((compare_ & ~std::uint64_t{0xffffffff}) | value);
    if (writes && address == CC_TIMER_HIGH) compare_ = Time((compare_ & 0xffffffff) | std::uint64_t{value} << 32);
    cycles_ = Time(cycles_ + 1);
  }

 private:
  using Time = hls::Bits<64>;
  using Sources = hls::Bits<CheckedLinks != 0 ? 5 : 4>;
  using Links = hls::Bits<CheckedLinks != 0 ? CheckedLinks : 1>;

  Time cycles_;
  Time compare_{~std::uint64_t{0}};
  Word kept_;   // the upper half of the cycles that were read last
  Word fault_;  // of the first one that is not cleared
  Sources pending_, enabled_;
  std::array<Links, CheckedLinks != 0 ? 1 : 0> was_dead_;
};

}  // namespace soc
