// Random stalls of the nodes' memories: which ejectors a memory takes packets from in a cycle. A function of seed,
// cycle, node and port alone, so that every engine sees the same stalls.
#pragma once

#include <cstdint>

#include "testbench/mesh.hpp"

namespace testbench {

class Stall {
 public:
  // A memory is busy for a port in a cycle with this probability, 0 (never) up to, but not including, 1.
  Stall(double probability, std::uint64_t seed)
      : threshold_(static_cast<std::uint64_t>(probability * 4294967296.0)), seed_(seed) {}

  // Bit k: the memory of `node` takes what ejector k holds in this cycle, counted from the start strobe.
  std::uint32_t ready(std::uint64_t cycle, std::uint32_t node, unsigned ports) const {
    if (threshold_ == 0) return (std::uint32_t{1} << ports) - 1;
    std::uint32_t mask = 0;
    for (unsigned port = 0; port < ports; ++port) {
      const std::uint64_t random = mix(seed_ + mix((cycle << 24 | node << 4) + port)) >> 32;
      mask |= (random >= threshold_ ? 1u : 0u) << port;
    }
    return mask;
  }

 private:
  // SplitMix64 (Steele, Lea and Flood 2014): every input bit moves every output bit.
  static std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }

  std::uint64_t threshold_;
  std::uint64_t seed_;
};

}  // namespace testbench
