// A queue that says what its user must not do.
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
#if defined(WITHOUT_ASSERTIONS)
#define HLS_ASSERT(condition, text) static_cast<void>(0)
#else
#include "hls/types/assert.hpp"
#endif

class Queue {
 public:
  static constexpr unsigned kDepth = 4;

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == kDepth; }

  // `hint` is not used but in what is asserted: hardware has no such port.
  HLS_MODULE hls::Bits<6> tick(bool pop, bool push, hls::Bits<6> word, hls::Bits<2> hint) {
    const hls::Bits<6> head = slots_.read(first_);
    HLS_ASSERT(count_ <= kDepth, "more packets than slots");
    if (push) {
      HLS_ASSERT(count_ != kDepth, "a push into a \"full\" queue, 100 % wrong");
      HLS_ASSERT(hint == (word & 3u), "the hint is of another word");
      HLS_ASSERT(slots_.read((first_ + count_) % kDepth) != 63 || word != 63, "63 twice");
      slots_.write((first_ + count_) % kDepth, word);
    }
    if (pop) {
      HLS_ASSERT(count_ != 0, "a pop of an empty queue");
      first_ = hls::Bits<2>(first_ + 1);
    }
    count_ = hls::Bits<3>(count_ + push - pop);
    if (push) last_hint_ = hls::Bits<2>(word);
    return head;
  }
  unsigned last_hint() const { return last_hint_; }

 private:
  hls::Ram<hls::Bits<6>, kDepth> slots_;
  hls::Bits<2> first_;
  hls::Bits<3> count_;
  hls::Bits<2> last_hint_;
};

struct State {
  Queue queue;
  hls::Bits<2> age;
};

struct In {
  hls::Bits<6> word;
  hls::Bit push;
  hls::Bit pop;
};

struct Out {
  hls::Bits<6> head;
  hls::Bit valid;
};
