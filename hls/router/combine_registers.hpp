// The registers of nodes that combine packets: the operation, the second parts of programs, and
// what the entries of programs take besides what those of other nodes do.
#pragma once

#include "hls/router/combiner.hpp"
#include "hls/router/packet_count.hpp"
#include "hls/router/program.hpp"
#include "hls/router/register_access.hpp"
#include "hls/router/router.hpp"

namespace router {

// Of nodes that do not combine: none.
template <class Config, bool Combines = combines<Config>()>
class CombineRegisters {
 public:
  static CombineControl<Config> control() { return {}; }
  static void add_to(InjectionSetting<Config>&) {}
  static void add_to(ProgramWrite<Config>&, const RegisterAccess&) {}
  static void count(hls::Bit, const ResultEvents<Config>&) {}
  static void write(const RegisterAccess&) {}
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }
};

template <class Config>
class CombineRegisters<Config, true> {
 public:
  CombineControl<Config> control() const {
    return {operation_, hls::Bit(results_ >= results_first_), hls::Bit((policy_ & node::kExclusive) != 0)};
  }
  // Adds what is said here to the setting of the injectors, and to a write to one.
  void add_to(InjectionSetting<Config>& setting) const { setting.second_rule = second_rule_; }
  void add_to(ProgramWrite<Config>& write, const RegisterAccess& access) const {
    write.entry.combined = entry_ports_;
    write.repeat_valid = access.writes(node::Block::kRepeat);
    write.second_length_valid = access.writes(node::Block::kSecondLength);
    write.second_packets_valid = access.writes(node::Block::kSecondPackets);
    write.begins = begins(access);
  }

  // One cycle. `start`: the count begins anew. `results`: what happened to them.
  void count(hls::Bit start, const ResultEvents<Config>& results) {
    results_ = start ? Count(0) : Count(results_ + Ports(results.delivered).size());
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kOperation, operation_);
    access.write_to(node::Control::kPolicy, policy_);
    access.write_to(node::Control::kSecondRule, second_rule_);
    access.write_to(node::Control::kResultsFirst, results_first_);
    access.write_to(node::Control::kEntryPorts, entry_ports_);
    if (begins(access)) entry_ports_ = PortSet<Config>();
  }
  std::uint32_t read(const RegisterAccess& access, const Observed&) const {
    return access.is_to(node::Control::kTypes) ? combined_types<Config>() : 0;
  }

 private:
  using Count = PacketCount<Config>;

  static hls::Bit begins(const RegisterAccess& access) {
    return hls::Bit(access.write && access.is_to(node::Control::kRule));
  }

  Count results_first_;
  Count results_;  // that the memory has taken since the start
  hls::Bits<8> operation_;
  PortSet<Config> entry_ports_;
  RuleNumber<Config> second_rule_;
  hls::Bits<2> policy_;
};

}  // namespace router
