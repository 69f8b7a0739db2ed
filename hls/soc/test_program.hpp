// SPDX-License-Identifier: Apache-2.0
// Test only: the program and the inputs of a system's lockstep. The program writes random words to random
// places, and reads them again: memory, packet memories, registers of the system and of the router.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/image/memory_map.h"
#include "firmware/node/registers.hpp"
#include "hls/soc/soc.hpp"

namespace soc::test {

// Instructions of RV32I.
constexpr std::uint32_t lui(std::uint32_t rd, std::uint32_t value) {
  return (value & 0xfffff000u) | rd << 7 | 0x37;
}
constexpr std::uint32_t immediate(std::uint32_t opcode, std::uint32_t function, std::uint32_t rd, std::uint32_t rs,
                                  std::uint32_t value) {
  return value << 20 | rs << 15 | function << 12 | rd << 7 | opcode;
}
constexpr std::uint32_t addi(std::uint32_t rd, std::uint32_t rs, std::uint32_t value) {  // the low 12 bits
  return immediate(0x13, 0, rd, rs, value);
}
constexpr std::uint32_t andi(std::uint32_t rd, std::uint32_t rs, std::uint32_t value) {
  return immediate(0x13, 7, rd, rs, value);
}
constexpr std::uint32_t shift_left(std::uint32_t rd, std::uint32_t rs, std::uint32_t bits) {
  return immediate(0x13, 1, rd, rs, bits);
}
constexpr std::uint32_t shift_right(std::uint32_t rd, std::uint32_t rs, std::uint32_t bits) {
  return immediate(0x13, 5, rd, rs, bits);
}
constexpr std::uint32_t combine(std::uint32_t function, std::uint32_t rd, std::uint32_t a, std::uint32_t b) {
  return b << 20 | a << 15 | function << 12 | rd << 7 | 0x33;
}
constexpr std::uint32_t exclusive_or(std::uint32_t rd, std::uint32_t a, std::uint32_t b) {
  return combine(4, rd, a, b);
}
constexpr std::uint32_t bitwise_or(std::uint32_t rd, std::uint32_t a, std::uint32_t b) {
  return combine(6, rd, a, b);
}
constexpr std::uint32_t bitwise_and(std::uint32_t rd, std::uint32_t a, std::uint32_t b) {
  return combine(7, rd, a, b);
}
constexpr std::uint32_t load_word(std::uint32_t rd, std::uint32_t rs) {
  return immediate(0x03, 2, rd, rs, 0);
}
constexpr std::uint32_t store_word(std::uint32_t rs, std::uint32_t value) {
  return value << 20 | rs << 15 | 2 << 12 | 0x23;
}
constexpr std::uint32_t skip_one_if_not_0(std::uint32_t rs) {
  return rs << 15 | 1 << 12 | 8 << 8 | 0x63;  // BNE, 8 bytes on
}
constexpr std::uint32_t jump(std::int32_t bytes) {  // back
  const auto offset = static_cast<std::uint32_t>(bytes);
  return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 |
         (offset >> 12 & 0xff) << 12 | 0x6f;
}

// x5: a xorshift generator (Marsaglia 2003, with 13, 17, 5). x6: the address.
constexpr std::array kRandom = {shift_left(7, 5, 13),  exclusive_or(5, 5, 7), shift_right(7, 5, 17),
                                exclusive_or(5, 5, 7), shift_left(7, 5, 5),   exclusive_or(5, 5, 7)};
struct Place {
  std::uint32_t base;
  std::uint32_t mask;  // of the random bits that are added
};
// A read of CC_WAIT, or a second write of CC_START, could wait without end.
constexpr Place kPlaces[] = {{CC_MEMORY, 0xffc},        {CC_PACKETS, 0x3fc}, {CC_SYSTEM, 0x3c},
                             {CC_SYSTEM + 0x40, 0x08},  {CC_INTERRUPTS, 0},  {CC_INTERRUPTS, 0x0c},
                             {CC_ROUTER, 0x7c},         {CC_ROUTER, ~3u},    {CC_ROUTER, 0x780007c},
                             {CC_SYSTEM + 0x100, 0x3c}, {CC_CONSOLE, 0}};

class Program {
 public:
  static constexpr std::size_t kPlaceCount = sizeof kPlaces / sizeof kPlaces[0];
  static constexpr std::size_t kSize = 1 + kPlaceCount * (2 * kRandom.size() + 7) + 9;

  constexpr Program() {
    add(addi(5, 5, 1));  // not 0
    for (const Place& place : kPlaces) {
      add_random();
      add_constant(6, place.base);
      add_constant(8, place.mask);
      add(bitwise_and(8, 8, 5));
      add(bitwise_or(6, 6, 8));
      add_random();
      add(size_ % 3 == 0 ? load_word(9, 6) : store_word(6, 5));
    }
    // A collective without packets, if none is under way.
    add_constant(6, CC_ROUTER | static_cast<std::uint32_t>(node::Control::kExpected) << CC_ROUTER_INDEX_SHIFT);
    add(store_word(6, 0));
    add_constant(6, CC_BUSY);
    add(load_word(9, 6));
    add(addi(6, 6, std::uint32_t{CC_START} - CC_BUSY));
    add(skip_one_if_not_0(9));
    add(store_word(6, 5));
    add(jump(-4 * static_cast<std::int32_t>(size_ - 1)));
  }
  constexpr const std::array<std::uint32_t, kSize + 1>& words() const { return words_; }

 private:
  constexpr void add(std::uint32_t word) { words_[size_++] = word; }
  constexpr void add_random() {
    for (const std::uint32_t word : kRandom) add(word);
  }
  constexpr void add_constant(std::uint32_t rd, std::uint32_t value) {
    add(lui(rd, value + (value & 0x800) * 2));
    add(addi(rd, rd, value & 0xfff));
  }

  std::array<std::uint32_t, kSize + 1> words_{};
  std::size_t size_ = 0;
};
constexpr Program kProgram;

// As in hls/tops/test_stimulus.hpp, trees are below d, and a link sends only where the system says go.
class Stimulus {
 public:
  template <class Random, class Config>
  void operator()(Random& random, const Out<Config>& out, In<Config>& in) {
    for (unsigned port = 0; port < kPorts<Config>; ++port) {
      auto& link = in.links[port];
      link.packet.header.tree = network::TreeNumber<Config>(link.packet.header.tree % Config::Network::kTrees);
      if (!out.node.links[port].go) link.valid = hls::Bit(0);
    }
    in.run = hls::Bit(random.uniform(256) != 0);
    in.load.valid = hls::Bit(0);
  }
};

}  // namespace soc::test

using soc::test::Stimulus;
