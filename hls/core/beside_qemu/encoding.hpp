// SPDX-License-Identifier: Apache-2.0
// Instructions by their fields (RISC-V unprivileged ISA 20191213, section 2.2).
#pragma once

#include <cstdint>
#include <vector>

namespace beside_qemu {

using Words = std::vector<std::uint32_t>;

inline std::uint32_t i_type(std::uint32_t opcode, unsigned function, unsigned rd, unsigned rs1, std::uint32_t value) {
  return value << 20 | rs1 << 15 | function << 12 | rd << 7 | opcode;
}
inline std::uint32_t addi(unsigned rd, unsigned rs1, std::uint32_t value) {
  return i_type(0x13, 0, rd, rs1, value);
}
inline std::uint32_t lui(unsigned rd, std::uint32_t value) {
  return (value & 0xfffff000u) | rd << 7 | 0x37;
}
inline std::uint32_t auipc(unsigned rd) {
  return rd << 7 | 0x17;
}
inline std::uint32_t r_type(unsigned upper, unsigned function, unsigned rd, unsigned rs1, unsigned rs2) {
  return upper << 25 | rs2 << 20 | rs1 << 15 | function << 12 | rd << 7 | 0x33;
}
inline std::uint32_t store(unsigned function, unsigned rs2, unsigned rs1, std::uint32_t offset) {
  return (offset >> 5 & 127) << 25 | rs2 << 20 | rs1 << 15 | function << 12 | (offset & 31) << 7 | 0x23;
}
inline std::uint32_t branch(unsigned function, unsigned rs1, unsigned rs2, std::uint32_t offset) {
  return (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | function << 12 |
         (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7 | 0x63;
}
inline std::uint32_t jal(unsigned rd, std::uint32_t offset) {
  return (offset >> 1 & 1023) << 21 | (offset >> 11 & 1) << 20 | (offset >> 12 & 255) << 12 | rd << 7 | 0x6f;
}
// By funct3: CSRRW 1, CSRRS 2, CSRRC 3, and 4 more with an immediate in place of rs1.
inline std::uint32_t csr(unsigned function, unsigned rd, unsigned rs1, std::uint32_t address) {
  return i_type(0x73, function, rd, rs1, address);
}

inline Words load_constant(unsigned rd, std::uint32_t value) {
  return {lui(rd, value + 0x800), addi(rd, rd, value & 0xfffu)};
}
inline Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace beside_qemu
