// The driver of a node: loads an injection program, rule tables and the port gate into the registers and asks how the
// run goes. Freestanding; the same source drives the native engine, the RTL and a processor beside the node.
//
//     Driver driver(bus);
//     driver.begin(3, me, rules::CubeRules::number_of<rules::Nesbt>(), 3);  // on a 3-cube; sequences rise by 3
//     driver.add(1, {Address(0), 1, 1, 1});  // port 1: tree 1, sequence 1, one packet at a time
//     driver.send(1, 5);                     // ... until five packets are sent
//     driver.expect(0);
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/ports.hpp"
#include "firmware/node/bus.hpp"
#include "firmware/node/registers.hpp"

namespace node {

// One entry of an injection program: `count` packets with consecutive sequences to one relative destination on one
// tree.
struct Entry {
  network::Address relative_destination;  // as this node sees it; not used by rules to all nodes
  std::uint32_t tree = 0;
  std::uint32_t sequence = 0;
  std::uint32_t count = 1;
};

class Driver {
 public:
  explicit Driver(Bus& bus) : bus_(bus) {}

  unsigned ports() { return bus_.read(address(Control::kCapabilities)) & kPortsMask; }

  // Can the hardware do it? True if it has so many ports, the rule, a port gate if one is needed, and hops of so many
  // cycles.
  bool supports(unsigned ports, Rule rule, bool gated, unsigned hop_cycles) {
    const std::uint32_t capabilities = bus_.read(address(Control::kCapabilities));
    return (capabilities & kPortsMask) == ports && (capabilities >> kRulesShift & rule_bit(rule)) != 0 &&
           (!gated || (capabilities & kHasGate) != 0) && ((capabilities & kHasTwoCycleHops) != 0) == (hop_cycles == 2);
  }

  // Starts a new load: every port silent, every port open, own packets first. Each time a program starts over, its
  // sequences rise by `sequence_step`. `ports`: of the node, kMaxPorts at most.
  void begin(unsigned ports, network::Address me, Rule rule, std::uint32_t sequence_step) {
    bus_.write(address(Control::kAddress), me.number());
    bus_.write(address(Control::kRule), static_cast<std::uint32_t>(rule));
    bus_.write(address(Control::kSequenceStep), sequence_step);
    bus_.write(address(Control::kPolicy), 0);
    bus_.write(address(Control::kGate), static_cast<std::uint32_t>(GateMode::kOpen));
    for (unsigned port = 0; port < ports; ++port) {
      length_[port] = 0;
      bus_.write(address(Block::kPackets, port, 0), 0);
    }
    windows_ = 0;
    loaded_ = false;
  }

  // Appends an entry to the program of `port`. Fields that stay the same are not written again.
  void add(unsigned port, const Entry& entry) {
    if (!loaded_ || entry.tree != staged_.tree) bus_.write(address(Control::kEntryTree), entry.tree);
    if (!loaded_ || entry.sequence != staged_.sequence) bus_.write(address(Control::kEntrySequence), entry.sequence);
    if (!loaded_ || entry.count != staged_.count) bus_.write(address(Control::kEntryCount), entry.count);
    staged_ = entry;
    loaded_ = true;
    bus_.write(address(Block::kProgram, port, length_[port]), entry.relative_destination.number());
    ++length_[port];
  }

  // Ends the program of `port`: it sends `packets` packets in all.
  void send(unsigned port, std::uint32_t packets) {
    bus_.write(address(Block::kLength, port, 0), length_[port]);
    bus_.write(address(Block::kPackets, port, 0), packets);
  }

  // The word of the stored rule for an address.
  void set_word(network::Address place, network::Ports ports) {
    bus_.write(address(Block::kTable, 0, place.number()), ports.mask());
  }

  void set_transit_first() { bus_.write(address(Control::kPolicy), kTransitFirst); }
  void set_gate(GateMode mode) { bus_.write(address(Control::kGate), static_cast<std::uint32_t>(mode)); }

  // Appends a window to the gate's program and sets the gate to windows.
  void add_window(unsigned port, std::uint32_t cycles) {
    bus_.write(address(Control::kWindowCycles), cycles);
    bus_.write(address(Block::kWindow, 0, windows_), port);
    ++windows_;
    bus_.write(address(Control::kWindowCount), windows_);
    set_gate(GateMode::kWindows);
  }

  // Packets that the node is to receive before it is done.
  void expect(std::uint32_t packets) { bus_.write(address(Control::kExpected), packets); }

  bool done() { return (bus_.read(address(Control::kStatus)) & kDone) != 0; }
  bool stalled() { return (bus_.read(address(Control::kStatus)) & kStalled) != 0; }
  std::uint32_t received() { return bus_.read(address(Control::kReceived)); }
  std::uint32_t stall_cycles() { return bus_.read(address(Control::kStallCycles)); }
  std::uint32_t deepest_queue() { return bus_.read(address(Control::kDeepestQueue)); }

 private:
  Bus& bus_;
  Entry staged_;
  std::uint32_t length_[network::kMaxPorts] = {};
  std::uint32_t windows_ = 0;
  bool loaded_ = false;
};

}  // namespace node
