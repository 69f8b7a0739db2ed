// SPDX-License-Identifier: Apache-2.0
// The core's memory: words of 32 bits in block RAM, of which the bytes can be written one by one.
#pragma once

#include <array>

#include "hls/core/configuration.hpp"
#include "hls/types/ram.hpp"

namespace soc {

using core::Word;

template <std::size_t Words>
class Memory {
 public:
  Memory() = default;
  // The contents at power-up: words from address `begin` on, and zeros.
  template <std::size_t N>
  constexpr Memory(std::uint32_t begin, const std::array<std::uint32_t, N>& words)
      : lanes_{lane(begin, words, 0), lane(begin, words, 1), lane(begin, words, 2), lane(begin, words, 3)} {}

  // The word of the latest request, from the cycle after it.
  std::uint32_t data() const {
    std::uint32_t word = 0;
    for (unsigned byte = 0; byte < 4; ++byte) word |= lanes_[byte].data() << 8 * byte;
    return word;
  }
  void request(std::uint32_t word) {
    for (auto& lane : lanes_) lane.request(word);
  }
  // `strobes`: the bytes.
  void write(std::uint32_t word, std::uint32_t value, std::uint32_t strobes) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if ((strobes >> byte & 1) != 0) lanes_[byte].write(word, hls::Bits<8>(value >> 8 * byte));
    }
  }

 private:
  template <std::size_t N>
  static constexpr hls::SyncRam<hls::Bits<8>, Words> lane(std::uint32_t begin,
                                                          const std::array<std::uint32_t, N>& words, unsigned byte) {
    std::array<hls::Bits<8>, Words> bytes{};
    for (std::uint32_t i = 0; i < N; ++i) bytes[((begin >> 2) + i) % Words] = hls::Bits<8>(words[i] >> 8 * byte);
    return hls::SyncRam<hls::Bits<8>, Words>(bytes);
  }

  std::array<hls::SyncRam<hls::Bits<8>, Words>, 4> lanes_;
};

}  // namespace soc
