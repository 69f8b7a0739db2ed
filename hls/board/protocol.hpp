// SPDX-License-Identifier: Apache-2.0
// The messages on the serial line, most significant byte first (docs/guides/board.md):
//
//     request   order << 4 | node   address (4)   value (4)   check      from the host, kRequestBytes
//     answer    order << 4 | status               value (4)   check      from the board, kAnswerBytes
//
// Every request is answered, in order. An answer is shorter than a request, so that the host may
// send requests without waiting, except after kStart, during which the board does not listen. After
// a request whose check is wrong the board answers kDamaged and ignores everything until the line
// has been silent for a while (messages.hpp).
#pragma once

#include <cstdint>

#include "hls/board/shape.hpp"

namespace board {

enum class Order : std::uint32_t {
  kIdentify = 1,       // value: identity_of the board's shape
  kWriteRegister = 2,  // of a node: firmware/node/registers.hpp
  kReadRegister = 3,   // value: the register
  kStorePacket = 4,    // address: the place, value: the payload of a packet to send
  kLoadPacket = 5,     // address: the place; value: the packets there, by port (Shape::delivered_shift)
  kStart = 6,          // forgets delivered packets, gives the start strobe, answers when every node is done
  kReadCycles = 7,     // value: cycles << 16 | total cycles of the run
  kRestart = 8,        // as at power-up: answers, and then resets all but the memories
};
inline constexpr std::uint32_t kOrders = 9;

enum class Status : std::uint32_t {
  kOk = 0,
  kDamaged = 1,   // the check is wrong
  kUnknown = 2,   // no such order
  kTimedOut = 3,  // a node was not done after Shape::longest_run() cycles
};

inline constexpr unsigned kRequestBytes = 10;
inline constexpr unsigned kAnswerBytes = 6;

// "C", bits of a payload (8), version of the protocol (8), dimension (4), bits of a sequence (4).
// Version 1 had "B" in the place of the payload: it was always of 8 bits.
inline constexpr std::uint32_t kMagic = 0x43;
inline constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t identity_of(const Shape& shape) {
  return kMagic << 24 | shape.payload_bits << 16 | kVersion << 8 | shape.dimension << 4 | shape.sequence_bits;
}
constexpr std::uint32_t magic_in(std::uint32_t identity) {
  return identity >> 24;
}
constexpr std::uint32_t version_in(std::uint32_t identity) {
  return identity >> 8 & 0xff;
}
constexpr Shape shape_in(std::uint32_t identity) {
  return {identity >> 4 & 0xf, identity & 0xf, identity >> 16 & 0xff};
}

// CRC-8 of x^8 + x^2 + x + 1, begun with all ones; the CRC of a message with its check is 0.
inline constexpr std::uint8_t kCheckStart = 0xff;
constexpr std::uint8_t check_with(std::uint8_t check, std::uint8_t byte) {
  std::uint32_t rest = check ^ byte;
  for (unsigned bit = 0; bit < 8; ++bit) rest = (rest << 1 ^ ((rest & 0x80) != 0 ? 0x07 : 0)) & 0xff;
  return static_cast<std::uint8_t>(rest);
}

}  // namespace board
