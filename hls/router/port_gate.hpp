// The port gate: which ports of a one-port or half-duplex node may send in a cycle. The modes and what each is good for
// stand in firmware/node/registers.hpp (GateMode).
//
// Worked case, 3-cube, windows (port 0, 1 cycle), (port 1, 2 cycles), (port 2, 4 cycles): from the first cycle in which
// the injectors offer packets, ports 0 1 1 2 2 2 2 may send, then 0 1 1 ... again. Windows of one cycle each make the
// ports rotate by cycle mod d. Counting, 3-cube: ports 0, 1, 1 0, 2, 2 0, 2 1, 2 1 0, and again.
#pragma once

#include "hls/router/config.hpp"

namespace router {

using GateModeNumber = hls::Bits<hls::index_width(node::kGateModes), node::GateMode>;

// A register write that has reached the gate.
template <class Config>
struct WindowWrite {
  hls::Bits<32> cycles;
  PortNumber<Config> port;
  PortNumber<Config> index;
  hls::Bit valid;
};

// What the gate's registers tell it in one cycle.
template <class Config>
struct GateControl {
  GateModeNumber mode;
  hls::Bits<PortNumber<Config>::kWidth + 1> window_count;  // windows in the gate's program
  WindowWrite<Config> window_write;                        // for the gate's program
};

template <class Config>
class PortGate {
 public:
  // One cycle. `address`: the node's own. `requests`: ports with a packet that the neighbour would take. Returns the
  // ports that may send; `start` begins the windows, the parity and the count with the next cycle.
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
        if (kNetwork.is_odd(address) != (odd_cycle_ != 0)) allowed = Ports();
        break;
      case node::GateMode::kCounting:
        allowed = kNetwork.first_port(to_go_);
        break;
    }
    // An open gate stands still, so that a node without packets is at rest.
    if (node::GateMode{control.mode} != node::GateMode::kOpen) {
      odd_cycle_ = hls::Bit(!start && !odd_cycle_);
      count(start);
      pass_window(start, control);
    }
    const WindowWrite<Config>& write = control.window_write;
    if (write.valid) windows_.write(write.index, Window{write.cycles, write.port});
    return PortSet<Config>(allowed);
  }

 private:
  static constexpr typename Config::Network kNetwork{};

  struct Window {
    hls::Bits<32> cycles;
    PortNumber<Config> port;
  };

  // A cycle of the present window has gone by.
  void pass_window(hls::Bit start, const GateControl<Config>& control) {
    const std::uint32_t next = start || index_ + 1u >= control.window_count ? 0 : index_ + 1u;
    if (start || left_ == 1) {
      const Window window = windows_.read(next);
      port_ = window.port;
      left_ = window.cycles;
      index_ = PortNumber<Config>(next);
    } else {
      left_ = hls::Bits<32>(left_ - 1);
    }
  }

  // On along the way to the relative address that is served, or to the next one.
  void count(hls::Bit start) {
    const Address rest = kNetwork.behind_first(to_go_);
    if (start || rest == Address(0)) {
      const std::uint32_t served = Address(served_).number();
      served_ = NodeAddress<Config>(Address(start || served == kNetwork.kNodes - 1 ? 1 : served + 1));
      to_go_ = served_;
    } else {
      to_go_ = NodeAddress<Config>(rest);
    }
  }

  hls::Ram<Window, (std::size_t{1} << PortNumber<Config>::kWidth)> windows_;
  hls::Bits<32> left_;  // cycles of the present window, this one included
  PortNumber<Config> port_;
  PortNumber<Config> index_;
  NodeAddress<Config> served_;  // the relative address whose packets are on their way
  NodeAddress<Config> to_go_;   // and that address as seen from where they are
  hls::Bit odd_cycle_;
};

}  // namespace router
