// The port gate: which ports of a one-port or half-duplex node may send in a cycle. The modes and what each is good for
// stand in firmware/node/registers.hpp (GateMode).
//
// Worked case, d = 3, windows (port 0, 1 cycle), (port 1, 2 cycles), (port 2, 4 cycles): from the first cycle in which
// the injectors offer packets, ports 0 1 1 2 2 2 2 may send, then 0 1 1 ... again. Windows of one cycle each make the
// ports rotate by cycle mod d. Counting, d = 3: ports 0, 1, 1 0, 2, 2 0, 2 1, 2 1 0, and again.
#pragma once

#include "firmware/cube/address.hpp"
#include "hls/router/packet.hpp"

namespace router {

// A register write that has reached the gate.
template <class Config>
struct WindowWrite {
  hls::Bits<32> cycles;
  hls::Bits<Config::kPortWidth> port;
  hls::Bits<Config::kPortWidth> index;
  hls::Bit valid;
};

template <class Config>
class PortGate {
 public:
  using Ports = hls::Bits<Config::kDimension>;

  // One cycle. `requests`: ports with a packet that the neighbour would take. `windows`: windows in the program.
  // Returns the ports that may send; `start` begins the windows, the parity and the count with the next cycle.
  HLS_MODULE Ports tick(hls::Bit start, hls::Bits<3> mode, hls::Bits<Config::kPortWidth + 1> windows,
                        hls::Bits<Config::kDimension> address, Ports requests, const WindowWrite<Config>& write) {
    Ports allowed(cube::mask(Config::kDimension));
    switch (static_cast<node::GateMode>(static_cast<std::uint32_t>(mode))) {
      case node::GateMode::kOpen:
        break;
      case node::GateMode::kGreedy:
        allowed = Ports(cube::lowest_set_bit(requests));
        break;
      case node::GateMode::kWindows:
        allowed = Ports(1u << port_);
        break;
      case node::GateMode::kParity:
        if (((cube::weight(address) ^ odd_cycle_) & 1u) != 0) allowed = Ports(0);
        break;
      case node::GateMode::kCounting:
        allowed = Ports(cube::highest_set_bit(to_go_));
        break;
    }
    odd_cycle_ = hls::Bit(!start && !odd_cycle_);
    const Ports rest(to_go_ ^ cube::highest_set_bit(to_go_));
    if (start || rest == 0) {
      count_ = start || count_ == cube::mask(Config::kDimension) ? Ports(1) : Ports(count_ + 1);
      to_go_ = count_;
    } else {
      to_go_ = rest;
    }

    const std::uint32_t next = start || index_ + 1u >= windows ? 0 : index_ + 1u;
    if (start || left_ == 1) {
      const Window window = windows_.read(next);
      port_ = window.port;
      left_ = window.cycles;
      index_ = hls::Bits<Config::kPortWidth>(next);
    } else {
      left_ = hls::Bits<32>(left_ - 1);
    }
    if (write.valid) windows_.write(write.index, Window{write.cycles, write.port});
    return allowed;
  }

 private:
  struct Window {
    hls::Bits<32> cycles;
    hls::Bits<Config::kPortWidth> port;
  };

  hls::Ram<Window, (std::size_t{1} << Config::kPortWidth)> windows_;
  hls::Bits<32> left_;  // cycles of the present window, this one included
  hls::Bits<Config::kPortWidth> port_;
  hls::Bits<Config::kPortWidth> index_;
  Ports count_;  // the relative address r whose packets are on their way
  Ports to_go_;  // its bits from the present port down
  hls::Bit odd_cycle_;
};

}  // namespace router
