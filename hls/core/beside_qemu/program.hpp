// SPDX-License-Identifier: Apache-2.0
// Random programs in machine mode, for QEMU's board `virt` and for a core with the same devices: traps,
// control and status registers, interrupts, WFI and MRET among ordinary instructions.
#pragma once

#include <cstdint>
#include <vector>

namespace beside_qemu {

// Addresses of the board. The lines of interrupts follow from what is stored there.
inline constexpr std::uint32_t kMemory = 0x80000000;       // the program
inline constexpr std::uint32_t kData = 0x80100000;         // what it loads and stores
inline constexpr std::uint32_t kSoftware = 0x02000000;     // bit 0: the software interrupt
inline constexpr std::uint32_t kTimeCompare = 0x02004000;  // two words: the timer's, while it is not above the time
inline constexpr std::uint32_t kSerial = 0x10000000;       // byte 1, bit 1: the external one, for nothing is sent
inline constexpr std::uint32_t kController = 0x0c000000;   // of external interrupts: source 10 is the serial line
inline constexpr std::uint32_t kClaim = 0x0c200004;        // reading it takes the interrupt, writing it ends that
inline constexpr std::uint32_t kExit = 0x00100000;

struct Extensions {
  bool multiplies = false;
  bool compressed = false;
};

struct Program {
  std::vector<std::uint16_t> halves;
  std::uint32_t begin = 0;  // the registers have the program's values from this address on
};

// About so many instructions. Each is executed at most once, but for those of the handlers.
Program random_program(std::uint32_t seed, unsigned instructions, Extensions extensions);

}  // namespace beside_qemu
