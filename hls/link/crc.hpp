// SPDX-License-Identifier: Apache-2.0
// Checksums of frames: CRC-16/IBM-SDLC (polynomial 0x1021, as in HDLC) and CRC-32/ISO-HDLC (0x04C11DB7,
// as in Ethernet). Both take the bits in the order in which a wire would carry them one by one: the
// lowest bit of a word first.
//
//     Crc<Check::kCrc32> crc;
//     crc.take(word, 32);
//     crc.sum();  // 32 bits
#pragma once

#include "hls/link/config.hpp"

namespace links {

template <Check CheckOf>
class Crc {
 public:
  static constexpr unsigned kWidth = CheckOf == Check::kCrc16 ? 16 : 32;

  // The `width` low bits of `bits`.
  void take(std::uint32_t bits, unsigned width) {
    std::uint32_t next = rest_;
    for (unsigned i = 0; i < width; ++i) {
      const bool carry = ((next ^ bits >> i) & 1u) != 0;
      next = next >> 1 ^ (carry ? kReversedPolynomial : 0);
    }
    rest_ = hls::Bits<kWidth>(next);
  }
  std::uint32_t sum() const { return rest_ ^ hls::Bits<kWidth>::kMax; }

 private:
  static constexpr std::uint32_t kReversedPolynomial = CheckOf == Check::kCrc16 ? 0x8408 : 0xEDB88320;

  hls::Bits<kWidth> rest_ = hls::Bits<kWidth>(hls::Bits<kWidth>::kMax);
};

}  // namespace links
