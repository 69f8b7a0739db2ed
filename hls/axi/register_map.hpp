// Which addresses are registers of a node: what an AXI4-Lite access is answered OKAY for.
#pragma once

#include "hls/router/config.hpp"

namespace axi {

// Whether there is such a control register, which a `write` can change.
constexpr bool is_control(node::Control control, bool write) {
  switch (control) {
    case node::Control::kAddress:
    case node::Control::kRule:
    case node::Control::kSequenceStep:
    case node::Control::kEntryTree:
    case node::Control::kEntrySequence:
    case node::Control::kEntryCount:
    case node::Control::kPolicy:
    case node::Control::kGate:
    case node::Control::kWindowCount:
    case node::Control::kWindowCycles:
    case node::Control::kExpected:
      return true;
    case node::Control::kStatus:
    case node::Control::kReceived:
    case node::Control::kStallCycles:
    case node::Control::kCapabilities:
    case node::Control::kDeepestQueue:
      return !write;
  }
  return false;
}

// `address`: firmware/node/registers.hpp. What is write only can be read, as 0.
template <class Config>
constexpr bool is_register(std::uint32_t address, bool write) {
  constexpr unsigned kPorts = Config::Network::kPorts;
  const std::uint32_t port = node::port(address);
  const std::uint32_t index = node::index(address);
  switch (node::block(address)) {
    case node::Block::kControl:
      return port == 0 && is_control(static_cast<node::Control>(index), write);
    case node::Block::kTable:
      return port == 0 && index < Config::kTableDepth;
    case node::Block::kProgram:
      return port < kPorts && index < Config::kProgramDepth;
    case node::Block::kLength:
    case node::Block::kPackets:
      return port < kPorts && index == 0;
    case node::Block::kWindow:
      return router::is_gated<Config>() && port == 0 && index < kPorts;
  }
  return false;
}

}  // namespace axi
