// The words of injection programs: an entry, what an injector offers and asks for, and what its
// registers say to it.
#pragma once

#include "hls/router/config.hpp"
#include "hls/router/packet_count.hpp"

namespace router {

template <class Config>
using ProgramIndex =
    hls::Bits<Config::kProgramDepth == hls::kRuntimeDepth ? 20 : hls::index_width(Config::kProgramDepth)>;
// Entries in a program.
template <class Config>
using ProgramLength = hls::Bits<ProgramIndex<Config>::kWidth + 1>;

// Of a port, or of an ejector: the number of ports and behind it that of the in-port.
template <class Config>
using StreamNumber = hls::Bits<hls::index_width(kStreams<Config>)>;

// `Combines`: what a node has besides that combines packets.
template <class Config, bool Combines = combines<Config>()>
struct ProgramEntry {
  SequenceNumber<Config> sequence;
  SequenceNumber<Config> count;
  NodeAddress<Config> relative_destination;
  TreeNumber<Config> tree;
};
template <class Config>
struct ProgramEntry<Config, true> : ProgramEntry<Config, false> {
  PortSet<Config> combined;  // in-ports of which a packet goes into each of these
};

// What an injector asks of the node's memory: the payload of this packet, in the same cycle.
template <class Config, bool Combines = combines<Config>()>
struct Fetch {
  Header<Config> header;
  hls::Bit valid;

  // Is that payload the node's own result, and not its contribution?
  static constexpr bool asks_for_result() { return false; }
};
template <class Config>
struct Fetch<Config, true> : Fetch<Config, false> {
  PortSet<Config> combined;  // as the entry says
  hls::Bit is_second;        // of the program's second part

  bool asks_for_result() const { return is_second && Ports(combined).empty(); }
};

// What the injector of a node that combines packets has besides those of others; nothing in these.
template <class Config, bool Combines = combines<Config>()>
struct SecondPart {};
template <class Config>
struct SecondPart<Config, true> {
  ProgramLength<Config> end;         // of its entries, which begin where those of the first part end
  PacketCount<Config> packets;       // to send in all
  ProgramIndex<Config> repeat_from;  // the entry at which the first part starts over
};

// A register write to the injector of one stream.
template <class Config, bool Combines = combines<Config>()>
struct ProgramWrite {
  ProgramEntry<Config> entry;
  hls::Bits<32> value;
  ProgramIndex<Config> index;
  hls::Bits<8> port;
  hls::Bit entry_valid;
  hls::Bit length_valid;
  hls::Bit packets_valid;
};
template <class Config>
struct ProgramWrite<Config, true> : ProgramWrite<Config, false> {
  hls::Bit repeat_valid;
  hls::Bit second_length_valid;
  hls::Bit second_packets_valid;
  hls::Bit begins;  // a new load: the ejectors' programs and all second parts fall silent
};

// What all injectors of a node share.
template <class Config, bool Combines = combines<Config>()>
struct InjectionSetting {
  SequenceNumber<Config> sequence_step;
  NodeAddress<Config> address;
  RuleNumber<Config> rule;
};
template <class Config>
struct InjectionSetting<Config, true> : InjectionSetting<Config, false> {
  RuleNumber<Config> second_rule;  // of second parts
};

}  // namespace router
