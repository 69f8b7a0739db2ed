// SPDX-License-Identifier: Apache-2.0
// The C extension: the instruction of 32 bits that one of 16 bits stands for (RISC-V unprivileged ISA
// 20191213, chapter 16, for RV32 without floating point).
#pragma once

#include "hls/core/decoder.hpp"

namespace core {

constexpr bool is_compressed(std::uint32_t half) {
  return (half & 3) != 3;
}

// Instructions by their fields.
constexpr std::uint32_t immediate_form(std::uint32_t opcode, std::uint32_t function, std::uint32_t rd,
                                       std::uint32_t rs1, std::uint32_t value) {
  return value << 20 | rs1 << 15 | function << 12 | rd << 7 | opcode;
}
constexpr std::uint32_t register_form(std::uint32_t upper, std::uint32_t function, std::uint32_t rd, std::uint32_t rs1,
                                      std::uint32_t rs2) {
  return upper << 25 | rs2 << 20 | rs1 << 15 | function << 12 | rd << 7 | 0x33;
}
constexpr std::uint32_t store_word(std::uint32_t rs2, std::uint32_t rs1, std::uint32_t offset) {
  return field(offset, 5, 7) << 25 | rs2 << 20 | rs1 << 15 | 2u << 12 | field(offset, 0, 5) << 7 | 0x23;
}
constexpr std::uint32_t jump_and_link(std::uint32_t rd, std::uint32_t offset) {
  return field(offset, 20, 1) << 31 | field(offset, 1, 10) << 21 | field(offset, 11, 1) << 20 |
         field(offset, 12, 8) << 12 | rd << 7 | 0x6f;
}
constexpr std::uint32_t branch_on_zero(std::uint32_t function, std::uint32_t rs1, std::uint32_t offset) {
  return field(offset, 12, 1) << 31 | field(offset, 5, 6) << 25 | rs1 << 15 | function << 12 |
         field(offset, 1, 4) << 8 | field(offset, 11, 1) << 7 | 0x63;
}

// 0, which is illegal, where it stands for none.
inline std::uint32_t expanded(std::uint32_t half) {
  constexpr std::uint32_t kImmediate = 0x13, kLoad = 0x03, kJalr = 0x67, kStackPointer = 2;
  const std::uint32_t rd = field(half, 7, 5);  // and rs1
  const std::uint32_t rs2 = field(half, 2, 5);
  const std::uint32_t first = 8 + field(half, 7, 3);   // one of x8 to x15
  const std::uint32_t second = 8 + field(half, 2, 3);  // the same
  const std::uint32_t sign = field(half, 12, 1);
  const std::uint32_t small = sign_extended(sign << 5 | rs2, 6);
  const std::uint32_t word_offset = field(half, 5, 1) << 6 | field(half, 10, 3) << 3 | field(half, 6, 1) << 2;
  const std::uint32_t jump_offset = sign_extended(
      sign << 11 | field(half, 8, 1) << 10 | field(half, 9, 2) << 8 | field(half, 6, 1) << 7 | field(half, 7, 1) << 6 |
          field(half, 2, 1) << 5 | field(half, 11, 1) << 4 | field(half, 3, 3) << 1,
      12);
  const std::uint32_t branch_offset = sign_extended(
      sign << 8 | field(half, 5, 2) << 6 | field(half, 2, 1) << 5 | field(half, 10, 2) << 3 | field(half, 3, 2) << 1,
      9);
  switch ((half & 3) << 3 | field(half, 13, 3)) {
    case 000: {  // C.ADDI4SPN
      const std::uint32_t offset =
          field(half, 7, 4) << 6 | field(half, 11, 2) << 4 | field(half, 5, 1) << 3 | field(half, 6, 1) << 2;
      return offset == 0 ? 0 : immediate_form(kImmediate, 0, second, kStackPointer, offset);
    }
    case 002:  // C.LW
      return immediate_form(kLoad, 2, second, first, word_offset);
    case 006:  // C.SW
      return store_word(second, first, word_offset);
    case 010:  // C.ADDI
      return immediate_form(kImmediate, 0, rd, rd, small);
    case 011:  // C.JAL
      return jump_and_link(1, jump_offset);
    case 012:  // C.LI
      return immediate_form(kImmediate, 0, rd, 0, small);
    case 013: {  // C.ADDI16SP, C.LUI
      const std::uint32_t offset = sign_extended(
          sign << 9 | field(half, 3, 2) << 7 | field(half, 5, 1) << 6 | field(half, 2, 1) << 5 | field(half, 6, 1) << 4,
          10);
      if (small == 0) return 0;
      return rd == kStackPointer ? immediate_form(kImmediate, 0, rd, rd, offset) : small << 12 | rd << 7 | 0x37;
    }
    case 014: {
      const std::uint32_t operation = field(half, 10, 2);
      if (operation == 2) return immediate_form(kImmediate, 7, first, first, small);  // C.ANDI
      if (sign != 0) return 0;
      if (operation < 2) return immediate_form(kImmediate, 5, first, first, operation << 10 | rs2);  // C.SRLI, C.SRAI
      const std::uint32_t which = field(half, 5, 2);  // C.SUB, C.XOR, C.OR, C.AND
      return which == 0 ? register_form(0x20, 0, first, first, second)
                        : register_form(0, which == 1 ? 4 : 4 + which, first, first, second);
    }
    case 015:  // C.J
      return jump_and_link(0, jump_offset);
    case 016:  // C.BEQZ, C.BNEZ
    case 017:
      return branch_on_zero(field(half, 13, 1), first, branch_offset);
    case 020:  // C.SLLI
      return sign != 0 ? 0 : immediate_form(kImmediate, 1, rd, rd, rs2);
    case 022: {  // C.LWSP
      const std::uint32_t offset = field(half, 2, 2) << 6 | sign << 5 | field(half, 4, 3) << 2;
      return rd == 0 ? 0 : immediate_form(kLoad, 2, rd, kStackPointer, offset);
    }
    case 024:
      if (rs2 != 0) return register_form(0, 0, rd, sign != 0 ? rd : 0, rs2);  // C.MV, C.ADD
      if (rd == 0) return sign != 0 ? 0x00100073 : 0;                         // C.EBREAK
      return immediate_form(kJalr, 0, sign, rd, 0);                           // C.JR, C.JALR
    case 026:                                                                 // C.SWSP
      return store_word(rs2, kStackPointer, field(half, 7, 2) << 6 | field(half, 9, 4) << 2);
    default:
      return 0;
  }
}

}  // namespace core
