// Bytes of the serial line become requests.
#pragma once

#include "hls/board/node_types.hpp"
#include "hls/board/protocol.hpp"
#include "hls/board/uart_receiver.hpp"

namespace board {

// A request in the one cycle in which its check has come.
template <class Config>
struct Request {
  hls::Bits<4, Order> order;
  NodeNumber<Config> node;
  hls::Bits<32> address;
  hls::Bits<32> value;
  hls::Bit valid;
  hls::Bit damaged;  // its check is wrong
};

// `Silence`: cycles without a byte, a power of two, after which what has come of a request is
// forgotten.
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
  hls::Bits<4> bytes_;    // of the request that have come
  SilentCycles silence_;  // since the latest byte
  hls::Bit deaf_;
};

}  // namespace board
