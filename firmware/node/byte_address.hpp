// The registers of a node in a memory map of bytes, as a processor or an AXI interconnect sees
// them: 256 KiB a node.
//
//   17  15 14  12 11         2 1 0
//  +------+------+------------+---+
//  |block | port |   index    | - |     block, port and index: firmware/node/registers.hpp
//  +------+------+------------+---+
//
// A register is 32 bits wide; bits 1 and 0 are not looked at.
#pragma once

#include "firmware/node/registers.hpp"

namespace node {

inline constexpr unsigned kByteAddressWidth = 18;

// The place of a register whose port is below 8 and whose index is below 1024.
constexpr std::uint32_t byte_address(std::uint32_t address) {
  return static_cast<std::uint32_t>(block(address)) << 15 | port(address) << 12 | index(address) << 2;
}

// The register at a place.
constexpr std::uint32_t register_at(std::uint32_t byte_address) {
  return address(static_cast<Block>(byte_address >> 15 & 7), byte_address >> 12 & 7, byte_address >> 2 & 0x3ff);
}

}  // namespace node
