// SPDX-License-Identifier: Apache-2.0
// The formal interface of RISC-V (RVFI, as riscv-formal defines it, with aligned memory): what an
// instruction has read and written, in the cycle behind its last one. Outputs of a core with kTraces.
#pragma once

#include "hls/core/configuration.hpp"

namespace core {

struct Rvfi {
  hls::Bit valid;
  hls::Bits<64> order;
  Word insn;
  hls::Bit trap;
  hls::Bit halt;  // never
  hls::Bit intr;  // the first instruction of a handler of interrupts
  hls::Bits<2> mode{3}, ixl{1};
  hls::Bits<5> rs1_addr, rs2_addr, rd_addr;
  Word rs1_rdata, rs2_rdata, rd_wdata;
  Word pc_rdata, pc_wdata;
  Word mem_addr;
  hls::Bits<4> mem_rmask, mem_wmask;
  Word mem_rdata, mem_wdata;
};

// To be called in this order, each in the cycles that it names.
class Tracer {
 public:
  explicit Tracer(Rvfi& to) : to_(to) {}

  // Every cycle.
  void tick() {
    if (to_.valid) {
      to_.order = hls::Bits<64>(to_.order + 1);
      to_.intr = hls::Bit(0);
    }
    to_.valid = hls::Bit(0);
  }
  void fetch(std::uint32_t pc, Word instruction) {
    to_.insn = instruction;
    to_.pc_rdata = Word(pc);
    to_.trap = hls::Bit(0);
    to_.rd_addr = hls::Bits<5>(0);
    to_.mem_rmask = to_.mem_wmask = hls::Bits<4>(0);
    to_.rd_wdata = to_.mem_addr = to_.mem_rdata = to_.mem_wdata = Word(0);
  }
  // The first cycle of the execution. All are 0 where no register is read.
  void read(std::uint32_t first_index, std::uint32_t first, std::uint32_t second_index, std::uint32_t second) {
    to_.rs1_addr = hls::Bits<5>(first_index);
    to_.rs2_addr = hls::Bits<5>(second_index);
    to_.rs1_rdata = Word(first);
    to_.rs2_rdata = Word(second);
  }
  void request(std::uint32_t address, std::uint32_t bytes, bool writes, std::uint32_t word) {
    to_.mem_addr = Word(address);
    to_.mem_rmask = hls::Bits<4>(writes ? 0 : bytes);
    to_.mem_wmask = hls::Bits<4>(writes ? bytes : 0);
    to_.mem_wdata = Word(writes ? word : 0);
  }
  void answer(Word word) {
    if (to_.mem_rmask != 0) to_.mem_rdata = word;
  }
  // The last cycle. `index`: 0 where no register is written.
  void retire(std::uint32_t index, std::uint32_t value, std::uint32_t next) {
    to_.valid = hls::Bit(1);
    to_.rd_addr = hls::Bits<5>(index);
    to_.rd_wdata = Word(index != 0 ? value : 0);
    to_.pc_wdata = Word(next);
  }
  void trap() { to_.trap = hls::Bit(1); }
  void interrupt() { to_.intr = hls::Bit(1); }

 private:
  Rvfi& to_;
};

}  // namespace core
