// The memory of the stored rules: a set of ports for every address, which the firmware loads
// through block table for the rule that it uses. For the table rule of the cube: the children of
// every relative address in tree 0.
#pragma once

#include <array>

#include "hls/router/register_access.hpp"
#include "hls/router/rule_unit.hpp"

namespace router {

// Where a word stands.
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
  hls::Bit is_combining;  // to the words of the rules of packets that are combined
};

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

  // For the mesh to attach memory: the words of the rules of packets that are combined are bank 1.
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
