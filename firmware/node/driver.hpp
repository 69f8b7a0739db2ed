// SPDX-License-Identifier: Apache-2.0
// The driver of a node: loads an injection program, rule tables and the port gate into the
// registers, and reads how the run goes. Freestanding; the same source drives the native engine,
// the RTL and a processor beside the node.
//
//     Driver driver(bus);
//     driver.begin(3, me, rules::CubeRules::number_of<rules::Nesbt>(), 3);  // on a 3-cube; sequences rise by 3
//     driver.add(1, {Address(0), 1, 1, 1});  // port 1: tree 1, sequence 1, one packet at a time
//     driver.send(1, 5);                     // ... until five packets are sent
//     driver.expect(0);
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/cube_addresses.hpp"
#include "firmware/node/registers.hpp"

namespace node {

// The way to the registers of one node (firmware/node/registers.hpp): memory-mapped for a processor
// beside the node, a function call in a simulator.
class Bus {
 public:
  virtual void write(std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(std::uint32_t address) = 0;
  // A register of a port whose index does not fit an address. Only a simulated node has any: one
  // that stands for more than 2^20.
  virtual void write_far(Block, unsigned /*port*/, std::uint32_t /*index*/, std::uint32_t /*value*/) {
    __builtin_trap();
  }

 protected:
  ~Bus() = default;
};

// One entry of an injection program: `count` packets with consecutive sequences to one relative
// destination on one tree.
struct Entry {
  network::Address relative_destination;  // as this node sees it; not used by rules to all nodes
  std::uint32_t tree = 0;
  std::uint32_t sequence = 0;
  std::uint32_t count = 1;
  // For nodes that combine: the in-ports whose packets are combined with these; one of each is
  // waited for.
  network::Ports combined{};  // NOLINT(readability-redundant-member-init): lists may leave it out
};

class Driver {
 public:
  explicit Driver(Bus& bus) : bus_(bus) {}

  unsigned ports() { return bus_.read(address(Control::kCapabilities)) & kPortsMask; }

  // Whether the hardware can do a run.
  // \param ports           ports of the node
  // \param rule            the rule that must be in the hardware
  // \param gated           whether the port gate is needed
  // \param hop_cycles      cycles of a hop, stages of combiners among them
  // \param combine_stages  those stages
  bool supports(unsigned ports, Rule rule, bool gated, unsigned hop_cycles, unsigned combine_stages = 0) {
    const std::uint32_t capabilities = bus_.read(address(Control::kCapabilities));
    const std::uint32_t stages = capabilities >> kStagesShift & kStagesMask;
    return (stages == combine_stages || stages == kAnyStages) && (capabilities & kPortsMask) == ports &&
           (capabilities >> kRulesShift & rule_bit(rule)) != 0 && (!gated || (capabilities & kHasGate) != 0) &&
           ((capabilities & kHasTwoCycleHops) != 0) == (hop_cycles - combine_stages == 2);
  }

  // Starts a new load: every port silent, every port open, own packets first.
  // \param ports          ports of the node, kMaxPorts at most
  // \param me             the node's address
  // \param rule           the rule in the headers of its packets
  // \param sequence_step  the sequences rise by it each time a program starts over
  void begin(unsigned ports, network::Address me, Rule rule, std::uint32_t sequence_step) {
    bus_.write(address(Control::kAddress), me.number());
    bus_.write(address(Control::kRule), static_cast<std::uint32_t>(rule));
    bus_.write(address(Control::kSequenceStep), sequence_step);
    bus_.write(address(Control::kPolicy), 0);
    bus_.write(address(Control::kGate), static_cast<std::uint32_t>(GateMode::kOpen));
    for (unsigned port = 0; port < ports; ++port) {
      length_[port] = length_[ejector(ports, port)] = 0;
      bus_.write(address(Block::kPackets, port, 0), 0);
    }
    windows_ = 0;
    policy_ = 0;
    loaded_ = has_second_part_ = false;
    staged_ = {};
    sequence_step_ = sequence_step;
    for (std::uint32_t& repeated : repeat_from_) repeated = 0;
    for (bool& has_second : has_second_) has_second = false;
  }

