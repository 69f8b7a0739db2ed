// What goes over the serial line, most significant byte first (docs/board.md):
//
//     request   order << 4 | node   address (4)   value (4)   check      from the host, kRequestBytes
//     answer    order << 4 | status               value (4)   check      from the board, kAnswerBytes
//
// Every request is answered, in order. An answer is shorter than a request, so that the host may send one after another
// without waiting; but for kStart, during which the board does not listen. After a request whose check is wrong the board
// answers kDamaged and hears nothing more until the line has been silent for a while (request_reader.hpp).
#pragma once

#include <cstdint>

#include "hls/board/node_config.hpp"

namespace board {

enum class Order : std::uint32_t {
  kIdentify = 1,       // value: kIdentity
  kWriteRegister = 2,  // of a node: firmware/node/registers.hpp
  kReadRegister = 3,   // value: the register
  kStorePacket = 4,    // address: the place, value: the payload of a packet to send
  kLoadPacket = 5,     // address: the place; value: what has come there, a Delivered of port 0 in the low half
  kStart = 6,          // forgets what has come, gives the start strobe, answers when every node is done
  kReadCycles = 7,     // value: cycles << 16 | total cycles of the run
  kRestart = 8,        // as if the power had come: answers, and then nothing holds anything but the memories
};
inline constexpr std::uint32_t kOrders = 9;

enum class Status : std::uint32_t {
  kOk = 0,
  kDamaged = 1,   // the check is wrong
  kUnknown = 2,   // no such order
  kTimedOut = 3,  // a node was not done after kLongestRun cycles
};

inline constexpr unsigned kRequestBytes = 10;
inline constexpr unsigned kAnswerBytes = 6;
inline constexpr std::uint32_t kLongestRun = 0xfff;  // cycles; the longest collective takes some 400

// A word of what has come over one port: the payload, and whether anything has.
inline constexpr std::uint32_t kHasCome = 1u << NodeConfig::kPayloadWidth;
inline constexpr std::uint32_t kDeliveredBits = kHasCome | (kHasCome - 1);  // the others are 0

// "CB", version of the protocol, dimension, bits of a sequence.
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kIdentity = 0x43420000u | kVersion << 8 | kDimension << 4 | NodeConfig::kSequenceWidth;

// CRC-8 of x^8 + x^2 + x + 1, begun with all ones; that of a message with its check is 0.
inline constexpr std::uint8_t kCheckStart = 0xff;
constexpr std::uint8_t check_with(std::uint8_t check, std::uint8_t byte) {
  std::uint32_t rest = check ^ byte;
  for (unsigned bit = 0; bit < 8; ++bit) rest = (rest << 1 ^ ((rest & 0x80) != 0 ? 0x07 : 0)) & 0xff;
  return static_cast<std::uint8_t>(rest);
}

}  // namespace board
