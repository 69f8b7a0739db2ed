// Answers become bytes for the serial line.
#pragma once

#include "hls/board/protocol.hpp"
#include "hls/board/uart_receiver.hpp"
#include "hls/types/assert.hpp"

namespace board {

struct Answer {
  hls::Bits<4, Order> order;
  hls::Bits<4, Status> status;
  hls::Bits<32> value;
  hls::Bit valid;
};

class AnswerWriter {
 public:
  // The byte for a transmitter that is ready.
  Byte byte() const { return {hls::Bits<8>(bytes_left_ == 1 ? check_ : head_), hls::Bit(bytes_left_ != 0)}; }
  bool idle() const { return bytes_left_ == 0; }

  // One cycle. `taken`: the transmitter has taken byte().
  HLS_MODULE void tick(const Answer& answer, hls::Bit taken) {
    HLS_ASSERT(!answer.valid || bytes_left_ == 0, "an answer before the one before it has left");
    if (answer.valid) {
      head_ = hls::Bits<8>(answer.order.number() << 4 | answer.status.number());
      rest_ = answer.value;
      check_ = hls::Bits<8>(kCheckStart);
      bytes_left_ = hls::Bits<3>(kAnswerBytes);
    } else if (taken && bytes_left_ != 0) {
      check_ = hls::Bits<8>(check_with(static_cast<std::uint8_t>(check_), static_cast<std::uint8_t>(head_)));
      head_ = hls::Bits<8>(rest_ >> 24);
      rest_ = hls::Bits<32>(rest_ << 8);
      bytes_left_ = hls::Bits<3>(bytes_left_ - 1);
    }
  }

 private:
  hls::Bits<8> head_;   // the next byte
  hls::Bits<32> rest_;  // those behind it
  hls::Bits<8> check_;
  hls::Bits<3> bytes_left_;
};

}  // namespace board