  // Appends an entry to the program of `port`. Fields with the value of the last entry are not
  // written again.
  void add(unsigned port, Entry entry) {
    // After entries that are played once, the sequences have already risen when this entry is
    // played for the first time.
    if (repeat_from_[port] != 0 && !has_second_[port]) entry.sequence -= sequence_step_;
    if (!loaded_ || entry.tree != staged_.tree) bus_.write(address(Control::kEntryTree), entry.tree);
    if (!loaded_ || entry.sequence != staged_.sequence) bus_.write(address(Control::kEntrySequence), entry.sequence);
    if (!loaded_ || entry.count != staged_.count) bus_.write(address(Control::kEntryCount), entry.count);
    if (entry.combined != staged_.combined) bus_.write(address(Control::kEntryPorts), entry.combined.mask());
    staged_ = entry;
    loaded_ = true;
    write_indexed(Block::kProgram, port, length_[port], entry.relative_destination.number());
    ++length_[port];
  }

  // The program of `port` starts over with the entries added from now on; it plays the earlier ones
  // once.
  void repeat_from_here(unsigned port) { repeat_from_[port] = length_[port]; }

  // Ends the program of `port`: it sends `packets` packets in all.
  void send(unsigned port, std::uint32_t packets) {
    bus_.write(address(Block::kLength, port, 0), length_[port]);
    if (repeat_from_[port] != 0) bus_.write(address(Block::kRepeat, port, 0), repeat_from_[port]);
    bus_.write(address(Block::kPackets, port, 0), packets);
    has_second_[port] = true;
  }
  // Ends the second part of a program: the entries added after send(), which start over until they
  // have sent `packets` packets. Their rule, and the results that they wait for, are those of
  // set_second_part(). Entries that combine nothing carry the node's own results in place of its
  // contributions. A first part that sends nothing has no entries.
  void send_second(unsigned port, std::uint32_t packets) {
    bus_.write(address(Block::kSecondLength, port, 0), length_[port]);
    bus_.write(address(Block::kSecondPackets, port, 0), packets);
  }

  // The port number for the program of the ejector behind in-port `port`, in nodes that combine
  // packets. Its packets are the node's results.
  static constexpr unsigned ejector(unsigned ports, unsigned port) { return ports + port; }
  void set_operation(std::uint32_t operation) { bus_.write(address(Control::kOperation), operation); }
  // Packets of second parts have the rule, and wait for `results` results.
  void set_second_part(Rule rule, std::uint32_t results) {
    bus_.write(address(Control::kSecondRule), static_cast<std::uint32_t>(rule));
    bus_.write(address(Control::kResultsFirst), results);
    has_second_part_ = true;
  }
  bool has_second_part() const { return has_second_part_; }
  // Packets of the second part leave one by one, each when its own result is there; `results` of set_second_part() is
  // then the sequence of the first.
  void follow_results() { add_policy(kFollowResults); }
  // Results leave out the node's own contribution.
  void set_exclusive() { add_policy(kExclusive); }
  // Packets that have come for one node's result may go into packets for another.
  void let_results_go_on(bool exclusive) { add_policy(kResultsGoOn | (exclusive ? kExclusive : 0)); }
  // Whether the hardware combines packets of the type (operators::Type).
  bool combines(std::uint32_t type) { return (bus_.read(address(Control::kTypes)) >> type & 1u) != 0; }
  // Whether it has their product.
  bool multiplies(std::uint32_t type) { return combines(16 + type); }

  // The word of the stored rule for an address.
  void set_word(network::Address place, network::Ports ports) {
    write_indexed(Block::kTable, 0, place.number(), ports.mask());
  }

