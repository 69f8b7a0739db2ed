// SPDX-License-Identifier: Apache-2.0
// Both ends of a serial line against each other, and against the board's own parts.
#include "rtl_sim/board/serial_line.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hls/board/uart.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes every_byte() {
  Bytes bytes;
  for (unsigned byte = 0; byte < 256; ++byte) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

// A frame is, by definition, a low start bit, 8 bits from the lowest on, and a high stop bit.
TEST(SerialPins, AByteIsAStartBitEightBitsAndAStopBit) {
  rtl_sim::SerialDriver driver(4);
  driver.send(0b01010011);
  for (const bool bit : {false, true, true, false, false, true, false, true, false, true}) {
    for (unsigned cycle = 0; cycle < 4; ++cycle) EXPECT_EQ(driver.level(), bit);
  }
  EXPECT_TRUE(driver.idle());
  EXPECT_TRUE(driver.level());
}

// The board's clock is faster or slower than the line by 2 % of 104 cycles a bit.
TEST(SerialPins, TheBoardsReceiverHearsLinesThatAreTooFastAndTooSlow) {
  for (const unsigned cycles_per_bit : {102u, 104u, 106u}) {
    rtl_sim::SerialDriver driver(cycles_per_bit);
    board::UartReceiver<104> receiver;
    for (const std::uint8_t byte : every_byte()) driver.send(byte);
    Bytes heard;
    for (unsigned cycle = 0; cycle < 256 * 10 * 107; ++cycle) {
      const board::Byte byte = receiver.tick(hls::Bit(driver.level()));
      if (byte.valid) heard.push_back(static_cast<std::uint8_t>(byte.bits));
    }
    EXPECT_EQ(heard, every_byte()) << cycles_per_bit << " cycles a bit";
  }
}

TEST(SerialPins, TheBoardsTransmitterIsHeard) {
  constexpr unsigned kCyclesPerBit = 8;
  board::UartTransmitter<kCyclesPerBit> transmitter;
  rtl_sim::SerialSampler sampler(kCyclesPerBit);
  hls::Bit line(1);
  Bytes heard;
  std::size_t next = 0;
  const Bytes bytes = every_byte();
  for (unsigned cycle = 0; heard.size() < bytes.size() && cycle < 256 * 12 * kCyclesPerBit; ++cycle) {
    board::Byte byte;
    if (next < bytes.size()) byte = {hls::Bits<8>(bytes[next]), hls::Bit(1)};
    if (transmitter.ready() && byte.valid) ++next;
    transmitter.tick(byte, line);
    if (const auto got = sampler.next(line != 0)) heard.push_back(*got);
  }
  EXPECT_EQ(heard, bytes);
}

// A spike shorter than half a bit is not a start bit, and a byte with a low stop bit is dropped.
TEST(SerialPins, TheBoardsReceiverHearsNoSpikesAndNoBreaks) {
  board::UartReceiver<8> receiver;
  const auto hear = [&](bool level, unsigned cycles) {
    bool heard = false;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) heard = receiver.tick(hls::Bit(level)).valid || heard;
    return heard;
  };
  EXPECT_FALSE(hear(true, 20));
  EXPECT_FALSE(hear(false, 3));
  EXPECT_FALSE(hear(true, 200));
  EXPECT_FALSE(hear(false, 10 * 8));
}

TEST(LineFault, OneByteIsLostAndOneIsAltered) {
  rtl_sim::LineFault fault;
  fault.lost = 2;
  fault.altered = 3;
  EXPECT_EQ(fault.pass(7), 7);
  EXPECT_EQ(fault.pass(7), std::nullopt);
  EXPECT_NE(fault.pass(7), 7);
  EXPECT_EQ(fault.pass(7), 7);
}

}  // namespace
