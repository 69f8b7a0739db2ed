// The words of a network's wires and registers, each of a width and a type of its own, and what is
// done with all fields of a record alike.
//
// A record lists its fields once, from the highest bits down as a packed structure has them, for
// any number of records side by side:
//
//     template <class Visit, class... Headers>
//     static constexpr void each_field(Visit visit, Headers&... headers) {
//       visit("sequence", headers.sequence...);
//       visit("source", headers.source...);
//     }
//
// Comparing, printing, packing and drawing are made of that list:
//
//     equal(a, b);
//     each_field([](const char* name, const auto& field) { print(name, field.kWidth, field.number()); }, flit);
//
// `Config`: hls/router/config.hpp.
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/ports.hpp"
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

// The number of a rotation of a tree, 0 .. kTrees - 1.
template <class Config>
using TreeNumber = hls::Bits<hls::index_width(Config::Network::kTrees)>;

// The place of a rule in the network's list.
template <class Config>
using RuleNumber = hls::Bits<hls::index_width(Config::Rules::kCount), node::Rule>;

template <class Config>
using SequenceNumber = hls::Bits<Config::kSequenceWidth>;

template <class Config>
using Payload = hls::Bits<Config::kPayloadWidth>;

template <class Visit, class Record, class... More>
constexpr void each_field(Visit visit, Record& record, More&... more) {
  Record::each_field(visit, record, more...);
}

// The same bits in every field.
template <class Record>
constexpr bool equal(const Record& a, const Record& b) {
  bool same = true;
  each_field([&same](const char*, const auto& x, const auto& y) { same = same && x.number() == y.number(); }, a, b);
  return same;
}

// Bits of all fields together.
template <class Record>
constexpr unsigned width_of() {
  unsigned width = 0;
  const Record record;
  each_field([&width](const char*, const auto& field) { width += std::decay_t<decltype(field)>::kWidth; }, record);
  return width;
}

}  // namespace network
