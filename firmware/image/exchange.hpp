// SPDX-License-Identifier: Apache-2.0
// The data of a call of cc.h, and its way into the router and back. In a system of hls/soc packets are in
// memories of their own, which take only some of them: there a call goes in parts, each a collective.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "firmware/image/cc.h"
#include "firmware/image/subcube.hpp"
#include "hls/operators/operator_sets.hpp"

namespace image {

// As the program gives it.
struct Call {
  cc_collective collective;
  const void* send;
  void* receive;
  int count;
  cc_type type;
  cc_op op;
  int root;
  cc_comm comm;
  void* caller;
  bool is_step = false;  // of an alltoallv

  uint32_t number() const { return uint32_t(collective) | (is_step ? CC_STEP : 0); }
  // Collectives are in the order of enum cc_collective.
  collectives::Shape shape() const { return collectives::shape_of(collectives::kCollectives[collective]); }
};

struct Exchange {
  collectives::Collective collective;
  collectives::Operation* operation;
  const Subcube* cube;
  uint32_t call;  // of CC_CALL, without the operation
  const void* caller;
  const void* send;  // `from` blocks; null: none
  void* receive;     // `to` blocks, or the one that the `combines` first ones make; null: none
  unsigned bytes;    // of a block
  unsigned from, to, combines;
};

inline const void* at(const void* buffer, size_t offset) {
  return static_cast<const char*>(buffer) + offset;
}
inline void* at(void* buffer, size_t offset) {
  return static_cast<char*>(buffer) + offset;
}

// Loads the router and joins, with blocks of `stride` bytes at these addresses of the DMA. `follows`: the one before goes on.
// `repeats`: the same comes again. Returns whether it goes on.
[[gnu::always_inline]] inline bool start(const Exchange& exchange, uint32_t leaves, uint32_t arrives, unsigned stride,
                                         bool follows = false, bool repeats = false) {
  collectives::Operation& operation = *exchange.operation;
  operation.packets = stride / 8;
  const ProgramCache::Program& program = load(exchange.collective, operation, *exchange.cube);
  const unsigned block = program.block;
  const bool goes_on = repeats && program.chains;
  write(CC_SEND, leaves);
  write(CC_SEND_STRIDE, block != 0 ? block * 8 : exchange.from > 1 ? stride : 0);
  write(CC_RECEIVE, arrives);
  write(CC_RECEIVE_STRIDE, block != 0 ? block * 8 : exchange.to > 1 ? stride : 0);
  write(CC_GROUP, exchange.cube->group());
  const uint32_t algorithm = exchange.cube->is_whole() ? choice().key(exchange.collective) : 0;
  write(CC_CALL, exchange.call | operation.asked() << 8 | algorithm << 20);
  write(CC_COUNT, exchange.bytes);  // of all parts, so that calls of other sizes do not fit
  write(CC_ROOT, operation.root.number());
  write(CC_CALLER, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(exchange.caller)));
  write(CC_START, 1u | (follows ? CC_FOLLOWS : 0) | (goes_on ? CC_GOES_ON : 0));
  return goes_on;
}

inline uint64_t combined(uint32_t operation, uint64_t a, uint64_t b) {
  using Payload = hls::Bits<64>;
  if (operators::Floats::has(operation, 64)) {
    return operators::Floats::combine<64>(hls::Bits<8>(operation), Payload(a), Payload(b));
  }
  return operators::Numbers::combine<64>(hls::Bits<8>(operation), Payload(a), Payload(b));
}

// `change` of each word of 8 bytes; zeros fill the last.
template <class Change>
void change_words(void* to, const void* from, unsigned bytes, Change change) {
  for (unsigned i = 0; i < bytes; i += 8) {
    const unsigned size = bytes - i < 8 ? bytes - i : 8;
    uint64_t word = 0;
    memcpy(&word, at(from, i), size);
    word = change(word);
    memcpy(at(to, i), &word, size);
  }
}

