// SPDX-License-Identifier: Apache-2.0
// All registers of a node that are not storage of a part: status, policy, and the registers of
// nodes that combine packets; port_gate.hpp and injector.hpp have those of their parts.
// ControlRegisters lists them, hands them the processor's accesses, and answers reads.
#pragma once

#include "hls/router/combiner.hpp"
#include "hls/router/config.hpp"
#include "hls/router/copy_filter.hpp"
#include "hls/router/injector.hpp"
#include "hls/router/operand_check.hpp"
#include "hls/router/overflow.hpp"
#include "hls/router/port_gate.hpp"
#include "hls/router/received_of_epochs.hpp"
#include "hls/router/register_access.hpp"
#include "hls/router/router.hpp"

namespace router {

// The events of one cycle in the node, for the counters.
template <class Config>
struct Activity {
  PortSet<Config> delivered;  // in-ports of which the node's memory took a packet
  hls::Bit stalled;           // a port had a packet and its neighbour said stop
  hls::Bit injecting;         // an injector has packets left
  ResultEvents<Config> results;
  OperandFault<Config> fault;
  OddEpoch<Config> odd;  // of `delivered`
  LostPackets<Config> lost;
};

// The node's address, the number of packets that it expects, and what has happened since the start.
template <class Config>
class StatusRegisters {
 public:
  NodeAddress<Config> address() const { return address_; }
  void add_to(InjectionSetting<Config>& setting) const {
    if constexpr (kHasEpochs<Config>) setting.epoch = received_.epoch();
  }

  // One cycle. `strobe`, `start`: the start strobe, and the cycle after it. `done`: the node's
  // register, a cycle behind the counter.
  void count(hls::Bit strobe, hls::Bit start, const Activity<Config>& activity, hls::Bit& done) {
    done = hls::Bit(started_ && !strobe && !start && (stays_done(done) || (!activity.injecting && all_have_come())));
    if constexpr (kHasEpochs<Config>) {
      received_.count(strobe, start, expected_, activity.delivered, activity.odd);
    } else {
      received_ = start ? Count(0) : Count(received_ + Ports(activity.delivered).size());
    }
    stall_cycles_ = start ? hls::Bits<32>(0) : hls::Bits<32>(stall_cycles_ + stalled_);
    stalled_ = hls::Bit(activity.stalled && !start);
    started_ = hls::Bit(started_ || start);
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kAddress, address_);
    access.write_to(node::Control::kExpected, expected_);
    if constexpr (kHasEpochs<Config>) {
      if (access.is_to(node::Control::kStatus)) received_.begin_again();
    }
  }
  std::uint32_t read(const RegisterAccess& access, const Observed& observed) const {
    std::uint32_t value = 0;
    if (access.is_to(node::Control::kAddress)) value = Address(address_).number();
    if (access.is_to(node::Control::kStatus)) {
      value = (observed.done ? node::kDone : 0) | (stall_cycles_ != 0 ? node::kStalled : 0);
      if constexpr (kHasEpochs<Config>) value |= received_.epoch() ? node::kOddEpoch : 0;
    }
    if (access.is_to(node::Control::kReceived)) value = received(observed.done);
    if (access.is_to(node::Control::kStallCycles)) value = stall_cycles_;
    if (access.is_to(node::Control::kCapabilities)) value = kCapabilities;
    if (access.is_to(node::Control::kDeepestQueue)) value = observed.deepest_queue;
    return value;
  }

 private:
  static constexpr std::uint32_t kStages = has_runtime_stages<Config>() ? node::kAnyStages : fixed_stages<Config>();
  static constexpr std::uint32_t kCapabilities = Config::Network::kPorts | (is_gated<Config>() ? node::kHasGate : 0) |
                                                 (has_arrival_registers<Config>() ? node::kHasTwoCycleHops : 0) |
                                                 (combines<Config>() ? node::kCombines : 0) |
                                                 kStages << node::kStagesShift | Config::kRules << node::kRulesShift;

  using Count = PacketCount<Config>;

  // Packets of the collective after the next may come before the next one starts.
  static bool stays_done([[maybe_unused]] hls::Bit done) {
    if constexpr (kHasEpochs<Config>) {
      return done != 0;
    } else {
      return false;
    }
  }
  bool all_have_come() const {
    if constexpr (kHasEpochs<Config>) {
      return received_.all_have_come();
    } else {
      return received_ == expected_;
    }
  }
  Count received([[maybe_unused]] hls::Bit done) const {
    if constexpr (kHasEpochs<Config>) {
      return done ? expected_ : received_.number(expected_);
    } else {
      return received_;
    }
  }

