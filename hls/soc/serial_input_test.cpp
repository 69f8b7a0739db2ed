// SPDX-License-Identifier: Apache-2.0
#include "hls/soc/serial_input.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace soc {
namespace {

// The other end: a frame is a start bit, eight bits with the lowest first, and a stop bit.
template <unsigned CyclesPerBit>
class FarEnd {
 public:
  unsigned events = 0;
  SerialInput<CyclesPerBit> input;

  void rest(unsigned cycles, bool ends = false) {
    for (unsigned i = 0; i < cycles; ++i) events += input.tick(hls::Bit(1), hls::Bit(ends), false) ? 1 : 0;
  }
  void send(unsigned byte) {
    const unsigned frame = 1u << 9 | byte << 1;
    for (unsigned i = 0; i < 10 * CyclesPerBit; ++i) {
      events += input.tick(hls::Bit(frame >> i / CyclesPerBit & 1u), hls::Bit(0), false) ? 1 : 0;
      if (i > 3) EXPECT_FALSE(input.ready()) << "a byte is under way, cycle " << i;
    }
  }
  std::uint32_t take(bool ends = false) {
    const std::uint32_t value = input.read();
    events += input.tick(hls::Bit(1), hls::Bit(ends), true) ? 1 : 0;
    return value;
  }
};

template <unsigned CyclesPerBit>
void every_byte_comes_once_and_then_the_end() {
  FarEnd<CyclesPerBit> far;
  far.rest(5);
  for (unsigned byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(far.take(), CC_INPUT_NONE);
    EXPECT_TRUE(far.input.ready());
    far.send(byte);
    far.rest(1);
    EXPECT_EQ(far.events, byte + 1);
    far.rest(byte);
    EXPECT_FALSE(far.input.ready()) << "the byte waits";
    EXPECT_EQ(far.take(), byte);
  }
  EXPECT_EQ(far.take(), CC_INPUT_NONE);
  // The end comes right behind a stop bit. It is not seen before the byte has been read.
  far.send(0xff);
  far.rest(20, true);
  EXPECT_EQ(far.events, 257u);
  EXPECT_EQ(far.take(true), 0xffu);
  far.rest(1, true);
  EXPECT_EQ(far.events, 258u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(far.take(true), CC_INPUT_END);
  EXPECT_EQ(far.events, 258u) << "the end comes once";
}

TEST(SerialInput, EveryByteComesOnceAndThenTheEnd) {
  every_byte_comes_once_and_then_the_end<4>();
  every_byte_comes_once_and_then_the_end<5>();
  every_byte_comes_once_and_then_the_end<104>();
}

TEST(SerialInput, MayBeEmpty) {
  FarEnd<4> far;
  far.rest(10, true);
  EXPECT_EQ(far.events, 1u);
  EXPECT_EQ(far.take(true), CC_INPUT_END);
}

}  // namespace
}  // namespace soc