  // The same for the stored rules of combined packets.
  void set_combining_word(network::Address place, network::Ports ports) {
    write_indexed(Block::kTable, 1, place.number(), ports.mask());
  }

  void set_transit_first() { add_policy(kTransitFirst); }
  // Only the first copy of a packet to all is delivered, of those that come on several trees.
  void set_dropping_copies() { add_policy(kDropCopies); }
  void set_gate(GateMode mode) { bus_.write(address(Control::kGate), static_cast<std::uint32_t>(mode)); }

  // Appends a window to the gate's program and sets the gate to windows.
  void add_window(unsigned port, std::uint32_t cycles) {
    bus_.write(address(Control::kWindowCycles), cycles);
    write_indexed(Block::kWindow, 0, windows_, port);
    ++windows_;
    bus_.write(address(Control::kWindowCount), windows_);
    set_gate(GateMode::kWindows);
  }

  // Nodes with a link layer: a register of a link, and the cycles of a slot, the gate's unit of time.
  void set_link(unsigned port, LinkRegister link_register, std::uint32_t value) {
    bus_.write(address(Block::kLink, port, static_cast<std::uint32_t>(link_register)), value);
  }
  std::uint32_t link(unsigned port, LinkRegister link_register) {
    return bus_.read(address(Block::kLink, port, static_cast<std::uint32_t>(link_register)));
  }
  // Nodes whose links have release programs: begins a program, and appends an entry to it.
  void begin_releases(unsigned port, std::uint32_t period) { set_link(port, LinkRegister::kReleasePeriod, period); }
  void release(unsigned port, std::uint32_t cycle, std::uint32_t packets) {
    set_link(port, LinkRegister::kReleaseCycle, cycle);
    set_link(port, LinkRegister::kRelease, packets);
  }
  void set_slot(std::uint32_t cycles) { bus_.write(address(Control::kSlotCycles), cycles); }

  // Packets that the node is to receive before it is done.
  void expect(std::uint32_t packets) { bus_.write(address(Control::kExpected), packets); }

  bool done() { return (bus_.read(address(Control::kStatus)) & kDone) != 0; }
  bool stalled() { return (bus_.read(address(Control::kStatus)) & kStalled) != 0; }
  // Whether packets were to be combined that do not belong together, in nodes that route by tables.
  bool has_mismatch() { return (bus_.read(address(Control::kStatus)) & kMismatch) != 0; }
  // Packets that came over links into full queues, of nodes that count them.
  std::uint32_t lost() { return bus_.read(address(Control::kLostPackets)); }
  bool has_lost() { return (bus_.read(address(Control::kStatus)) & kLost) != 0; }
  std::uint32_t received() { return bus_.read(address(Control::kReceived)); }
  std::uint32_t stall_cycles() { return bus_.read(address(Control::kStallCycles)); }
  std::uint32_t deepest_queue() { return bus_.read(address(Control::kDeepestQueue)); }

 private:
  void add_policy(std::uint32_t bits) { bus_.write(address(Control::kPolicy), policy_ |= bits); }
  void write_indexed(Block block, unsigned port, std::uint32_t index, std::uint32_t value) {
    if constexpr (cube::kMaxDimension > kIndexWidth) {
      if (index >> kIndexWidth != 0) return bus_.write_far(block, port, index, value);
    }
    bus_.write(address(block, port, index), value);
  }

  Bus& bus_;
  Entry staged_;
  static constexpr unsigned kMostPrograms = 2 * network::kMaxPorts;

  std::uint32_t length_[kMostPrograms] = {};
  std::uint32_t repeat_from_[kMostPrograms] = {};
  bool has_second_[kMostPrograms] = {};  // entries added now are of the second part
  std::uint32_t windows_ = 0;
  std::uint32_t sequence_step_ = 0;
  std::uint32_t policy_ = 0;
  bool loaded_ = false;
  bool has_second_part_ = false;
};

}  // namespace node
