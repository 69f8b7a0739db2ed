// SPDX-License-Identifier: Apache-2.0
// Counting and finding bits of a word, in logarithmic depth.
//
//     for (std::uint32_t rest = word; rest != 0; rest ^= bits::lowest(rest)) visit(bits::index(bits::lowest(rest)));
//
// Freestanding C++17, usable in constant expressions and in hardware: no heap, no tables, no loops.
// A processor that has instructions for it uses them.
#pragma once

#include <cstdint>

namespace bits {

// The hardware has no such instructions: stepc compiles for a processor without them.
#if defined(__POPCNT__) && defined(__LZCNT__) && defined(__BMI__)
inline constexpr bool kHasInstructions = true;
#else
inline constexpr bool kHasInstructions = false;
#endif

// The number of bits that are 1.
constexpr unsigned count(std::uint32_t x) {
  if (kHasInstructions) return static_cast<unsigned>(__builtin_popcount(x));
  x -= (x >> 1) & 0x55555555u;
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0Fu;
  x += x >> 8;
  x += x >> 16;
  return x & 0x3Fu;
}

// The lowest 1, alone; 0 for 0.
constexpr std::uint32_t lowest(std::uint32_t x) {
  if (kHasInstructions) return x & (~x + 1u);
  // Every position above the lowest 1. A negation would be an adder, with a chain of carries.
  std::uint32_t above = x << 1;
  above |= above << 1;
  above |= above << 2;
  above |= above << 4;
  above |= above << 8;
  above |= above << 16;
  return x & ~above;
}

// Every position at and below the highest 1; 0 for 0.
constexpr std::uint32_t up_to_highest(std::uint32_t x) {
  if (kHasInstructions) return x == 0 ? 0 : ~0u >> __builtin_clz(x);
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return x;
}

// The highest 1, alone; 0 for 0.
constexpr std::uint32_t highest(std::uint32_t x) {
  if (kHasInstructions) return x == 0 ? 0 : 0x80000000u >> __builtin_clz(x);
  const std::uint32_t filled = up_to_highest(x);
  return filled ^ (filled >> 1);
}

// The position of the 1 of a one-hot word; 0 for 0.
constexpr unsigned index(std::uint32_t one_hot) {
  if (kHasInstructions) return one_hot == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(one_hot));
  return ((one_hot & 0xAAAAAAAAu) != 0 ? 1u : 0u) | ((one_hot & 0xCCCCCCCCu) != 0 ? 2u : 0u) |
         ((one_hot & 0xF0F0F0F0u) != 0 ? 4u : 0u) | ((one_hot & 0xFF00FF00u) != 0 ? 8u : 0u) |
         ((one_hot & 0xFFFF0000u) != 0 ? 16u : 0u);
}

// The next larger word with as many 1s, x not 0; after the largest it wraps (Gosper; HAKMEM 175).
constexpr std::uint32_t next_of_same_count(std::uint32_t x) {
  const std::uint32_t low = lowest(x);
  const std::uint32_t ripple = x + low;
  return ripple | (x ^ ripple) >> (2 + index(low));
}

static_assert(count(0b1011) == 3 && highest(0b0110) == 0b0100 && index(0b1000) == 3);
static_assert(count(0) == 0 && highest(0) == 0 && index(0) == 0 && highest(~0u) == 0x80000000u);
static_assert(next_of_same_count(0b0110) == 0b1001);

}  // namespace bits
