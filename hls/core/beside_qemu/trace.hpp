// SPDX-License-Identifier: Apache-2.0
// The registers before each instruction that QEMU executes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "hls/core/beside_qemu/program.hpp"

namespace beside_qemu {

struct Registers {
  std::uint32_t pc = 0, mstatus = 0, mip = 0, mie = 0, mtvec = 0, mepc = 0, mcause = 0, mtval = 0, mscratch = 0;
  std::array<std::uint32_t, 32> x{};
  friend bool operator==(const Registers& a, const Registers& b) {
    return std::tie(a.pc, a.mstatus, a.mip, a.mie, a.mtvec, a.mepc, a.mcause, a.mtval, a.mscratch, a.x) ==
           std::tie(b.pc, b.mstatus, b.mip, b.mie, b.mtvec, b.mepc, b.mcause, b.mtval, b.mscratch, b.x);
  }
};

// From `begin` of the program to its end. None where QEMU does not run it, which it says itself.
std::optional<std::vector<Registers>> trace(const Program& program, Extensions extensions);

}  // namespace beside_qemu
