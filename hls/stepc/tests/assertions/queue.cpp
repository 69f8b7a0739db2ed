// SPDX-License-Identifier: Apache-2.0
// A queue that says what its user must not do, and two tops that use it. The tops are inline, so
// that each translation has only its own.
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

// Uses the queue as it must be: every assertion holds.
inline void sound(State& state, const In& in, Out& out) {
  const hls::Bits<6> word(in.word % 63);
  const bool push = in.push && !state.queue.full();
  const bool pop = in.pop && !state.queue.empty();
  if (push || pop) out.head = state.queue.tick(pop, push, word, hls::Bits<2>(word));
  out.valid = hls::Bit(pop);
  HLS_ASSERT(!out.valid || in.pop, "a head that nobody asked for");
}

// Pushes the queue when it is full.
inline void violated(State& state, const In& in, Out& out) {
  const hls::Bits<6> word(in.word % 63);
  const bool pop = in.pop && !state.queue.empty();
  if (in.push || pop) out.head = state.queue.tick(pop, in.push, word, hls::Bits<2>(word));
  out.valid = hls::Bit(pop);
  // The assertion alone reads `age`.
  HLS_ASSERT(state.queue.last_hint() != 2 || state.age != 3, "the hint was 2 before age 3");
  if (in.pop) state.age = hls::Bits<2>(state.age + 1);
}
