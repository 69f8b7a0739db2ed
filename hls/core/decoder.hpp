// SPDX-License-Identifier: Apache-2.0
// The decoder of RV32I, M, Zicsr, Zifencei and the privileged instructions of machine mode: what each
// part has to do for an instruction (RISC-V unprivileged ISA 20191213, chapters 2, 3, 7, 9 and 24).
#pragma once

#include "hls/core/alu.hpp"
#include "hls/core/csr.hpp"

namespace core {

struct Decoded {
  Word immediate;
  hls::Bit uses_pc;         // the first operand is the address of the instruction
  hls::Bit uses_immediate;  // the second operand is the immediate
  hls::Bits<3, AluOperation> operation;
  hls::Bit load, store, branch, jump, shift, multiply, csr, fence, mret, wfi, ecall, ebreak;
  hls::Bit csr_writes;
  hls::Bit illegal;
};

// The opcode in bits 6:2.
enum class Opcode : unsigned {
  kLoad = 0x00,
  kFence = 0x03,
  kImmediate = 0x04,
  kAuipc = 0x05,
  kStore = 0x08,
  kRegister = 0x0c,
  kLui = 0x0d,
  kBranch = 0x18,
  kJalr = 0x19,
  kJal = 0x1b,
  kSystem = 0x1c
};

constexpr std::uint32_t field(std::uint32_t word, unsigned low, unsigned width) {
  return word >> low & ((1u << width) - 1);
}
constexpr std::uint32_t sign_extended(std::uint32_t number, unsigned width) {
  const std::uint32_t sign = 1u << (width - 1);
  return (number ^ sign) - sign;
}

inline std::uint32_t immediate_of(std::uint32_t word, Opcode opcode) {
  switch (opcode) {
    case Opcode::kStore:
      return sign_extended(field(word, 25, 7) << 5 | field(word, 7, 5), 12);
    case Opcode::kBranch:
      return sign_extended(
          field(word, 31, 1) << 12 | field(word, 7, 1) << 11 | field(word, 25, 6) << 5 | field(word, 8, 4) << 1, 13);
    case Opcode::kLui:
    case Opcode::kAuipc:
      return word & 0xfffff000u;
    case Opcode::kJal:
      return sign_extended(
          field(word, 31, 1) << 20 | field(word, 12, 8) << 12 | field(word, 20, 1) << 11 | field(word, 21, 10) << 1,
          21);
    case Opcode::kSystem:
      return field(word, 15, 5);
    default:
      return sign_extended(field(word, 20, 12), 12);
  }
}

// Whether an instruction reads the registers rs1 and rs2.
inline bool reads_first(std::uint32_t word) {
  const Opcode opcode{field(word, 2, 5)};
  const bool is_csr = opcode == Opcode::kSystem && field(word, 12, 2) != 0 && field(word, 14, 1) == 0;
  return is_csr || opcode == Opcode::kLoad || opcode == Opcode::kStore || opcode == Opcode::kBranch ||
         opcode == Opcode::kJalr || opcode == Opcode::kImmediate || opcode == Opcode::kRegister;
}
inline bool reads_second(std::uint32_t word) {
  const Opcode opcode{field(word, 2, 5)};
  return opcode == Opcode::kStore || opcode == Opcode::kBranch || opcode == Opcode::kRegister;
}

template <class Config>
Decoded decode(std::uint32_t word) {
  Decoded d;
  const Opcode opcode{field(word, 2, 5)};
  const std::uint32_t function = field(word, 12, 3);
  const std::uint32_t upper = field(word, 25, 7);
  d.immediate = Word(immediate_of(word, opcode));
  AluOperation operation = AluOperation::kAdd;
  bool legal = false;
  switch (opcode) {
    case Opcode::kLoad:
      legal = function != 3 && function < 6;
      d.load = d.uses_immediate = hls::Bit(1);
      break;
    case Opcode::kStore:
      legal = function < 3;
      d.store = d.uses_immediate = hls::Bit(1);
      break;
    case Opcode::kFence:
      legal = function < 2;
      d.fence = hls::Bit(1);
      break;
    case Opcode::kImmediate:
    case Opcode::kRegister: {
      const bool has_register = opcode == Opcode::kRegister;
      const bool is_shift = function == 1 || function == 5;
      const bool may_be_alternative = function == 5 || (has_register && function == 0);
      const bool is_multiply = Config::kMultiplies && has_register && upper == 1;
      legal = (!has_register && !is_shift) || upper == 0 || (upper == 0x20 && may_be_alternative) || is_multiply;
      d.uses_immediate = hls::Bit(!has_register);
      d.shift = hls::Bit(is_shift && !is_multiply);
      d.multiply = hls::Bit(is_multiply);
      operation = alu_operation(function, has_register && upper == 0x20);
      break;
    }
    case Opcode::kLui:
      legal = true;
      d.uses_immediate = hls::Bit(1);
      operation = AluOperation::kSecond;
      break;
    case Opcode::kAuipc:
      legal = true;
      d.uses_pc = d.uses_immediate = hls::Bit(1);
      break;
    case Opcode::kBranch:
      legal = function < 2 || function > 3;
      d.branch = hls::Bit(1);
      break;
    case Opcode::kJalr:
      legal = function == 0;
      d.jump = d.uses_immediate = hls::Bit(1);
      break;
    case Opcode::kJal:
      legal = true;
      d.jump = d.uses_pc = d.uses_immediate = hls::Bit(1);
      break;
    case Opcode::kSystem: {
      d.ecall = hls::Bit(word == 0x00000073);
      d.ebreak = hls::Bit(word == 0x00100073);
      d.mret = hls::Bit(word == 0x30200073);
      d.wfi = hls::Bit(word == 0x10500073);
      const bool is_csr = field(word, 12, 2) != 0;
      const bool writes = field(word, 12, 2) == 1 || field(word, 15, 5) != 0;
      const std::uint32_t address = field(word, 20, 12);
      d.csr = hls::Bit(is_csr);
      d.csr_writes = hls::Bit(is_csr && writes);
      d.uses_immediate = hls::Bit(!is_csr || function >= 4);
      legal = is_csr ? is_known<Config>(address) && !(writes && field(address, 10, 2) == 3)
                     : (d.ecall || d.ebreak || d.mret || d.wfi);
      if (is_csr) operation = csr_operation(field(word, 12, 2));
      break;
    }
    default:
      break;
  }
  d.operation = hls::Bits<3, AluOperation>(operation);
  d.illegal = hls::Bit(!legal || field(word, 0, 2) != 3);
  return d;
}

}  // namespace core
