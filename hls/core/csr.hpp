// SPDX-License-Identifier: Apache-2.0
// The control and status registers of machine mode (RISC-V privileged architecture 1.12, chapter 3).
// mscratch, mepc, mcause, mtval and mtvec lie behind the registers in the register file's memory
// (registers.hpp), because block RAM has room for them; the others are here.
#pragma once

#include "hls/core/bus.hpp"

namespace core {

inline constexpr std::uint32_t kMstatus = 0x300, kMisa = 0x301, kMie = 0x304, kMtvec = 0x305, kMscratch = 0x340,
                               kMepc = 0x341, kMcause = 0x342, kMtval = 0x343, kMip = 0x344, kMstatush = 0x310,
                               kMhartid = 0xf14;

// A counter, its half, or its shadow: bits 11:8 are 0xb or 0xc, bit 7 is the upper half.
template <class Config>
constexpr bool is_counter(std::uint32_t address) {
  const std::uint32_t low = address & 0x7fu;
  return Config::kCounters && (address >> 8 == 0xb || address >> 8 == 0xc) && (low == 0 || low == 2);
}

// mhpmcounter3 to 31, their upper halves, and mhpmevent3 to 31: counters of no event. They read 0.
template <class Config>
constexpr bool is_other_counter(std::uint32_t address) {
  const std::uint32_t low = address & 0x1fu;
  return Config::kCounters && low >= 3 && ((address & ~0x9fu) == 0xb00 || (address & ~0x1fu) == 0x320);
}

// Whether the words are in the memory of the registers.
constexpr bool is_stored(std::uint32_t address) {
  return address == kMtvec || (address >= kMscratch && address <= kMtval);
}

// The address of every instruction is a multiple of it.
template <class Config>
inline constexpr std::uint32_t kInstructionBytes = Config::kCompressed ? 2 : 4;

// mvendorid, marchid, mimpid, mhartid, mconfigptr: 0xf11 to 0xf15.
constexpr bool is_identity(std::uint32_t address) {
  return address >> 3 == kMhartid >> 3 && (0x3eu >> (address & 7u) & 1u) != 0;
}
// Registers that no write changes, with and without counters.
constexpr bool is_constant(std::uint32_t address) {
  return address == kMisa || is_identity(address) || address == kMstatush;
}

template <class Config>
constexpr bool is_known(std::uint32_t address) {
  return is_stored(address) || address == kMstatus || address == kMisa || address == kMie || address == kMip ||
         is_identity(address) || address == kMstatush || is_counter<Config>(address) ||
         is_other_counter<Config>(address);
}

// Bits that a write leaves: mtvec is direct, mepc the address of an instruction.
template <class Config>
constexpr std::uint32_t kept(std::uint32_t address, std::uint32_t word) {
  if (address == kMtvec) return word & ~3u;
  return address == kMepc ? word & ~(kInstructionBytes<Config> - 1) : word;
}

template <class Config>
class StatusRegisters {
 public:
  std::uint32_t read(std::uint32_t address) const {
    if (address == kMstatus) return 0x1800u | previous_ << 7 | enabled_ << 3;  // MPP is machine mode
    if (address == kMisa) {
      return 1u << 30 | 1u << 8 | (Config::kMultiplies ? 1u << 12 : 0) | (Config::kCompressed ? 1u << 2 : 0);
    }
    if (address == kMie) return spread(mask_);
    if (address == kMip) return spread(pending_);
    if (address == kMhartid) return Config::kHart;
    if constexpr (Config::kCounters) {
      if (is_counter<Config>(address)) {
        const std::uint64_t counter = (address & 2) != 0 ? instructions_ : cycles_;
        return static_cast<std::uint32_t>((address & 0x80) != 0 ? counter >> 32 : counter);
      }
    }
    return 0;
  }
  bool wakes() const { return (mask_ & pending_) != 0; }
  bool interrupts() const { return enabled_ && wakes(); }
  // The cause of the interrupt: external before software before timer.
  std::uint32_t interrupt() const {
    const std::uint32_t lines = mask_ & pending_;
    return (lines & 4) != 0 ? 11 : (lines & 1) != 0 ? 3 : 7;
  }

  void enter_trap() {
    previous_ = enabled_;
    enabled_ = hls::Bit(0);
  }
  void leave_trap() {
    enabled_ = previous_;
    previous_ = hls::Bit(1);
  }
  // One cycle. A write of a counter takes the place of its step.
  void tick(const In& in, bool retires, bool writes, std::uint32_t address, std::uint32_t word) {
    pending_ = hls::Bits<3>(in.software | in.timer << 1 | in.external << 2);
    if (writes && address == kMstatus) {
      enabled_ = hls::Bit(word >> 3 & 1);
      previous_ = hls::Bit(word >> 7 & 1);
    }
    if (writes && address == kMie) mask_ = hls::Bits<3>((word >> 3 & 1) | (word >> 7 & 1) << 1 | (word >> 11 & 1) << 2);
    if constexpr (Config::kCounters) {
      const bool here = writes && is_counter<Config>(address);
      cycles_ = stepped(cycles_, true, here && (address & 2) == 0, address, word);
      instructions_ = stepped(instructions_, retires, here && (address & 2) != 0, address, word);
    }
  }

 private:
  using Counter = hls::Bits<64>;
  static std::uint32_t spread(std::uint32_t lines) {
    return (lines & 1) << 3 | (lines >> 1 & 1) << 7 | (lines >> 2 & 1) << 11;
  }
  static Counter stepped(std::uint64_t now, bool counts, bool written, std::uint32_t address, std::uint32_t word) {
    if (!written) return Counter(now + (counts ? 1 : 0));
    return (address & 0x80) != 0 ? Counter(std::uint64_t{word} << 32 | (now & 0xffffffffu))
                                 : Counter((now >> 32) << 32 | word);
  }
  hls::Bit enabled_, previous_;  // mstatus.MIE, MPIE
  hls::Bits<3> mask_, pending_;  // mie, mip: software, timer, external
  std::conditional_t<Config::kCounters, Counter, None> cycles_, instructions_;
};

}  // namespace core