  Count expected_;
  std::conditional_t<kHasEpochs<Config>, ReceivedOfEpochs<Config>, Count> received_;
  hls::Bits<32> stall_cycles_;
  hls::Bit stalled_;  // of the cycle before, so that the adder does not wait for the requests
  NodeAddress<Config> address_;
  hls::Bit started_;
};

// The registers of the router: its policy.
class RouterRegisters {
 public:
  hls::Bit transit_first() const { return transit_first_; }

  void write(const RegisterAccess& access) { access.write_to(node::Control::kPolicy, transit_first_); }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  hls::Bit transit_first_;
};

// The registers of nodes that combine packets: the operation, the second parts of programs, and the
// in-ports of program entries. This is the empty form for nodes that do not combine.
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
    CombineControl<Config> control{
        operation_, hls::Bit(results_ >= results_first_), hls::Bit((policy_ & node::kExclusive) != 0), {}};
    if constexpr (Config::kFollowsResults) {
      control.followed.go_on = hls::Bit((policy_ & node::kResultsGoOn) != 0);
      control.followed.follows = hls::Bit((policy_ & node::kFollowResults) != 0);
      control.followed.before = Count(results_first_ + results_);
    }
    return control;
  }
  // Adds these registers' values to the setting of the injectors, and to a write to one.
  void add_to(InjectionSetting<Config>& setting) const { setting.second_rule = second_rule_; }
  void add_to(ProgramWrite<Config>& write, const RegisterAccess& access) const {
    write.entry.combined = entry_ports_;
    write.repeat_valid = access.writes(node::Block::kRepeat);
    write.second_length_valid = access.writes(node::Block::kSecondLength);
    write.second_packets_valid = access.writes(node::Block::kSecondPackets);
    write.begins = begins(access);
  }

  // One cycle. `start`: the count begins anew. `results`: the events of this cycle.
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
  Count results_;  // results that the memory has taken since the start
  hls::Bits<8> operation_;
  PortSet<Config> entry_ports_;
  RuleNumber<Config> second_rule_;
  hls::Bits<Config::kFollowsResults ? 5 : 2> policy_;
};

// The parts' registers side by side, and the answer to a read.
template <class Config>
class ControlRegisters {
 public:
  InjectionSetting<Config> injection() const {
    InjectionSetting<Config> setting = injection_.setting(status_.address());
    status_.add_to(setting);
    combining_.add_to(setting);
    return setting;
  }
  ProgramWrite<Config> program_write(const RegisterAccess& access) const {
    ProgramWrite<Config> write = injection_.program_write(access);
    combining_.add_to(write, access);
    return write;
  }
  RouterControl<Config> router_control(const RegisterAccess& access) const {
    return {status_.address(),
            router_.transit_first(),
            gate_.control(access),
            RuleTable<Config>::decode(access),
            start_,
            combining_.control(),
            {},
            copies_.control()};
  }
  // The cycle after the strobe: the injectors have their first entries, and the router and the
  // counters begin anew.
  hls::Bit start() const { return start_; }

  // One cycle. `strobe`: the start strobe. `deepest`: most packets that a queue has held. `answer`:
  // the read register. `done`: this node has sent and received everything.
  HLS_MODULE void tick(hls::Bit strobe, const RegisterAccess& access, const Activity<Config>& activity,
                       hls::Bits<32> deepest, hls::Bits<32>& answer, hls::Bit& done) {
    if (access.read) {
      std::uint32_t value = 0;
      each([&](auto& registers) { value |= registers.read(access, Observed{deepest, done}); });
      answer = hls::Bits<32>(value);
    }
    status_.count(strobe, start_, activity, done);
    combining_.count(start_, activity.results);
    operands_.count(start_, activity.fault);
    overflow_.count(start_, activity.lost);
    start_ = strobe;
    if (access.write) {
      each([&](auto& registers) { registers.write(access); });
    }
  }

 private:
  // The list of all registers.
  template <class Visit>
  void each(Visit visit) {
    visit(status_);
    visit(router_);
    visit(injection_);
    visit(gate_);
    visit(combining_);
    visit(copies_);
    visit(operands_);
    visit(overflow_);
  }

  StatusRegisters<Config> status_;
  RouterRegisters router_;
  InjectionRegisters<Config> injection_;
  GateRegisters<Config> gate_;
  CombineRegisters<Config> combining_;
  CopyRegisters<Config> copies_;
  OperandRegisters<Config> operands_;
  OverflowRegisters<Config> overflow_;
  hls::Bit start_;  // the strobe, a cycle later
};

}  // namespace router
