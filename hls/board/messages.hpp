// SPDX-License-Identifier: Apache-2.0
// Requests and answers of the board as bytes of the serial line (protocol.hpp).
#pragma once

#include "hls/board/node_types.hpp"
#include "hls/board/protocol.hpp"
#include "hls/board/uart.hpp"
#include "hls/types/assert.hpp"

namespace board {

// A request, valid in the one cycle in which its check has come.
template <class Config>
struct Request {
  hls::Bits<4, Order> order;
  NodeNumber<Config> node;
  hls::Bits<32> address;
  hls::Bits<32> value;
  hls::Bit valid;
  hls::Bit damaged;  // its check is wrong
};

// Bytes of the serial line become requests. `Silence`: cycles without a byte, a power of two, after
// which the reader forgets an incomplete request.
template <class Config, std::uint32_t Silence>
class RequestReader {
 public:
  // One cycle.
  HLS_MODULE Request<Config> tick(const Byte& byte) {
    const bool last = bytes_ == kRequestBytes - 1;
    const hls::Bits<8> check(check_with(static_cast<std::uint8_t>(check_), static_cast<std::uint8_t>(byte.bits)));
    Request<Config> request;
    request.order = order_;
    request.node = node_;
    request.address = address_;
    request.value = value_;
    request.valid = hls::Bit(byte.valid && last && !deaf_);
    request.damaged = hls::Bit(check != 0);

    const bool silent = silence_ == Silence - 1 && !byte.valid;
    if (byte.valid || silent) {
      const bool anew = silent || last;
      check_ = anew ? hls::Bits<8>(kCheckStart) : check;
      bytes_ = hls::Bits<4>(anew ? 0 : bytes_ + 1);
    }
    if (byte.valid && !last) {
      order_ = hls::Bits<4, Order>::of_number(address_ >> 28);
      node_ = NodeNumber<Config>(address_ >> 24);
      address_ = hls::Bits<32>(address_ << 8 | value_ >> 24);
      value_ = hls::Bits<32>(value_ << 8 | byte.bits);
    }
    if (request.valid && request.damaged) deaf_ = hls::Bit(1);
    if (silent) deaf_ = hls::Bit(0);
    silence_ = SilentCycles(byte.valid ? 0 : silence_ + 1);
    return request;
  }

 private:
  static_assert((Silence & (Silence - 1)) == 0, "the counter goes round by itself");
  using SilentCycles = hls::Bits<hls::index_width(Silence)>;

  hls::Bits<4, Order> order_;
  NodeNumber<Config> node_;
  hls::Bits<32> address_;
  hls::Bits<32> value_;
  hls::Bits<8> check_{kCheckStart};
  hls::Bits<4> bytes_;    // bytes of the request that have come
  SilentCycles silence_;  // cycles since the latest byte
  hls::Bit deaf_;
};

// Answers become bytes for the serial line.
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
  hls::Bits<32> rest_;  // the bytes behind it
  hls::Bits<8> check_;
  hls::Bits<3> bytes_left_;
};

}  // namespace board
