// SPDX-License-Identifier: Apache-2.0
// Bytes and halfwords on the bus, by funct3 (0 LB/SB, 1 LH/SH, 2 LW/SW, 4 LBU, 5 LHU) and the two
// low bits of the address.
#pragma once

#include "hls/core/configuration.hpp"

namespace core {

inline bool is_misaligned(std::uint32_t function, std::uint32_t address) {
  const std::uint32_t size = function & 3;
  return (size == 1 && (address & 1) != 0) || (size == 2 && (address & 3) != 0);
}

inline std::uint32_t strobes_of(std::uint32_t function, std::uint32_t address) {
  const std::uint32_t bytes = (function & 3) == 0 ? 1u : (function & 3) == 1 ? 3u : 15u;
  return bytes << (address & 3) & 15u;
}

// The word in every lane where it may be written.
inline std::uint32_t in_lanes(std::uint32_t function, std::uint32_t word) {
  if ((function & 3) == 0) return (word & 0xffu) * 0x01010101u;
  return (function & 3) == 1 ? (word & 0xffffu) * 0x00010001u : word;
}

inline std::uint32_t loaded(std::uint32_t function, std::uint32_t address, std::uint32_t word) {
  const std::uint32_t half = (address & 2) != 0 ? word >> 16 : word & 0xffffu;
  const std::uint32_t byte = (address & 1) != 0 ? half >> 8 : half & 0xffu;
  const bool is_signed = (function & 4) == 0;
  if ((function & 3) == 0) return byte | (is_signed && (byte & 0x80u) != 0 ? 0xffffff00u : 0);
  if ((function & 3) == 1) return half | (is_signed && (half & 0x8000u) != 0 ? 0xffff0000u : 0);
  return word;
}

}  // namespace core
