// SPDX-License-Identifier: Apache-2.0
// The interrupts of a node of a boot, as the registers of hls/soc/system_registers.hpp: which are there
// at which time. Times are in cycles from the reset.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "firmware/image/memory_map.h"

namespace testbench {

class Interrupts {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  // Whether the register says whether a collective has ended.
  static bool tells_of_end(std::uint32_t address) { return address == CC_INTERRUPTS || address == CC_ENABLE; }

  std::uint32_t read(std::uint32_t address, std::uint64_t time) {
    pass(time);
    switch (address) {
      case CC_INTERRUPTS:
        return pending_;
      case CC_ENABLE:
        return enabled_;
      case CC_TIMER:
        return static_cast<std::uint32_t>(timer_);
      case CC_TIMER_HIGH:
        return static_cast<std::uint32_t>(timer_ >> 32);
      default:
        return fault_;
    }
  }
  void write(std::uint32_t address, std::uint32_t value, std::uint64_t time) {
    pass(time);
    constexpr std::uint64_t kLow = 0xffffffff;
    if (address == CC_INTERRUPTS) pending_ &= ~value;
    if (address == CC_ENABLE) enabled_ = value & kSources;
    if (address == CC_TIMER) timer_ = (timer_ & ~kLow) | value;
    if (address == CC_TIMER_HIGH) timer_ = (timer_ & kLow) | std::uint64_t{value} << 32;
  }

  bool is_enabled(std::uint32_t source) const { return (enabled_ & source) != 0; }
  void set(std::uint32_t source) { pending_ |= source; }
  void clear(std::uint32_t source) { pending_ &= ~source; }
  // An access to an address where there is nothing.
  void set_fault(std::uint32_t address) {
    if ((pending_ & CC_INTERRUPT_FAULT) == 0) fault_ = address & ~3u;
    set(CC_INTERRUPT_FAULT);
  }
  // A collective ends then. The last one has ended before.
  void end_at(std::uint64_t time) {
    pass(kNever - 1);
    ends_ = time;
  }

  // From when on the core's lines are set, as far as it is known.
  std::uint64_t timer() const { return timer_; }
  std::uint64_t external() const {
    if ((pending_ & enabled_) != 0) return 0;
    return is_enabled(CC_INTERRUPT_DONE) ? ends_ : kNever;
  }

 private:
  // A router beside a core does not say that a neighbour stops, and has no checked links.
  static constexpr std::uint32_t kSources = CC_INTERRUPT_DONE | CC_INTERRUPT_FAULT | CC_INTERRUPT_INPUT;

  void pass(std::uint64_t time) {
    if (ends_ > time) return;
    ends_ = kNever;
    set(CC_INTERRUPT_DONE);
  }

  std::uint32_t pending_ = CC_INTERRUPT_INPUT;  // a byte, or the end of input
  std::uint32_t enabled_ = 0;
  std::uint32_t fault_ = 0;
  std::uint64_t timer_ = kNever;
  std::uint64_t ends_ = kNever;  // the collective that has begun last, which has not been seen to end
};

}  // namespace testbench
