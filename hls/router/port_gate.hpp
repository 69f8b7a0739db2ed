// SPDX-License-Identifier: Apache-2.0
// The port gate, with its registers: which ports of a one-port or half-duplex node may send in a
// cycle. firmware/node/registers.hpp (GateMode) says what each mode is good for.
//
// Worked case, 3-cube, windows (port 0, 1 cycle), (port 1, 2 cycles), (port 2, 4 cycles): from the
// first cycle in which the injectors offer packets, ports 0 1 1 2 2 2 2 may send, then 0 1 1 ...
// again. Windows of one cycle each make the ports rotate by cycle mod d. Counting, 3-cube: ports 0,
// 1, 1 0, 2, 2 0, 2 1, 2 1 0, and again.
//
// With two cycles a hop a packet that comes in one cycle can leave two cycles later. So slots by
// parity are two cycles long (with more of them: turn_log()), and two addresses are counted
// alternately, one of odd weight and one of even weight. 3-cube, odd: ports 0, 1, 2, 2 1 0, and
// again; even: ports 1 0, 2 0, 2 1, and again. Together: 0 1 1 0 2 2 2 0 1 2 0 1.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"

namespace router {

using GateModeNumber = hls::Bits<hls::index_width(node::kGateModes), node::GateMode>;

// The port of a window; the number behind the last port stands for none.
template <class Config>
using WindowPort = hls::Bits<hls::index_width(Config::Network::kPorts + (Config::kClosedWindows ? 1 : 0))>;

template <class Config>
using WindowIndex = hls::Bits<Config::kWindowDepth == hls::kRuntimeDepth ? 24 : hls::index_width(Config::kWindowDepth)>;
// Windows in a program.
template <class Config>
using WindowCount = hls::Bits<WindowIndex<Config>::kWidth + 1>;

template <class Config>
struct Window {
  hls::Bits<32> cycles;
  WindowPort<Config> port;
};

// A register write that has reached the gate.
template <class Config>
struct WindowWrite {
  hls::Bits<32> cycles;
  WindowPort<Config> port;
  WindowIndex<Config> index;
  hls::Bit valid;
};

// The cycles of a slot, where the gate counts in slots.
template <class Config>
using SlotCycles = std::array<hls::Bits<16>, Config::kGateSlots ? 1 : 0>;

// The values of the gate's registers in one cycle.
template <class Config>
struct GateControl {
  GateModeNumber mode;
  WindowCount<Config> window_count;  // windows in the gate's program
  WindowWrite<Config> window_write;  // for the gate's program
  SlotCycles<Config> slot_cycles;
};

// The slots of a gate, its units of time: cycles, or as many cycles as software sets.
template <std::size_t Registers>
class GateSlot {
 public:
  static constexpr bool begins() { return true; }
  static void pass(hls::Bit, const std::array<hls::Bits<16>, Registers>&) {}
};
template <>
class GateSlot<1> {
 public:
  // This cycle is the first of a slot; after pass(), the coming cycle.
  bool begins() const { return passed_ == 0; }
  void pass(hls::Bit start, const std::array<hls::Bits<16>, 1>& cycles) {
    passed_ = hls::Bits<16>(start || passed_ + 1u >= cycles[0] ? 0 : passed_ + 1u);
  }

 private:
  hls::Bits<16> passed_;  // cycles of the slot that are over
};

template <class Config>
class PortGate {
 public:
  using Windows = hls::Ram<Window<Config>, Config::kWindowDepth>;

  // One cycle. `address`: the node's own. `requests`: ports with a packet that the neighbour would
  // take. Returns the ports that may send; `start` begins the windows, the parity and the count
  // with the next cycle.
  HLS_MODULE PortSet<Config> tick(hls::Bit start, const GateControl<Config>& control, NodeAddress<Config> address,
                                  PortSet<Config> requests) {
    Ports allowed = Ports::first(kNetwork.kPorts);
    switch (node::GateMode{control.mode}) {
      case node::GateMode::kOpen:
        break;
      case node::GateMode::kGreedy:
        allowed = Ports(requests).lowest();
        break;
      case node::GateMode::kWindows:
        allowed = Ports::one(port_);
        break;
      case node::GateMode::kParity:
        if constexpr (Config::kAddressTurns) {
          if (kNetwork.is_odd(address) != is_odd_turn()) allowed = Ports();
        }
        break;
      case node::GateMode::kCounting:
        if constexpr (Config::kAddressTurns) allowed = kNetwork.first_port(ways_[0].to_go);
        break;
    }
    // An open gate stands still, so that a node without packets is at rest.
    bool begins_slot = true;
    if (node::GateMode{control.mode} != node::GateMode::kOpen) {
      begins_slot = slot_.begins();
      slot_.pass(start, control.slot_cycles);
      if (start || slot_.begins()) {
        if constexpr (Config::kAddressTurns) {
          parity_cycle_ = ParityCycle(start ? 0 : parity_cycle_ + 1);
          count(start);
        }
        pass_window(start, control);
      }
    }
    const WindowWrite<Config>& write = control.window_write;
    if (write.valid) windows_.write(write.index, Window<Config>{write.cycles, write.port});
    return PortSet<Config>(begins_slot ? allowed : Ports());
  }

