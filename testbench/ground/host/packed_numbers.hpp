// SPDX-License-Identifier: Apache-2.0
// A sequence of numbers from 1 on, of which small ones take few bits: Elias's gamma code (1975). A 1
// takes one bit, 2 and 3 take three, 4 to 7 take five.
//
//     PackedNumbers numbers;
//     numbers.push(5);
//     PackedNumbers::Place place;
//     while (place.bit < numbers.bits()) use(numbers.next(place));
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace testbench {

class PackedNumbers {
 public:
  // The next number begins here.
  struct Place {
    std::uint64_t bit = 0;
  };

  // `number`: from 1 on.
  void push(std::uint64_t number) {
    const auto more = static_cast<unsigned>(std::bit_width(number)) - 1;  // bits behind the highest
    const std::uint64_t behind = number - (std::uint64_t{1} << more);
    put(std::uint64_t{1} << more, more + 1);
    if (more != 0) put(behind, more);
  }
  std::uint64_t next(Place& place) const {
    const auto more = static_cast<unsigned>(std::countr_zero(from(place.bit)));
    place.bit += more + 1;
    if (more == 0) return 1;
    const std::uint64_t highest = std::uint64_t{1} << more;
    const std::uint64_t behind = from(place.bit) & (highest - 1);
    place.bit += more;
    return highest | behind;
  }

  std::uint64_t bits() const { return bits_; }
  void clear() {
    words_.clear();
    bits_ = 0;
  }

 private:
  static constexpr unsigned kWord = 64;

  // `width`: 1 .. 64.
  void put(std::uint64_t code, unsigned width) {
    const unsigned used = bits_ % kWord;
    if (used == 0) words_.push_back(0);
    words_.back() |= code << used;
    if (used + width > kWord) words_.push_back(code >> (kWord - used));
    bits_ += width;
  }
  // The 64 bits from this one on.
  std::uint64_t from(std::uint64_t bit) const {
    const std::size_t word = bit / kWord;
    const unsigned used = bit % kWord;
    if (used == 0) return words_[word];
    const std::uint64_t next = word + 1 < words_.size() ? words_[word + 1] : 0;
    return words_[word] >> used | next << (kWord - used);
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t bits_ = 0;
};

}  // namespace testbench
