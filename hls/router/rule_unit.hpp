// SPDX-License-Identifier: Apache-2.0
// The rule unit of an in-port, the arrival registers behind it, and the memory of stored words that
// it reads.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"

namespace router {

// The rule unit's answer.
template <class Config>
struct Route {
  PortSet<Config> ports;
  hls::Bit deliver;

  // Whether it leads anywhere; a route without a packet does not.
  bool leads_on() const { return !Ports(ports).empty() || deliver; }
};

// The output ports that a packet takes from here, and whether it is for this node. Combinational:
// (own address, header, stored word) -> (output ports, deliver). The rules stand in firmware/rules;
// the hardware has those of the configuration.
//
// Worked case, 3-cube, nESBT from source 0, node 0b011, tree 1: the relative address 0b011, rotated
// right by 1, is 0b101. It is an inner node of tree 0 whose children are through ports {0} (a leaf;
// no port lies above bit 2). Rotated left: port 1.
template <class Config>
class RuleUnit {
 public:
  // `word`: the rule table's, for a stored rule.
  [[gnu::flatten]] HLS_MODULE static constexpr Route<Config> route(NodeAddress<Config> me, const Header<Config>& header,
                                                                   PortSet<Config> word) {
    const rules::Decision decision = rules::route<typename Config::Rules, Config::kRules>(
        typename Config::Network(), me, network::heading_of(header), word);
    return {PortSet<Config>(decision.ports), hls::Bit(decision.deliver)};
  }
};

// A packet that has come over a link, and its route. With one cycle a hop the output ports and
// ejectors see both in the cycle of the link. With two cycles they are registers, so that the clock
// period covers the rule unit or the arbiter, and never both.
template <class Config>
struct Arrival {
  Packet<Config> packet;
  Route<Config> route;  // empty without a packet
};

// A router's arrival registers: none with one cycle a hop.
template <class Config>
using ArrivalRegisters = std::array<Arrival<Config>, has_arrival_registers<Config>() ? Config::Network::kPorts : 0>;

// The place of a stored word.
template <class Config>
using TablePlace =
    hls::Bits<Config::kTableDepth == hls::kRuntimeDepth ? node::kIndexWidth : hls::index_width(Config::kTableDepth)>;

// A register write that has reached the memory.
template <class Config, bool Combines = combines<Config>()>
struct TableWrite {
  TablePlace<Config> place;
  PortSet<Config> word;
  hls::Bit valid;
};
template <class Config>
struct TableWrite<Config, true> : TableWrite<Config, false> {
  hls::Bit is_combining;  // a word of the rules of combined packets
};

// The memory of the stored rules: a set of ports for every address, which the firmware loads
// through block table for the rule that it uses. The cube's table rule takes the children of every
// relative address in tree 0.
template <class Config>
class RuleTable {
 public:
  using Words = hls::Ram<PortSet<Config>, Config::kTableDepth>;
  static constexpr bool kUsed = (Config::kRules & Config::Rules::kStored) != 0;

  // The write, if it is one to the memory.
  static TableWrite<Config> decode(const RegisterAccess& access) {
    TableWrite<Config> write;
    write.place = TablePlace<Config>(node::index(access.address));
    write.word = PortSet<Config>::of_number(access.value);
    write.valid = access.writes(node::Block::kTable);
    if constexpr (combines<Config>()) write.is_combining = hls::Bit(node::port(access.address));
    return write;
  }

  // The word for a packet that has arrived at `me`, if its rule is a stored one.
  PortSet<Config> read(NodeAddress<Config> me, const Header<Config>& header) const {
    PortSet<Config> word;
    if constexpr (kUsed) {
      const rules::Heading heading = network::heading_of(header);
      if ((Config::Rules::kStored & node::rule_bit(heading.rule)) != 0) {
        const std::uint32_t place =
            rules::place<typename Config::Rules>(typename Config::Network(), me, heading).number();
        word = words_.read(place);
        if constexpr (combines<Config>()) {
          if (is_combining(heading)) word = combining_words_[0].read(place);
        }
      }
    }
    return word;
  }

  void write(const TableWrite<Config>& write) {
    if constexpr (kUsed) {
      if constexpr (combines<Config>()) {
        if (write.valid && write.is_combining) {
          combining_words_[0].write(write.place, write.word);
        }
        if (write.valid && !write.is_combining) words_.write(write.place, write.word);
      } else {
        if (write.valid) words_.write(write.place, write.word);
      }
    }
  }

  // For the mesh to attach memory: bank 1 has the words of the rules of combined packets.
  static constexpr unsigned kBanks = combines<Config>() ? 2 : 1;
  Words& words([[maybe_unused]] unsigned bank = 0) {
    if constexpr (combines<Config>()) {
      if (bank == 1) return combining_words_[0];
    }
    return words_;
  }

 private:
  static bool is_combining(const rules::Heading& heading) {
    return (Config::Rules::kCombining & node::rule_bit(heading.rule)) != 0;
  }

  Words words_;
  std::array<Words, combines<Config>() ? 1 : 0> combining_words_;
};

}  // namespace router
