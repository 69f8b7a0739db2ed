// Which addresses are registers of a node: what an AXI4-Lite access is answered OKAY for.
#pragma once

#include "hls/router/config.hpp"

namespace axi {

// Whether there is such a control register, which a `write` can change, in a node that `combines`
// packets or does not.
constexpr bool is_control(node::Control control, bool write, bool combines) {
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
    case node::Control::kOperation:
    case node::Control::kEntryPorts:
    case node::Control::kSecondRule:
    case node::Control::kResultsFirst:
      return combines;
    case node::Control::kStatus:
    case node::Control::kReceived:
    case node::Control::kStallCycles:
    case node::Control::kCapabilities:
    case node::Control::kDeepestQueue:
      return !write;
    case node::Control::kTypes:
      return combines && !write;
    case node::Control::kScheme:
      return false;  // of nodes without injection programs
  }
  return false;
}

// `address`: firmware/node/registers.hpp. What is write only can be read, as 0.
template <class Config>
constexpr bool is_register(std::uint32_t address, bool write) {
  constexpr bool kCombines = router::combines<Config>();
  constexpr unsigned kStreams = router::kStreams<Config>;
  const std::uint32_t port = node::port(address);
  const std::uint32_t index = node::index(address);
  switch (node::block(address)) {
    case node::Block::kControl:
      return port == 0 && is_control(static_cast<node::Control>(index), write, kCombines);
    case node::Block::kTable:
      return port < (kCombines ? 2 : 1) && index < Config::kTableDepth;
    case node::Block::kProgram:
      return port < kStreams && index < Config::kProgramDepth;
    case node::Block::kLength:
    case node::Block::kPackets:
      return port < kStreams && index == 0;
    case node::Block::kRepeat:
    case node::Block::kSecondLength:
    case node::Block::kSecondPackets:
      return kCombines && port < kStreams && index == 0;
    case node::Block::kWindow:
      return router::is_gated<Config>() && port == 0 && index < Config::Network::kPorts;
  }
  return false;
}

}  // namespace axi
