// The memory of the stored rules: a set of ports for every address, which the firmware loads through block table for
// the rule that it uses. For the table rule of the cube: the children of every relative address in tree 0.
#pragma once

#include "hls/router/register_access.hpp"
#include "hls/router/rule_unit.hpp"

namespace router {

// A register write that has reached the memory.
template <class Config>
struct TableWrite {
  NodeAddress<Config> place;
  PortSet<Config> word;
  hls::Bit valid;
};

template <class Config>
class RuleTable {
 public:
  using Words = hls::Ram<PortSet<Config>, Config::kTableDepth>;
  static constexpr bool kUsed = (Config::kRules & Config::Rules::kStored) != 0;

  // The write, if it is one to the memory.
  static TableWrite<Config> decode(const RegisterAccess& access) {
    return {NodeAddress<Config>::of_number(node::index(access.address)), PortSet<Config>::of_number(access.value),
            access.writes(node::Block::kTable)};
  }

  // The word for a packet that has arrived at `me`, if its rule is a stored one.
  PortSet<Config> read(NodeAddress<Config> me, const Header<Config>& header) const {
    PortSet<Config> word;
    if constexpr (kUsed) {
      const rules::Heading heading = network::heading_of(header);
      if ((Config::Rules::kStored & node::rule_bit(heading.rule)) != 0) {
        word = words_.read(rules::place<typename Config::Rules>(typename Config::Network(), me, heading).number());
      }
    }
    return word;
  }

  void write(const TableWrite<Config>& write) {
    if constexpr (kUsed) {
      if (write.valid) words_.write(Address(write.place).number(), write.word);
    }
  }

  // For the mesh to attach memory.
  Words& words() { return words_; }

 private:
  Words words_;
};

}  // namespace router
