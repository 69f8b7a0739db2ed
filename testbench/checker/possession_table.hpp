// Which node holds which packet, in two bits for each.
//
//     PossessionTable holds;
//     holds.reset(packets * nodes);
//     holds.set(index, Holding::kArriving);
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "testbench/host/huge_pages.hpp"

namespace testbench {

enum class Holding : std::uint8_t {
  kLacks = 0,
  kHolds = 1,     // arrived in an earlier cycle
  kArriving = 2,  // arrived in this cycle: not to be sent before the next
};

class PossessionTable {
 public:
  // `count` that lack it.
  void reset(std::uint64_t count) {
    size_ = count;
    words_.assign(words_for(count), 0);
  }
  std::uint64_t size() const { return size_; }

  Holding operator[](std::uint64_t index) const {
    return static_cast<Holding>(words_[index / kPerWord] >> shift(index) & kMask);
  }
  void set(std::uint64_t index, Holding holding) {
    std::uint64_t& word = words_[index / kPerWord];
    word = (word & ~(kMask << shift(index))) | static_cast<std::uint64_t>(holding) << shift(index);
  }
  // A hint that it will be set soon.
  void prefetch(std::uint64_t index) const { __builtin_prefetch(&words_[index / kPerWord], 1); }

  // Bytes for so many, a number below 2^64 - 31.
  static std::uint64_t bytes_for(std::uint64_t count) {
    return HugePages::bytes_for(words_for(count) * sizeof(std::uint64_t));
  }

 private:
  static constexpr std::uint64_t kPerWord = 32;
  static constexpr std::uint64_t kMask = 3;

  static std::uint64_t words_for(std::uint64_t count) { return count / kPerWord + (count % kPerWord != 0 ? 1 : 0); }
  static unsigned shift(std::uint64_t index) { return static_cast<unsigned>(index % kPerWord * 2); }

  std::uint64_t size_ = 0;
  std::pmr::vector<std::uint64_t> words_{HugePages::memory()};
};

}  // namespace testbench
