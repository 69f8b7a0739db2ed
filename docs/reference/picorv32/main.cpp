// SPDX-License-Identifier: Apache-2.0
// Runs a binary of scripts/image.sh --rv32i on PicoRV32, with a memory that answers at once (core.md): main BINARY ADDRESS.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vpicorv32.h"
int main(int, char** words) {
  std::vector<uint8_t> memory(0x110000);
  std::FILE* f = std::fopen(words[1], "rb");
  if (!f) return 1;
  std::fread(&memory[strtoul(words[2], nullptr, 16)], 1, memory.size() - 0x10000, f);
  Vpicorv32 core;
  unsigned long long cycle = 0;
  for (core.resetn = 0;; ++cycle) {
    if (cycle == 10) {
      core.resetn = 1;
      cycle = 10;
    }
    core.clk = 0;
    core.eval();
    core.mem_ready = core.mem_valid;
    const uint32_t at = core.mem_addr;
    if (core.mem_valid) {
      if (at >> 24 == 0x70) {
        if (at == 0x70000064 && core.mem_wstrb) {
          std::printf("%llu cycles, status %u\n", cycle - 10, core.mem_wdata);
          return 0;
        }
        if (at == 0x70000060 && core.mem_wstrb) std::putchar(core.mem_wdata & 255);
        core.mem_rdata = at == 0x7000000c   ? uint32_t(cycle)
                         : at == 0x70000010 ? uint32_t(cycle >> 32)
                         : at == 0x70000004 ? 1
                         : at == 0x70000008 ? 0x101000
                                            : 0;
      } else if (at < memory.size()) {
        for (int i = 0; i < 4; ++i)
          if (core.mem_wstrb >> i & 1) memory[at + i] = uint8_t(core.mem_wdata >> 8 * i);
        core.mem_rdata = *reinterpret_cast<uint32_t*>(&memory[at]);
      }
    }
    core.eval();
    core.clk = 1;
    core.eval();
    if (core.trap) {
      std::printf("trap after %llu\n", cycle);
      return 1;
    }
  }
}
