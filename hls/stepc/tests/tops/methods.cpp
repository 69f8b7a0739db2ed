// SPDX-License-Identifier: Apache-2.0
// Several functions of one object marked HLS_MODULE: one module, one set of ports for each.
#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

template <class T, unsigned N>
class Fifo {
 public:
  HLS_MODULE bool push(const T& word) {
    if (count_ == N) return false;
    slots_[(first_ + count_) % N] = word;
    ++count_;
    return true;
  }
  HLS_MODULE T pop() {
    const T word = slots_[first_];
    if (count_ > 0) {
      first_ = static_cast<std::uint8_t>((first_ + 1) % N);
      --count_;
    }
    return word;
  }
  HLS_MODULE unsigned peek() const { return count_ * 3u + static_cast<unsigned>(slots_[first_]); }
  bool empty() const { return count_ == 0; }
  unsigned size() const { return count_; }

 private:
  std::array<T, N> slots_{};
  std::uint8_t first_ = 0;
  std::uint8_t count_ = 0;
};

// Its memory is read before it is written: pop, then push.
class Queue {
 public:
  HLS_MODULE std::uint8_t pop() {
    const std::uint8_t word = words_.read(first_);
    if (count_ > 0) {
      first_ = static_cast<std::uint8_t>((first_ + 1) % 8);
      --count_;
    }
    return word;
  }
  HLS_MODULE void push(std::uint8_t word) {
    if (count_ == 8) return;
    words_.write((first_ + count_) % 8u, word);
    ++count_;
  }

 private:
  hls::Ram<std::uint8_t, 8> words_;
  std::uint8_t first_ = 0;
  std::uint8_t count_ = 0;
};

class Table {
 public:
  HLS_MODULE std::uint16_t answer() { return words_.data(); }
  HLS_MODULE void ask(std::uint8_t address) {
    words_.request(address & 15u);
    ++asked_;
  }
  HLS_MODULE void set(std::uint8_t address, std::uint16_t word) { words_.write(address & 15u, word); }

 private:
  hls::SyncRam<std::uint16_t, 16> words_;
  std::uint8_t asked_ = 0;
};

struct Sum {
  std::uint8_t total = 3;
  HLS_MODULE void add(std::uint8_t x) { total = static_cast<std::uint8_t>(total + x); }
};

struct Product : Sum {
  std::uint16_t product = 1;
  HLS_MODULE std::uint16_t multiply(std::uint8_t x) {
    product = static_cast<std::uint16_t>(product * (x | 1u));
    return static_cast<std::uint16_t>(product + total);
  }
};

struct Inner {
  std::uint8_t value = 1;
  HLS_MODULE std::uint8_t tick(std::uint8_t x) { return value = static_cast<std::uint8_t>(value * 5 + x); }
  HLS_MODULE void clear() { value = 0; }
};

struct Outer {
  Inner inner;
  std::uint8_t sum = 2;
  HLS_MODULE std::uint8_t tick(std::uint8_t x, bool go) {
    if (go) sum = static_cast<std::uint8_t>(sum + inner.tick(x));
    return sum;
  }
};

struct Overloaded {
  std::uint32_t value = 9;
  HLS_MODULE void put(std::uint8_t x) { value += x; }
  HLS_MODULE void put(std::uint16_t x) { value ^= x; }
};

struct State {
  Fifo<std::uint8_t, 5> bytes;
  Fifo<std::uint16_t, 3> words;
  std::array<Fifo<std::uint8_t, 5>, 2> several;
  Queue queue;
  Table table;
  Product product;
  Outer outer, other;
  Overloaded overloaded;
};

struct In {
  std::uint8_t v, w;
  std::uint16_t z;
  bool a, b, c, d;
};

struct Out {
  std::uint8_t popped, queued, sum;
  std::uint16_t product, answer;
  unsigned peeked;
  bool full;
  std::uint8_t before, between, after;
};

void step(State& state, const In& in, Out& out) {
  out.before = static_cast<std::uint8_t>(state.bytes.size());
  if (in.a) out.full = !state.bytes.push(in.v);
  out.between = static_cast<std::uint8_t>(state.bytes.size());
  if (in.b && !state.bytes.empty()) out.popped = state.bytes.pop();
  out.after = static_cast<std::uint8_t>(state.bytes.size());
  out.peeked = state.bytes.peek();
  if (in.c) out.product = state.words.pop();
  if (state.words.size() < 3 && in.d) state.words.push(in.z);
  state.several[0].push(in.w);
  if (in.d) state.several[0].pop();
  if (in.v & 4u) {  // one or the other: in no order
    state.several[1].pop();
  } else {
    state.several[1].push(in.w);
  }
  if (in.a) out.queued = state.queue.pop();
  if (in.b) state.queue.push(in.v);
  out.answer = state.table.answer();
  if (in.c) state.table.ask(in.v);
  if (in.a) state.table.set(in.v >> 4u, in.z);

  state.product.add(in.v);
  if (in.a) out.product = static_cast<std::uint16_t>(out.product ^ state.product.multiply(in.w));
  out.sum = state.outer.tick(in.v, in.c);
  if (in.b) state.outer.inner.clear();
  if (in.b) {
    out.sum = static_cast<std::uint8_t>(out.sum ^ state.other.inner.tick(in.w));
  } else {
    state.other.inner.clear();
  }
  state.overloaded.put(in.v);
  if (in.d) state.overloaded.put(in.z);
}
