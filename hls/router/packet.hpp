// The unit of routing. One packet crosses one link in one cycle.
//
//   payload   sequence   source   destination   tree      rule
//   W bits    S bits     d bits   d bits        log2 d    3 bits
//
// A packet ends where its rule names no further port: at the destination for a rule to one node (destination is then
// an absolute address), at the leaves of the tree for a rule to all (destination is not used). The tree is the rotation
// of the spanning graph; the sequence numbers the packets of one source to one destination.
#pragma once

#include "hls/router/config.hpp"

namespace router {

template <class Config>
struct Header {
  hls::Bits<Config::kSequenceWidth> sequence;
  hls::Bits<Config::kDimension> source;
  hls::Bits<Config::kDimension> destination;
  hls::Bits<Config::kTreeWidth> tree;
  hls::Bits<3> rule;  // node::Rule
};

template <class Config>
struct Packet {
  hls::Bits<Config::kPayloadWidth> payload;
  Header<Config> header;
};

// What a link, or any other stream of packets, carries in one cycle.
template <class Config>
struct Flit {
  Packet<Config> packet;
  hls::Bit valid;
};

}  // namespace router
