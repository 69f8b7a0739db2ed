// Random stalls of the nodes' memories: which ejectors a memory takes packets from in a cycle. A
// function of seed, cycle, node and port alone, so that every engine sees the same stalls.
#pragma once

#include <cstdint>

#include "testbench/checker/split_mix.hpp"
#include "testbench/mesh/mesh.hpp"

namespace testbench {

class Stall {
 public:
  // The probability, 0 (never) up to, but not including, 1.
  explicit Stall(const Simulation& simulation)
      : threshold_(static_cast<std::uint64_t>(simulation.stall_probability * 4294967296.0)),
        seed_(simulation.stall_seed) {}

  // The ports whose ejectors the memory of `node` takes a packet from in this cycle, counted from
  // the start strobe.
  network::Ports ready(std::uint64_t cycle, Address node, unsigned ports) const {
    if (threshold_ == 0) return network::Ports::first(ports);
    network::Ports taken;
    for (unsigned port = 0; port < ports; ++port) {
      const std::uint64_t random = split_mix(seed_ + split_mix((cycle << 24 | node.number() << 4) + port)) >> 32;
      taken.insert(port, random >= threshold_);
    }
    return taken;
  }

 private:
  std::uint64_t threshold_;
  std::uint64_t seed_;
};

}  // namespace testbench
