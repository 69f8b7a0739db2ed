// SPDX-License-Identifier: Apache-2.0
// The header of a frame on a checked link, and the numbers of packets.
//
// Packets of a link have consecutive numbers, modulo twice the packets of a buffer. A packet that is
// sent has a number within a buffer's length of the one that the other end expects, before or behind
// it, so that old packets and new ones have different numbers.
#pragma once

#include "hls/link/crc.hpp"
#include "hls/link/phit.hpp"

namespace links {

constexpr unsigned link_numbers(unsigned buffer) {
  return 2 * buffer;
}
template <class Config>
using LinkNumber = hls::Bits<hls::index_width(link_numbers(kBufferPackets<Config>))>;

template <class Config>
struct FrameHeader {
  LinkNumber<Config> number;    // of the frame's first packet; in training, of the next packet
  LinkNumber<Config> expected;  // of the next packet that the sender of this frame expects
  PacketsHeld<Config> room;     // packets that it has room for, from there on
  hls::Bit trains;              // the sender does not yet know what the other end expects
  hls::Bit heard;               // and has heard a frame of training since its reset
  hls::Bit asks;                // wants an answer
  hls::Bit answers;             // is one

  template <class Visit, class... Headers>
  static constexpr void each_field(Visit visit, Headers&... headers) {
    visit("number", headers.number...);
    visit("expected", headers.expected...);
    visit("room", headers.room...);
    visit("trains", headers.trains...);
    visit("heard", headers.heard...);
    visit("asks", headers.asks...);
    visit("answers", headers.answers...);
  }
};

// Its width.
constexpr unsigned header_bits_of(unsigned buffer) {
  constexpr unsigned kFlags = 4;
  return 2 * hls::index_width(link_numbers(buffer)) + hls::index_width(buffer + 1) + kFlags;
}
// For the host.
constexpr unsigned header_bits(const WireShape& wires) {
  return header_bits_of(checked_buffer(wires));
}

template <class Config>
constexpr unsigned header_cycles() {
  static_assert(network::width_of<FrameHeader<Config>>() == header_bits_of(kBufferPackets<Config>));
  return quotient_up(network::width_of<FrameHeader<Config>>(), Config::kLinkWires);
}
template <class Config>
constexpr unsigned checksum_cycles() {
  return quotient_up(Crc<Config::kCheck>::kWidth, Config::kLinkWires);
}
// The cycles of a frame beside its packets and its gap.
template <class Config>
constexpr unsigned frame_cycles() {
  if constexpr (is_checked<Config>()) {
    return header_cycles<Config>() + checksum_cycles<Config>();
  } else {
    return 0;
  }
}

template <class Config>
using HeaderWords = std::array<Word<Config>, header_cycles<Config>()>;
template <class Config>
using ChecksumWords = std::array<Word<Config>, checksum_cycles<Config>()>;

template <class Config>
HeaderWords<Config> words_of(const FrameHeader<Config>& header) {
  WordPacker<Config, header_cycles<Config>()> packer;
  network::each_field([&packer](const char*, const auto& field) { packer.put(field); }, header);
  return packer.words();
}
template <class Config>
FrameHeader<Config> header_of(const HeaderWords<Config>& words) {
  FrameHeader<Config> header;
  WordUnpacker<Config, header_cycles<Config>()> unpacker(words);
  network::each_field([&unpacker](const char*, auto& field) { unpacker.take(field); }, header);
  return header;
}

// The checksum of the words of a frame.
template <class Config>
class FrameSum {
 public:
  void begin() { crc_ = {}; }
  void take(const Word<Config>& word) {
    for (unsigned lane = 0; lane < kLanes<Config>; ++lane) {
      crc_.take(static_cast<std::uint32_t>(word[lane]), bits_of_lane<Config>(lane));
    }
  }
  ChecksumWords<Config> words() const {
    WordPacker<Config, checksum_cycles<Config>()> packer;
    packer.put(crc_.sum(), Crc<Config::kCheck>::kWidth);
    return packer.words();
  }

 private:
  Crc<Config::kCheck> crc_;
};

}  // namespace links
