// A flit as two 64-bit words, for interfaces that want plain integers: the payload, and
//
//   word    | go | valid | sequence | source | destination | tree | rule |
//   bits      1    1       16         6        6             3      3       from bit 35 down to bit 0
//
// The fields have these places for every dimension up to 6.
#pragma once

#include "hls/router/packet.hpp"

namespace vendor {

// `go`: the sender of the word takes packets in the other direction.
template <class Config>
std::uint64_t header_word(const router::Header<Config>& header, bool valid, bool go) {
  static_assert(Config::kDimension <= 6 && Config::kSequenceWidth <= 16, "wider than the places in the word");
  return std::uint64_t{header.rule} | std::uint64_t{header.tree} << 3 | std::uint64_t{header.destination} << 6 |
         std::uint64_t{header.source} << 12 | std::uint64_t{header.sequence} << 18 | std::uint64_t{valid} << 34 |
         std::uint64_t{go} << 35;
}
inline bool valid_of(std::uint64_t word) {
  return (word >> 34 & 1u) != 0;
}
inline bool go_of(std::uint64_t word) {
  return (word >> 35 & 1u) != 0;
}

template <class Config>
router::Header<Config> header_of(std::uint64_t word) {
  router::Header<Config> header;
  header.rule = hls::Bits<3>(word);
  header.tree = hls::Bits<Config::kTreeWidth>(word >> 3);
  header.destination = hls::Bits<Config::kDimension>(word >> 6);
  header.source = hls::Bits<Config::kDimension>(word >> 12);
  header.sequence = hls::Bits<Config::kSequenceWidth>(word >> 18);
  return header;
}

template <class Config>
router::Flit<Config> flit_of(std::uint64_t word, std::uint64_t payload) {
  router::Flit<Config> flit;
  flit.packet.header = header_of<Config>(word);
  flit.packet.payload = hls::Bits<Config::kPayloadWidth>(payload);
  flit.valid = hls::Bit(valid_of(word) ? 1 : 0);
  return flit;
}

}  // namespace vendor
