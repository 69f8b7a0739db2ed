// SPDX-License-Identifier: Apache-2.0
// Test only: random inputs of a core, for its locksteps. Fetches are answered with instructions of
// every opcode, most of them legal, a core with C also with halves; interrupt lines are seldom set, so that programs run.
#pragma once

#include "hls/core/core.hpp"

namespace core {

class Stimulus {
 public:
  template <class Random, class Config>
  void operator()(Random& random, const Out<Config>& out, In& in) {
    for (hls::Bit* line : {&in.software, &in.timer, &in.external}) *line = hls::Bit(random.uniform(64) == 0);
    if (!out.instruction || random.uniform(16) == 0) return;
    const std::uint32_t halves = in.read_data;
    std::uint32_t word = instruction(random, halves);
    if (Config::kCompressed && random.uniform(2) == 0) {
      const std::uint32_t first = random.uniform(3) == 0 ? halves : halves & ~2u;
      const std::uint32_t second = random.uniform(3) == 0 ? word << 16 : halves & ~0x20000u;
      word = (first & 0xffffu) | (second & 0xffff0000u);
    }
    in.read_data = Word(word);
  }

 private:
  template <class Random>
  static std::uint32_t instruction(Random& random, std::uint32_t word) {
    constexpr std::uint32_t kOpcodes[] = {0x03, 0x0f, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6f, 0x73};
    constexpr std::uint32_t kCsrs[] = {0x300, 0x301, 0x304, 0x305, 0x340, 0x341, 0x342, 0x343,
                                       0x344, 0xf14, 0xb00, 0xb80, 0xb02, 0xb82, 0xc00, 0xc82};
    constexpr std::uint32_t kWhole[] = {0x00000073, 0x00100073, 0x30200073, 0x10500073};
    const std::uint32_t opcode = kOpcodes[random.uniform(11)];
    word = (word & ~0x7fu) | opcode;
    if (opcode == 0x33 || opcode == 0x13) {
      if (random.uniform(4) != 0) word &= 0x41ffffffu;  // funct7 of an ADD or a SUB
      if (opcode == 0x33 && random.uniform(4) == 0) word = (word & 0x01ffffffu) | 1u << 25;  // M
    }
    if (opcode == 0x73) {
      if (random.uniform(3) == 0) return kWhole[random.uniform(4)];
      word = (word & 0x000fffffu) | kCsrs[random.uniform(16)] << 20;
    }
    return word;
  }
};

}  // namespace core

using core::Stimulus;
