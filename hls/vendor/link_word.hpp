// SPDX-License-Identifier: Apache-2.0
// A flit as two 64-bit words, for interfaces that want plain integers: the payload, and
//
//   word    | go | valid | sequence | source | destination | tree | rule |
//   bits      1    1       16         6        6             3      3       from bit 35 down to bit 0
//
// The fields of the header have these places for every dimension up to 6: those of WidestConfig,
// whose header's field list (hls/network/packet.hpp) gives them; a rule takes 3 bits as long as
// there are eight.
#pragma once

#include "hls/router/config.hpp"

namespace vendor {

struct WidestConfig : router::CubeConfig<6> {};

// Functions, because vendors' integers are no compile-time constants.
inline unsigned valid_bit() {
  return network::width_of<network::Header<WidestConfig>>();
}
inline unsigned go_bit() {
  return valid_bit() + 1;
}

// Calls visit(field, low) for every field of the header: the lowest bit of its place in the word.
template <class Header, class Visit>
void each_place(Header& header, Visit visit) {
  const network::Header<WidestConfig> widest;
  unsigned low = valid_bit();
  network::each_field(
      [&](const char*, const auto& place, auto& field) {
        static_assert(std::decay_t<decltype(field)>::kWidth <= std::decay_t<decltype(place)>::kWidth,
                      "wider than the place in the word");
        low -= place.kWidth;
        visit(field, low);
      },
      widest, header);
}

// `go`: the sender of the word takes packets in the other direction.
template <class Config>
std::uint64_t header_word(const network::Header<Config>& header, bool valid, bool go) {
  std::uint64_t word = std::uint64_t{valid} << valid_bit() | std::uint64_t{go} << go_bit();
  each_place(header, [&word](const auto& field, unsigned low) { word |= std::uint64_t{field.number()} << low; });
  return word;
}
template <class Config>
std::uint64_t link_word(const network::Link<Config>& link) {
  return header_word(link.packet.header, link.valid != 0, link.go != 0);
}
inline bool valid_of(std::uint64_t word) {
  return (word >> valid_bit() & 1u) != 0;
}
inline bool go_of(std::uint64_t word) {
  return (word >> go_bit() & 1u) != 0;
}

template <class Config>
network::Header<Config> header_of(std::uint64_t word) {
  network::Header<Config> header;
  each_place(header,
             [word](auto& field, unsigned low) { field = std::decay_t<decltype(field)>::of_number(word >> low); });
  return header;
}

template <class Config>
network::Link<Config> link_of(std::uint64_t word, std::uint64_t payload) {
  network::Link<Config> link;
  link.packet.header = header_of<Config>(word);
  link.packet.payload = network::Payload<Config>(payload);
  link.valid = hls::Bit(valid_of(word) ? 1 : 0);
  link.go = hls::Bit(go_of(word) ? 1 : 0);
  return link;
}

}  // namespace vendor
