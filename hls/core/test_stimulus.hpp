// SPDX-License-Identifier: Apache-2.0
// Test only: random inputs of a core, for its locksteps. Fetches are answered with instructions of
// every opcode, most of them legal, a core with C also with halves; interrupt lines are seldom set, so that programs run.
#pragma once

#include "hls/core/lite_master.hpp"

namespace core {

class Stimulus {
 public:
  template <class Random, class Config>
  void operator()(Random& random, const Out<Config>& out, In& in) {
    for (hls::Bit* line : {&in.software, &in.timer, &in.external}) *line = hls::Bit(random.uniform(64) == 0);
    if (out.instruction && random.uniform(16) != 0) {
      in.read_data = Word(instruction<Config::kCompressed>(random, in.read_data));
    }
  }
  // Behind AXI4-Lite.
  template <class Random, class LiteIn>
  void operator()(Random& random, const LiteFromCore& out, LiteIn& in) {
    for (hls::Bit* line : {&in.software, &in.timer, &in.external}) *line = hls::Bit(random.uniform(64) == 0);
    for (hls::Bits<2>* response : {&in.slave.bresp, &in.slave.rresp}) {
      if (random.uniform(64) != 0) *response = hls::Bits<2>(0);
    }
    if (out.arprot != 0 && random.uniform(16) != 0) in.slave.rdata = Word(instruction<true>(random, in.slave.rdata));
  }

 private:
  // One word, or a half and a part of another.
  template <bool HasHalves, class Random>
  static std::uint32_t instruction(Random& random, std::uint32_t random_word) {
    const std::uint32_t word = whole(random, random_word);
    if (!HasHalves || random.uniform(2) == 0) return word;
    const std::uint32_t first = random.uniform(3) == 0 ? random_word : random_word & ~2u;
    const std::uint32_t second = random.uniform(3) == 0 ? word << 16 : random_word & ~0x20000u;
    return (first & 0xffffu) | (second & 0xffff0000u);
  }

  template <class Random>
  static std::uint32_t whole(Random& random, std::uint32_t word) {
    constexpr std::uint32_t kOpcodes[] = {0x03, 0x0f, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6f, 0x73};
    constexpr std::uint32_t kCsrs[] = {0x300, 0x301, 0x304, 0x305, 0x340, 0x341, 0x342, 0x343,
                                       0x344, 0xf14, 0xb00, 0xb80, 0xb02, 0xb82, 0xc00, 0xc82,
                                       0xf15, 0x310, 0xb03, 0xb9f, 0x320, 0x33f, 0xb01, 0xc03};
    constexpr std::uint32_t kWhole[] = {0x00000073, 0x00100073, 0x30200073, 0x10500073};
    const std::uint32_t opcode = kOpcodes[random.uniform(11)];
    word = (word & ~0x7fu) | opcode;
    if (opcode == 0x33 || opcode == 0x13) {
      if (random.uniform(4) != 0) word &= 0x41ffffffu;  // funct7 of an ADD or a SUB
      if (opcode == 0x33 && random.uniform(4) == 0) word = (word & 0x01ffffffu) | 1u << 25;  // M
    }
    if (opcode == 0x73) {
      if (random.uniform(3) == 0) return kWhole[random.uniform(4)];
      word = (word & 0x000fffffu) | kCsrs[random.uniform(24)] << 20;
    }
    return word;
  }
};

}  // namespace core

using core::Stimulus;
