// The ports of meshes and tori: for every dimension in turn one up (+1) and one down (-1), but in a
// dimension of two nodes one for both.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

struct GridStep {
  unsigned dimension;
  bool down;
};

constexpr unsigned grid_ports_of(std::uint32_t extent) {
  return extent == 2 ? 1 : 2;
}
constexpr unsigned grid_ports(const Symbols& extents) {
  unsigned count = 0;
  for (const std::uint32_t extent : extents) count += grid_ports_of(extent);
  return count;
}
constexpr GridStep grid_step(const Symbols& extents, unsigned port) {
  unsigned dimension = 0;
  while (port >= grid_ports_of(extents[dimension])) port -= grid_ports_of(extents[dimension++]);
  return {dimension, port == 1};
}

}  // namespace network
