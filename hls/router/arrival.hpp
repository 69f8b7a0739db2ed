// A packet that has come over a link, and the rule unit's answer to it.
//
// With one cycle a hop the output ports and ejectors see both in the cycle of the link. With two
// they are registers, so that the clock waits for the rule unit or for the arbiter, and never for
// both.
#pragma once

#include <array>

#include "hls/router/rule_unit.hpp"

namespace router {

template <class Config>
struct Arrival {
  Packet<Config> packet;
  Route<Config> route;  // nowhere where nothing has come
};

// Those of a router: none with one cycle a hop.
template <class Config>
using ArrivalRegisters = std::array<Arrival<Config>, has_arrival_registers<Config>() ? Config::Network::kPorts : 0>;

}  // namespace router