  // For the mesh, which attaches memory.
  Windows& windows() { return windows_; }
  // `more`: cycles of a hop that the mesh has chosen, in stages and on wires.
  void set_more_cycles(unsigned more) { parity_log_[0] = hls::Bits<8>(turn_log(Config::kHopCycles + more)); }

 private:
  static constexpr typename Config::Network kNetwork{};

  // One cycle of the present window.
  void pass_window(hls::Bit start, const GateControl<Config>& control) {
    const std::uint32_t next = start || index_ + 1u >= control.window_count ? 0 : index_ + 1u;
    if (start || left_ == 1) {
      const Window<Config> window = windows_.read(next);
      port_ = window.port;
      left_ = window.cycles;
      index_ = WindowIndex<Config>(next);
    } else {
      left_ = hls::Bits<32>(left_ - 1);
    }
  }

  // log2 of the cycles of a slot by parity, the largest power of two that divides the cycles of a
  // hop. A hop is then an odd number of slots, and a packet that comes in a slot of one parity can
  // leave in one of the other.
  static constexpr unsigned turn_log(unsigned hop_cycles) {
    return hop_cycles % 2 != 0 ? 0 : 1 + turn_log(hop_cycles / 2);
  }
  using ParityCycle =
      hls::Bits<has_runtime_hop<Config>() ? 8 : turn_log(hop_cycles<Config>() + wire_cycles<Config>()) + 1>;
  bool is_odd_turn() const {
    if constexpr (has_runtime_hop<Config>()) {
      return (parity_cycle_ >> parity_log_[0] & 1u) != 0;
    } else {
      return (parity_cycle_ >> (ParityCycle::kWidth - 1) & 1u) != 0;
    }
  }

  // A relative address whose packets are on their way.
  struct Way {
    NodeAddress<Config> served;
    NodeAddress<Config> to_go;  // the address as seen from where they are
  };

  // Moves on along the way to the relative address that is served, or to the next address. If a hop
  // takes two cycles, two addresses take turns.
  void count(hls::Bit start) {
    Way way = ways_[0];
    const Address rest = kNetwork.behind_first(way.to_go);
    if (rest == Address(0)) way.served = after(way.served);
    way.to_go = rest == Address(0) ? way.served : NodeAddress<Config>(rest);
    for (unsigned i = 1; i < Config::kHopCycles; ++i) ways_[i - 1] = ways_[i];
    ways_[Config::kHopCycles - 1] = way;
    if (!start) return;
    // The first of odd weight, and of even weight.
    for (unsigned i = 0; i < Config::kHopCycles; ++i) ways_[i].served = NodeAddress<Config>(Address(2 * i + 1));
    for (Way& begun : ways_) begun.to_go = begun.served;
  }
  static NodeAddress<Config> after(NodeAddress<Config> served) {
    if constexpr (Config::kHopCycles == 1) {
      const std::uint32_t number = Address(served).number();
      return NodeAddress<Config>(Address(number == kNetwork.kNodes - 1 ? 1 : number + 1));
    } else {
      return NodeAddress<Config>(kNetwork.next_of_parity(served));
    }
  }

  Windows windows_;
  hls::Bits<32> left_;  // cycles of the present window, this one included
  WindowPort<Config> port_;
  WindowIndex<Config> index_;
  std::array<Way, Config::kHopCycles> ways_;  // this cycle's first
  ParityCycle parity_cycle_;
  std::array<hls::Bits<8>, has_runtime_hop<Config>() ? 1 : 0> parity_log_;  // turn_log()
  GateSlot<std::tuple_size_v<SlotCycles<Config>>> slot_;
};

// The registers of the port gate: its mode, and how long the windows of its program are. The gate
// itself takes the writes to block window.
template <class Config>
class GateRegisters {
 public:
  GateControl<Config> control(const RegisterAccess& access) const {
    return {mode_,
            window_count_,
            {window_cycles_, WindowPort<Config>(access.value), WindowIndex<Config>(node::index(access.address)),
             access.writes(node::Block::kWindow)},
            slot_cycles_};
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kGate, mode_);
    access.write_to(node::Control::kWindowCount, window_count_);
    access.write_to(node::Control::kWindowCycles, window_cycles_);
    if constexpr (Config::kGateSlots) access.write_to(node::Control::kSlotCycles, slot_cycles_[0]);
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  hls::Bits<32> window_cycles_;
  WindowCount<Config> window_count_;
  GateModeNumber mode_;
  SlotCycles<Config> slot_cycles_;
};

}  // namespace router
