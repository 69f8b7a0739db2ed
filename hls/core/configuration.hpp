// SPDX-License-Identifier: Apache-2.0
// The choices of a core, which takes a type:
//
//     struct Small : core::CoreConfiguration { static constexpr std::uint32_t kResetAddress = 0x100; };
#pragma once

#include <cstdint>

#include "hls/types/bits.hpp"

namespace core {

using Word = hls::Bits<32>;
struct None {};  // in place of a part that a configuration does not have

struct CoreConfiguration {
  static constexpr std::uint32_t kResetAddress = 0;  // a multiple of 4
  static constexpr std::uint32_t kHart = 0;          // mhartid
  static constexpr bool kCounters = false;           // mcycle, minstret and their read-only shadows; without, they trap
  static constexpr bool kMultiplies = false;         // M: multiplication and division
  static constexpr bool kCompressed = false;         // C: instructions of 16 bits
  static constexpr bool kFastShifts = false;         // in one cycle, in place of one for each bit
  static constexpr bool kFastProducts = false;       // the same for products, with M
  static constexpr bool kPipelined = false;          // fetches the next instruction meanwhile; not with C
  static constexpr bool kTraces = false;             // outputs of RVFI, for proofs
};

}  // namespace core
