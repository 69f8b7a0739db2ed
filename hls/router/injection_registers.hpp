// The registers of the injectors: what goes into the headers of the node's own packets, and what
// the entries of their programs take besides the relative destination. Blocks program, length and
// packets are the injectors' own.
#pragma once

#include "hls/router/injector.hpp"
#include "hls/router/register_access.hpp"

namespace router {

template <class Config>
class InjectionRegisters {
 public:
  InjectionSetting<Config> setting(NodeAddress<Config> address) const {
    InjectionSetting<Config> setting;
    setting.sequence_step = sequence_step_;
    setting.address = address;
    setting.rule = rule_;
    return setting;
  }

  // The write, if it is one to an injector.
  ProgramWrite<Config> program_write(const RegisterAccess& access) const {
    ProgramWrite<Config> write;
    write.entry.sequence = entry_sequence_;
    write.entry.count = entry_count_;
    write.entry.relative_destination = NodeAddress<Config>::of_number(access.value);
    write.entry.tree = entry_tree_;
    write.value = access.value;
    write.index = ProgramIndex<Config>(node::index(access.address));
    write.port = hls::Bits<8>(node::port(access.address));
    write.entry_valid = access.writes(node::Block::kProgram);
    write.length_valid = access.writes(node::Block::kLength);
    write.packets_valid = access.writes(node::Block::kPackets);
    return write;
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kRule, rule_);
    access.write_to(node::Control::kSequenceStep, sequence_step_);
    access.write_to(node::Control::kEntryTree, entry_tree_);
    access.write_to(node::Control::kEntrySequence, entry_sequence_);
    access.write_to(node::Control::kEntryCount, entry_count_);
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  using Sequence = SequenceNumber<Config>;

  Sequence sequence_step_;
  Sequence entry_sequence_;
  Sequence entry_count_;
  TreeNumber<Config> entry_tree_;
  RuleNumber<Config> rule_;
};

}  // namespace router
