// SPDX-License-Identifier: Apache-2.0
// A round-robin arbiter for the packets of several senders, with one-hot grants.
#pragma once

#include <array>

#include "hls/types/bits.hpp"

inline constexpr unsigned kSenders = 5;

struct Offer {
  hls::Bits<24> payload;
  hls::Bit valid;
};

struct State {
  hls::Bits<kSenders> last_grant{1u << (kSenders - 1)};  // one-hot
  std::array<hls::Bits<10>, kSenders> served;            // packets taken from each sender
};

struct In {
  std::array<Offer, kSenders> offers;
  hls::Bits<3> watched;  // the sender whose count `out` shows
  hls::Bit ready;
};

struct Out {
  hls::Bits<kSenders> grant;
  Offer packet;
  hls::Bits<10> served;
};

void step(State& state, const In& in, Out& out);
