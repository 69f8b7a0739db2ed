// SPDX-License-Identifier: Apache-2.0
// The arithmetic and logic unit, shifts, and the comparison of branches.
#pragma once

#include "hls/core/configuration.hpp"

namespace core {

enum class AluOperation : unsigned { kAdd, kSubtract, kLess, kLessUnsigned, kXor, kOr, kAnd, kSecond };

// The operation of OP and OP-IMM, by funct3. Shifts do not use the result.
inline AluOperation alu_operation(std::uint32_t function, bool subtracts) {
  switch (function) {
    case 2:
      return AluOperation::kLess;
    case 3:
      return AluOperation::kLessUnsigned;
    case 4:
      return AluOperation::kXor;
    case 6:
      return AluOperation::kOr;
    case 7:
      return AluOperation::kAnd;
    default:
      return subtracts ? AluOperation::kSubtract : AluOperation::kAdd;
  }
}

// CSRRW, CSRRS, CSRRC by the low bits of funct3; for the last the second operand is inverted.
inline AluOperation csr_operation(std::uint32_t function) {
  if (function == 1) return AluOperation::kSecond;
  return function == 2 ? AluOperation::kOr : AluOperation::kAnd;
}

inline bool is_less(std::uint32_t first, std::uint32_t second, bool is_unsigned) {
  const std::uint32_t flip = is_unsigned ? 0 : 0x80000000u;
  return (first ^ flip) < (second ^ flip);
}

inline std::uint32_t alu(AluOperation operation, std::uint32_t first, std::uint32_t second) {
  switch (operation) {
    case AluOperation::kAdd:
      return first + second;
    case AluOperation::kSubtract:
      return first - second;
    case AluOperation::kLess:
      return is_less(first, second, false) ? 1 : 0;
    case AluOperation::kLessUnsigned:
      return is_less(first, second, true) ? 1 : 0;
    case AluOperation::kXor:
      return first ^ second;
    case AluOperation::kOr:
      return first | second;
    case AluOperation::kAnd:
      return first & second;
    case AluOperation::kSecond:
      return second;
  }
  return 0;
}

// SLL if funct3 is 1, else SRL, or SRA.
inline std::uint32_t shifted(std::uint32_t function, bool arithmetic, std::uint32_t word, std::uint32_t bits) {
  if (function == 1) return word << bits;
  const std::uint32_t above = arithmetic && word >> 31 != 0 ? ~(~0u >> bits) : 0;
  return word >> bits | above;
}

// Whether a branch is taken, by its funct3: BEQ 0, BNE 1, BLT 4, BGE 5, BLTU 6, BGEU 7.
inline bool is_taken(std::uint32_t function, std::uint32_t first, std::uint32_t second) {
  const bool holds = (function & 4) != 0 ? is_less(first, second, (function & 2) != 0) : first == second;
  return holds != ((function & 1) != 0);
}

}  // namespace core
