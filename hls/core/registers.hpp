// SPDX-License-Identifier: Apache-2.0
// The register file: x0 to x31, and behind them the control and status registers that are only
// stored. A copy for each operand, as block RAM.
#pragma once

#include "hls/core/configuration.hpp"
#include "hls/types/ram.hpp"

namespace core {

using RegisterIndex = hls::Bits<6>;

// The place of a stored control and status register. The low three bits of mscratch, mepc, mcause,
// mtval and mtvec differ.
constexpr std::uint32_t stored_at(std::uint32_t csr_address) {
  return 32 | (csr_address & 7);
}

class RegisterFile {
 public:
  std::uint32_t first() const { return first_.data(); }
  std::uint32_t second() const { return second_.data(); }
  void request_first(std::uint32_t index) { first_.request(index); }
  void request_second(std::uint32_t index) { second_.request(index); }
  void write(std::uint32_t index, std::uint32_t word) {
    first_.write(index, Word(word));
    second_.write(index, Word(word));
  }

 private:
  hls::SyncRam<Word, 64> first_, second_;
};

}  // namespace core
