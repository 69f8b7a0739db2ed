// SPDX-License-Identifier: Apache-2.0
// The words of a network's wires and registers, each with a width and a type of its own, and
// functions on all fields of a record.
//
// A record lists its fields once, from the highest bits down as in a packed structure, for any
// number of records side by side:
//
//     template <class Visit, class... Headers>
//     static constexpr void each_field(Visit visit, Headers&... headers) {
//       visit("sequence", headers.sequence...);
//       visit("source", headers.source...);
//     }
//
// Comparing, printing, packing and tracing use that list:
//
//     equal(a, b);
//     each_field([](const char* name, const auto& field) { print(name, field.kWidth, field.number()); }, flit);
//
// `Config`: hls/router/config.hpp.
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/node/registers.hpp"
#include "hls/types/bits.hpp"

namespace network {

template <class Config>
using NodeAddress = hls::Bits<Config::Network::kAddressWidth, Address>;

template <class Config>
using PortSet = hls::Bits<Config::Network::kPorts, Ports>;

// The number of one port, 0 .. kPorts - 1.
template <class Config>
using PortNumber = hls::Bits<hls::index_width(Config::Network::kPorts)>;

template <class Config>
using Payload = hls::Bits<Config::kPayloadWidth>;

template <class Visit, class Record, class... More>
constexpr void each_field(Visit visit, Record& record, More&... more) {
  Record::each_field(visit, record, more...);
}

// Whether all fields have the same bits.
template <class Record>
constexpr bool equal(const Record& a, const Record& b) {
  bool same = true;
  each_field([&same](const char*, const auto& x, const auto& y) { same = same && x.number() == y.number(); }, a, b);
  return same;
}

// The number of bits of all fields together.
template <class Record>
constexpr unsigned width_of() {
  unsigned width = 0;
  const Record record;
  each_field([&width](const char*, const auto& field) { width += std::decay_t<decltype(field)>::kWidth; }, record);
  return width;
}

}  // namespace network
