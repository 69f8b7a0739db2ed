// SPDX-License-Identifier: Apache-2.0
// A FIFO of packets: the queue is a part, its storage a memory.
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct Packet {
  hls::Bits<32> payload;
  hls::Bits<5> destination;
};

class Queue {
 public:
  static constexpr unsigned kDepth = 4;

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == kDepth; }

  // One cycle: `pop` drops the head (not when empty), `push` appends (not when full). Returns the head.
  HLS_MODULE Packet tick(hls::Bit pop, hls::Bit push, const Packet& packet) {
    const Packet head = slots_.read(first_);
    if (push) slots_.write((first_ + count_) % kDepth, packet);
    if (pop) first_ = hls::Bits<2>(first_ + 1);
    count_ = hls::Bits<3>(count_ + push - pop);
    return head;
  }

 private:
  hls::Ram<Packet, kDepth> slots_;
  hls::Bits<2> first_;
  hls::Bits<3> count_;
};

struct State {
  Queue queue;
};

struct In {
  Packet packet;
  hls::Bit valid;
  hls::Bit ready;  // the receiver takes what `out` shows
};

struct Out {
  Packet packet;
  hls::Bit valid;
  hls::Bit full;
};

void step(State& state, const In& in, Out& out);