// A call in a system of hls/soc.
class Parts {
 public:
  void begin(const Exchange& exchange, unsigned most_packets) {
    exchange_ = exchange;
    operation_ = *exchange.operation;
    cube_ = *exchange.cube;
    exchange_.operation = &operation_;
    exchange_.cube = &cube_;
    most_ = most_packets * 8;
    most_chained_ = read(CC_CHAINS);
    offset_ = 0;
    chained_ = 0;
    start_part();
  }

  // A part has ended. Returns whether it was the last one; else the next has begun.
  bool end_part() {
    if (exchange_.receive != nullptr) {
      if (exchange_.combines != 0) {
        combine();
      } else {
        receive();
      }
    }
    offset_ += part();
    if (offset_ < exchange_.bytes) {
      start_part();
      return false;
    }
    most_ = 0;
    return true;
  }
  bool is_open() const { return most_ != 0; }

 private:
  unsigned part() const {
    const unsigned left = exchange_.bytes - offset_;
    return left < most_ ? left : most_;
  }
  unsigned stride() const { return (part() + 7) / 8 * 8; }

  void start_part() {
    if (exchange_.send != nullptr) {
      for (unsigned block = 0; block < exchange_.from; ++block) {
        fill(block * stride(), at(exchange_.send, block * exchange_.bytes + offset_), part());
      }
    }
    const bool repeats = exchange_.bytes - offset_ >= 2 * most_ && chained_ + 1 < most_chained_;
    chained_ = start(exchange_, 0, 0, stride(), chained_ != 0, repeats) ? chained_ + 1 : 0;
  }
  // A node's own block does not travel.
  void receive() {
    for (unsigned block = 0; block < exchange_.to; ++block) {
      if (exchange_.to > 1 && block == cube_.rank()) continue;
      take(at(exchange_.receive, block * exchange_.bytes + offset_), block * stride(), part());
    }
  }
  void combine() {
    for (unsigned i = 0; i < stride(); i += 8) {
      const unsigned size = part() - i < 8 ? part() - i : 8;
      uint64_t result = 0;
      for (unsigned block = 0; block < exchange_.combines; ++block) {
        uint64_t packet = 0;
        if (block == cube_.rank()) {
          memcpy(&packet, at(exchange_.send, offset_ + i), size);
        } else {
          take(&packet, block * stride() + i, 8);
        }
        result = block == 0 ? packet : combined(operation_.combining, result, packet);
      }
      memcpy(at(exchange_.receive, offset_ + i), &result, size);
    }
  }

  // The packet memories take whole words, and most buffers have them.
  static unsigned words_in(const void* buffer, unsigned bytes) {
    return reinterpret_cast<uintptr_t>(buffer) % 4 == 0 ? bytes / 4 : 0;
  }
  static void fill(unsigned place, const void* from, unsigned bytes) {
    const unsigned words = words_in(from, bytes);
    for (unsigned i = 0; i < words; ++i) write(CC_PACKETS + place + 4 * i, static_cast<const uint32_t*>(from)[i]);
    for (unsigned i = 4 * words; i < bytes; i += 4) {
      uint32_t word = 0;
      memcpy(&word, at(from, i), bytes - i < 4 ? bytes - i : 4);
      write(CC_PACKETS + place + i, word);
    }
  }
  static void take(void* to, unsigned place, unsigned bytes) {
    const unsigned words = words_in(to, bytes);
    for (unsigned i = 0; i < words; ++i) static_cast<uint32_t*>(to)[i] = read(CC_PACKETS + place + 4 * i);
    for (unsigned i = 4 * words; i < bytes; i += 4) {
      const uint32_t word = read(CC_PACKETS + place + i);
      memcpy(at(to, i), &word, bytes - i < 4 ? bytes - i : 4);
    }
  }

  Exchange exchange_{};
  collectives::Operation operation_;
  Subcube cube_{0, 0, 0};
  unsigned most_ = 0, offset_ = 0;           // bytes of a block: in a part, and that have moved
  unsigned most_chained_ = 0, chained_ = 0;  // parts in a chain, and up to this one if it goes on
};

}  // namespace image
